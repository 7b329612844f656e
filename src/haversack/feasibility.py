"""Whether any set is feasible, and which one: for problems with constraints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.api.cost import UsesResources

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets

MOST_ENUMERATED = 14
"""Number of members up to which all sets are tried."""

_TIGHTER = 4e-6  # More than the tolerance of the solver.
_MOST_SOLUTIONS = 50
_RELATIVE_GAP = 0.2
_MOST_FILLED = 10_000_000


class UnknownFeasibilityError(Exception):
    """There may be a feasible set or not."""


def find_feasible_set(problem: Problem) -> Sets | None:
    """Return a feasible set, of shape (members,), or None if there is none.

    In small pools all sets are tried. In others members are added one by one, as long as the rows of the constraints
    and of the budget want more of them; where that leads nowhere, an integer program with these rows is solved. Sets of
    accurate members are preferred.

    Raises
    ------
    UnknownFeasibilityError
        If constraints or costs are not linear, and none of some sets is feasible.
    """
    accuracies = problem.pool.accuracies
    values = np.zeros(len(problem.pool)) if accuracies is None else accuracies - 0.5
    if len(problem.pool) <= MOST_ENUMERATED:
        return _try_all(problem, values)
    return _solve(problem, values)


def _try_all(problem: Problem, values: FloatArray) -> Sets | None:
    members = len(problem.pool)
    numbers = np.arange(1, 2**members)
    sets = (numbers[:, None] >> np.arange(members)) & 1 == 1
    feasible = sets[problem.fits(sets)]
    return None if not len(feasible) else np.asarray(feasible[np.argmax(feasible @ values)])


def _solve(problem: Problem, values: FloatArray) -> Sets | None:
    usage, limits, is_complete = list_inequalities(problem)
    filled = _fill(usage, limits, values)
    if filled is not None and problem.fits(filled[None, :])[0]:
        return filled
    if not is_complete:
        # Cheap sets first: an unknown cost model asks for little.
        values = values - problem.single_costs() * (np.abs(values).sum() + 1.0)
    for tighter in (limits, _tighten(usage, limits)):
        chosen = solve_rows(usage, tighter, values)
        if chosen is None and tighter is limits and problem.conditions.is_linear:
            return None
        if chosen is not None and problem.fits(chosen[None, :])[0]:
            return chosen
    return _vary(problem, usage, limits, values)


def _fill(usage: FloatArray, limits: FloatArray, values: FloatArray) -> Sets | None:
    """Return a set that meets all rows, by adding one member after the other; None where that does not lead to one.

    Each is the member that brings all rows nearest to their limits, of those that break no row that is met.
    """
    finite = np.isfinite(limits)
    scale = np.maximum(np.abs(limits[finite]), np.abs(usage[:, finite]).max(axis=0, initial=0.0))
    scale[scale == 0.0] = 1.0
    usage, slack = usage[:, finite] / scale, limits[finite] / scale
    chosen = np.zeros(len(usage), dtype=np.bool_)
    worth = 1e-6 * values / (np.maximum(usage, 0.0).max(axis=1, initial=0.0) + 1e-3)
    for _ in range(_MOST_FILLED // max(usage.size, 1)):
        after = slack - usage
        lacking = np.maximum(-after, 0.0)
        gains = np.maximum(-slack, 0.0).sum() - lacking.sum(axis=1)
        breaks = ((lacking > 0.0) & (slack >= 0.0)).any(axis=1)
        best = int(np.argmax(np.where(chosen | breaks, -np.inf, gains + worth)))
        if chosen[best] or breaks[best]:
            return None
        chosen[best], slack = True, after[best]
        if (slack >= 0.0).all():
            return chosen
    return None


def _vary(problem: Problem, usage: FloatArray, limits: FloatArray, values: FloatArray) -> Sets | None:
    """Try the solutions for other values of members, drawn with a fixed seed."""
    rng = np.random.default_rng(0)
    spread = float(np.abs(values).max(initial=0.0)) or 1.0
    tighter = _tighten(usage, limits)
    for _ in range(_MOST_SOLUTIONS):
        chosen = solve_rows(usage, tighter, values + rng.normal(0.0, spread, len(values)))
        if chosen is not None and problem.fits(chosen[None, :])[0]:
            return chosen
    raise UnknownFeasibilityError


def _tighten(usage: FloatArray, limits: FloatArray) -> FloatArray:
    """Return limits that a solution within the tolerance of the solver keeps; rows that count members need no less."""
    is_counting = (usage == np.rint(usage)).all(axis=0)
    return np.where(is_counting, limits, limits - _TIGHTER * np.abs(limits))


def list_inequalities(problem: Problem, *, with_fixed: bool = True) -> tuple[FloatArray, FloatArray, bool]:
    """Return usage and limits of all rows, those of the budget first, and whether they say everything.

    Without `with_fixed`, there are no rows for members that are fixed in or out.
    """
    conditions = problem.conditions
    usage, limits = conditions.fixing_inequalities if with_fixed else conditions.inequalities
    is_complete = problem.conditions.is_linear
    if isinstance(problem.cost_model, UsesResources):
        resources = problem.cost_model.resources(problem.pool, problem.budget)
        usage = np.column_stack([resources.usage, usage])
        limits = np.concatenate([resources.limits * (1.0 + 1e-12), limits])
    elif math.isfinite(problem.budget):
        is_complete = False
    return np.ascontiguousarray(usage), limits, is_complete


def solve_rows(usage: FloatArray, limits: FloatArray, values: FloatArray) -> Sets | None:
    """Return a set, not empty, with ``chosen @ usage <= limits`` and a large sum of values; None if there is none.

    Each row is scaled, so that the tolerance of the solver is a share of what members use.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    finite = np.isfinite(limits)
    usage, limits = usage[:, finite], limits[finite]
    scale = np.maximum(np.abs(usage).max(axis=0, initial=0.0), 1e-300)
    rows = np.column_stack([usage / scale, -np.ones(len(usage))]).T
    upper = np.append(limits / scale, -1.0)

    def solve(**options: object) -> OptimizeResult:
        return milp(
            -values,
            constraints=LinearConstraint(rows, -np.inf, upper),
            integrality=np.ones(len(values)),
            bounds=Bounds(0.0, 1.0),
            # A good set is enough.
            options={"mip_rel_gap": _RELATIVE_GAP, **options},
        )

    try:
        result = solve()
    except ValueError:
        # The presolve of HiGHS in SciPy 1.17 fails on some tiny programs without a solution.
        result = solve(presolve=False)
    return None if result.x is None else np.asarray(result.x > 0.5)
