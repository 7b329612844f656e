"""Whether a searcher finds what it needs in the energy and the cost model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.api.problem import Problem


def find_missing_capabilities(searcher: object, problem: Problem) -> list[str]:
    """Return what a searcher, or its class, needs and does not get, a clause each.

    Raises
    ------
    PluginError
        If the searcher asks for a trait that does not exist.
    """
    missing = [
        f"{role} {type(original).__name__} does not offer {capability.__name__}"
        for role, original, part, needs in (
            ("energy", problem.original_energy, problem.energy, getattr(searcher, "energy_needs", ())),
            ("cost model", problem.original_cost_model, problem.cost_model, getattr(searcher, "cost_needs", ())),
        )
        for capability in needs
        if not isinstance(part, capability)
    ]
    return [
        *missing,
        *_missing_traits(searcher, problem),
        *_missing_knowledge(searcher, problem),
        *list_unmet_needs(searcher, problem),
    ]


def list_unmet_needs(searcher: object, problem: Problem) -> list[str]:
    """Return what a searcher, or its class, finds missing in a problem by its own ``find_unmet_needs``."""
    find = getattr(searcher, "find_unmet_needs", None)
    return [] if find is None else list(find(problem))


def _missing_knowledge(searcher: object, problem: Problem) -> Iterator[str]:
    """Yield a clause if the searcher would prove something false: that subsets of feasible sets are feasible."""
    proves = any(getattr(searcher, name, False) for name in ("proves_optimality", "proves_bounds"))
    if proves and problem.conditions.has_demands and not getattr(searcher, "knows_constraints", False):
        yield "a constraint demands something, and its proofs do not promise to hold then (knows_constraints)"


def _missing_traits(searcher: object, problem: Problem) -> Iterator[str]:
    for trait in getattr(searcher, "trait_needs", ()):
        promised = getattr(problem.traits, trait, None)
        if promised is None:
            name = searcher.__name__ if isinstance(searcher, type) else type(searcher).__name__
            raise PluginError(f"searcher {name}: trait_needs: haversack.Traits has no trait {trait!r}")
        if not promised:
            yield f"energy {type(problem.original_energy).__name__} does not promise {trait}"
