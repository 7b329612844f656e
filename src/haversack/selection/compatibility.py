"""Which searchers can be used for a problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.config.options import list_options
from haversack.errors import CapabilityError
from haversack.hookspecs import PROJECT
from haversack.needs import find_missing_capabilities

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.api.problem import Problem
    from haversack.api.searcher import Searcher
    from haversack.plugins import Catalog


def is_usable(name: str, problem: Problem, catalog: Catalog) -> bool:
    """Return whether there is a searcher of this name and it finds what it needs."""
    found = [entry for entry in catalog.of_kind("searcher") if entry.name == name]
    return any(not find_missing_capabilities(entry.factory, problem) for entry in found)


def check_capabilities(searcher: object, problem: Problem, catalog: Catalog) -> None:
    """Raise `CapabilityError` if something is missing, naming the searchers that would work."""
    missing = find_missing_capabilities(searcher, problem)
    if missing:
        entry = catalog.entry_for("searcher", searcher)
        name = repr(catalog.name_of(entry)) if entry else type(searcher).__name__
        usable = [other.name for other in catalog.of_kind("searcher") if is_usable(other.name, problem, catalog)]
        raise CapabilityError(
            f"searcher {name} cannot be used here: {' and '.join(missing)}; "
            f"searchers that work: {', '.join(usable) or 'none'}"
        )


def list_provers(problem: Problem, catalog: Catalog) -> list[Callable[..., Searcher]]:
    """Return the searchers that ship, prove optimality here, and have the option ``most_nodes`` to cut them short.

    Those of other distributions are used only where a run names them.
    """
    return [
        entry.factory
        for entry in catalog.of_kind("searcher")
        if entry.source.distribution == PROJECT
        and getattr(entry.factory, "proves_optimality", False)
        and any(option.name == "most_nodes" for option in list_options(entry.factory))
        and not find_missing_capabilities(entry.factory, problem)
    ]
