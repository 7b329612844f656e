"""Whether a searcher finds what it needs in the other parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.errors import CapabilityError, PluginError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.api.problem import Problem
    from haversack.plugins import Catalog


def find_missing_capabilities(searcher: object, problem: Problem) -> list[str]:
    """Return what a searcher, or its class, needs and does not get, a clause each.

    Raises
    ------
    PluginError
        If the searcher asks for a trait that does not exist.
    """
    missing = [
        f"{role} {type(part).__name__} does not offer {capability.__name__}"
        for role, part, needs in (
            ("energy", problem.energy, getattr(searcher, "energy_needs", ())),
            ("cost model", problem.cost_model, getattr(searcher, "cost_needs", ())),
        )
        for capability in needs
        if not isinstance(part, capability)
    ]
    return [*missing, *_missing_traits(searcher, problem)]


def _missing_traits(searcher: object, problem: Problem) -> Iterator[str]:
    for trait in getattr(searcher, "trait_needs", ()):
        promised = getattr(problem.traits, trait, None)
        if promised is None:
            name = searcher.__name__ if isinstance(searcher, type) else type(searcher).__name__
            raise PluginError(f"searcher {name}: trait_needs: haversack.Traits has no trait {trait!r}")
        if not promised:
            yield f"energy {type(problem.energy).__name__} does not promise {trait}"


def is_usable(name: str, problem: Problem, catalog: Catalog) -> bool:
    """Return whether there is a searcher of this name and it finds what it needs."""
    found = [entry for entry in catalog.of_kind("searcher") if entry.name == name]
    return any(not find_missing_capabilities(entry.factory, problem) for entry in found)


def check_capabilities(searcher: object, problem: Problem, catalog: Catalog) -> None:
    """Raise `CapabilityError` if something is missing, naming the searchers that would work."""
    missing = find_missing_capabilities(searcher, problem)
    if missing:
        entry = catalog.entry_for("searcher", searcher)
        name = repr(entry.name) if entry else type(searcher).__name__
        usable = [other.name for other in catalog.of_kind("searcher") if is_usable(other.name, problem, catalog)]
        raise CapabilityError(
            f"searcher {name} cannot be used here: {' and '.join(missing)}; "
            f"searchers that work: {', '.join(usable) or 'none'}"
        )
