"""The problem of a certificate: what a set may have and what makes it err, as numbers that another program reads."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.cost import UsesResources
from haversack.api.problem import ROUNDING
from haversack.certificates.energy_data import describe_energy
from haversack.errors import CertificateError

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.arrays import FloatArray, Sets


def describe_problem(problem: Problem, chosen: Sets) -> dict[str, Any]:
    """Return a problem as plain values.

    Raises
    ------
    CertificateError
        If it has limits or errors that no certificate describes.
    """
    return {
        **describe_energy(problem),
        "members": len(problem.pool),
        "names": list(problem.pool.names),
        "rows": [*_describe_budget(problem, chosen), *_describe_constraints(problem, chosen)],
        "inside": np.flatnonzero(problem.conditions.inside).tolist(),
        "outside": np.flatnonzero(problem.conditions.outside).tolist(),
    }


def _describe_budget(problem: Problem, chosen: Sets) -> list[dict[str, Any]]:
    if not isinstance(problem.cost_model, UsesResources):
        if math.isinf(problem.budget):
            return []
        name = type(problem.original_cost_model).__name__
        raise CertificateError(f"certificate: there is none yet for costs that do not add up, such as {name}")
    resources = problem.cost_model.resources(problem.pool, problem.budget)
    limits = resources.limits * (1 + ROUNDING)
    return [
        _make_row("budget", resources.usage[:, row], -math.inf, float(limits[row]), chosen)
        for row in range(len(limits))
        if math.isfinite(limits[row])
    ]


def _describe_constraints(problem: Problem, chosen: Sets) -> list[dict[str, Any]]:
    conditions = problem.conditions
    if conditions.predicates:
        name = type(conditions.predicates[0]).__name__
        raise CertificateError(f"certificate: there is none yet for constraints that are not linear, such as {name}")
    return [
        _make_row(
            type(conditions.constraints[owner]).__name__,
            conditions.usage[:, row],
            float(conditions.least[row]),
            float(conditions.most[row]),
            chosen,
        )
        for row, owner in enumerate(conditions.owners)
    ]


def _make_row(name: str, usage: FloatArray, least: float, most: float, chosen: Sets) -> dict[str, Any]:
    """Return a row whose limits the chosen set keeps in exact arithmetic, too: sums of doubles are rounded."""
    if least <= np.minimum(usage, 0.0).sum():
        least = -math.inf  # Every set has as much.
    if not _is_inside(usage[chosen].tolist(), least, most):
        total = sum((Fraction(each) for each in usage[chosen].tolist()), Fraction(0))
        while math.isfinite(most) and total > Fraction(most):
            most = math.nextafter(most, math.inf)
        while math.isfinite(least) and total < Fraction(least):
            least = math.nextafter(least, -math.inf)
    return {
        "name": name,
        "usage": usage.tolist(),
        "least": least if math.isfinite(least) else None,
        "most": most if math.isfinite(most) else None,
    }


def _is_inside(amounts: list[float], least: float, most: float) -> bool:
    """Return whether a sum keeps its limits for certain: rounded correctly, it is below one only if exactly so."""
    try:
        return least < math.fsum(amounts) < most
    except OverflowError:
        return False
