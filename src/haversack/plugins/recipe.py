"""How another process loads the plugins that this one has."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import attrs

from haversack.plugins.disabling import Disabling
from haversack.plugins.loading import load_plugins

if TYPE_CHECKING:
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


@functools.cache
def _load_catalog(disabled: tuple[str, ...]) -> Catalog:
    return load_plugins([Disabling(disabled, "study")])
