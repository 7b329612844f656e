"""Whether a searcher finds what it needs in the other parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.errors import CapabilityError

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.plugins import Catalog


def missing_capabilities(searcher: object, problem: Problem) -> list[str]:
    """Tell what a searcher, or its class, needs and does not get, a clause each."""
    told = []
    for role, needs, part in (
        ("energy", getattr(searcher, "energy_needs", ()), problem.energy),
        ("cost model", getattr(searcher, "cost_needs", ()), problem.cost_model),
    ):
        for capability in needs:
            if not isinstance(part, capability):
                told.append(f"{role} {type(part).__name__} does not offer {capability.__name__}")
    return told


def check_capabilities(searcher: object, problem: Problem, catalog: Catalog) -> None:
    """Raise `CapabilityError` if something is missing, naming the searchers that would do."""
    missing = missing_capabilities(searcher, problem)
    if missing:
        entry = catalog.entry_for("searcher", searcher)
        name = repr(entry.name) if entry else type(searcher).__name__
        would_do = [
            other.name for other in catalog.of_kind("searcher") if not missing_capabilities(other.factory, problem)
        ]
        raise CapabilityError(
            f"searcher {name} cannot be used here: {' and '.join(missing)}; "
            f"searchers that work: {', '.join(would_do) or 'none'}"
        )
