"""Constraints that no set meets: which of them exclude each other."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.describe import describe_part
from haversack.errors import InfeasibleError
from haversack.feasibility import UnknownFeasibilityError, find_feasible_set
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.api.problem import Problem
    from haversack.arrays import Sets
    from haversack.plugins import Catalog

_BUDGET = -1
_MOST_TRIES = 400


def find_first_set(problem: Problem, catalog: Catalog) -> Sets | None:
    """Return a feasible set of a problem with constraints, or None where none was found and there may be one.

    Raises
    ------
    InfeasibleError
        If there is none; names constraints that exclude each other.
    """
    if not problem.conditions.has_demands:
        if not problem.members_that_fit().any():
            raise InfeasibleError(explain_conflict(problem, catalog))
        return None
    try:
        found = find_feasible_set(problem)
    except UnknownFeasibilityError:
        return None
    if found is None:
        raise InfeasibleError(explain_conflict(problem, catalog))
    return found


def explain_conflict(problem: Problem, catalog: Catalog) -> str:
    """Return which constraints, the budget among them, no set meets together, as few as possible."""
    words = [
        f"the budget of {problem.budget:g}"
        if place == _BUDGET
        else describe_constraint(problem.constraints[place], catalog)
        for place in find_conflict(problem)
    ]
    if len(words) == 1:
        return f"constraints: no set meets {words[0]}"
    return f"constraints: no set meets all of these together: {'; '.join(words)}"


def find_conflict(problem: Problem) -> tuple[int, ...]:
    """Return places of constraints that no set meets together, -1 for the budget: a smallest such list.

    Lists are tried by their length; where that takes too long, one is returned of which no constraint can be left out.
    """
    items = [*range(len(problem.constraints)), *([_BUDGET] if math.isfinite(problem.budget) else [])]
    tries = 0
    for length in range(1, len(items)):
        tries += math.comb(len(items), length)
        if tries > _MOST_TRIES:
            return _thin_out(problem, items)
        for some in itertools.combinations(items, length):
            if not _is_feasible(problem, some):
                return some
    return tuple(items)


def _thin_out(problem: Problem, items: list[int]) -> tuple[int, ...]:
    """Leave out each that is not needed for the conflict, the last first."""
    kept = list(items)
    for item in reversed(items):
        others = [each for each in kept if each != item]
        if others and not _is_feasible(problem, others):
            kept = others
    return tuple(kept)


def _is_feasible(problem: Problem, items: Iterable[int]) -> bool:
    """Return whether a set meets these constraints; also where that is not known."""
    places = tuple(items)
    constraints = tuple(problem.constraints[place] for place in places if place != _BUDGET)
    budget = problem.budget if _BUDGET in places else math.inf
    part = attrs.evolve(problem, constraints=constraints, budget=budget, evaluator=None)
    try:
        return find_feasible_set(part) is not None
    except UnknownFeasibilityError:
        return True


def describe_constraint(constraint: Any, catalog: Catalog) -> str:
    """Return a constraint in words: its name and its options."""
    spec = describe_part("constraint", constraint, catalog)
    if spec is None:
        return format_value(constraint)
    options = ", ".join(f"{key} = {format_value(value)}" for key, value in spec.items() if key != "kind")
    return f"{spec['kind']} ({options})" if options else str(spec["kind"])
