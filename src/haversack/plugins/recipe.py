"""How another process loads the plugins that this one has."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import attrs

from haversack.plugins.disabling import Disabling
from haversack.plugins.loading import load_plugins

if TYPE_CHECKING:
    from haversack.execution.workers import WorkerPool
    from haversack.plugins.catalog import Catalog


@attrs.frozen
class CatalogRecipe:
    """Which plugins a worker loads: those that its driver has.

    Parameters
    ----------
    disabled
        Names of plugins that are left out.
    """

    disabled: tuple[str, ...] = ()

    @classmethod
    def of(cls, catalog: Catalog) -> CatalogRecipe:
        """Return what makes a catalog like this one elsewhere."""
        return cls(tuple(sorted(each.source.plugin for each in catalog.troubles if each.status == "disabled")))

    def load(self) -> Catalog:
        """Return the catalog, loaded once per process."""
        return _load_catalog(self.disabled)


def pass_catalog(catalog: Catalog, workers: WorkerPool) -> dict[str, Any]:
    """Return the argument by which a task gets the catalog: as it is in this process, else how it is loaded."""
    return {"catalog": catalog} if workers.share_memory else {"recipe": CatalogRecipe.of(catalog)}


@functools.cache
def _load_catalog(disabled: tuple[str, ...]) -> Catalog:
    # What the environment of the driver leaves out is among these. That of a worker does not count: the worker may have
    # been started before a variable changed.
    return load_plugins([Disabling(disabled, "study")], heeds_environment=False)
