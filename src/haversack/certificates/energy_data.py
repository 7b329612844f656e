"""What makes the sets of a certificate err: accuracies with weights of votes, or recorded answers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.ballots import HasBallots
from haversack.api.energy import CountsVotes
from haversack.api.gap import ROUNDING
from haversack.errors import CertificateError
from haversack.feasibility import list_inequalities

if TYPE_CHECKING:
    from haversack.api.problem import Problem

_MOST_WEIGHTS = 200_000
_ITEM_ROUNDING = Fraction(1, 2**46)
_MOST_TOTAL = 10_000_000


def describe_energy(problem: Problem) -> dict[str, Any]:
    """Return the energy as plain values.

    Raises
    ------
    CertificateError
        If no certificate describes it.
    """
    energy, traits = problem.energy, problem.traits
    if isinstance(energy, HasBallots):
        return _describe_ballots(energy, problem)
    if isinstance(energy, CountsVotes) and traits.plain_majority:
        tie_error = float(energy.error_weights(2)[1])
        return {"kind": "majority", "accuracies": problem.pool.require_accuracies().tolist(), "tie_error": tie_error}
    if isinstance(energy, CountsVotes) and traits.monotone_in_accuracy:
        return _describe_weights(energy, problem)
    name = type(problem.original_energy).__name__
    raise CertificateError(
        f"certificate: there is none yet for the energy {name}, only for energies that count right votes, "
        "such as majority, spatial and votes"
    )


def weaken_bound(problem: Problem, error: float, bound: float) -> Fraction:
    """Return a bound that holds in exact arithmetic: errors and bounds are computed in floats.

    Recorded votes err on a share of the items, which is exact where every item counts as a whole number.
    """
    energy = problem.energy
    proved = min(Fraction(bound), Fraction(error) * (1 - Fraction(ROUNDING)))
    if not isinstance(energy, HasBallots):
        return proved
    ballots = energy.ballots(problem.pool)
    items = ballots.answers.shape[1]
    total = 2 * int(ballots.weights.sum() if len(ballots.weights) else items)
    is_whole = bool((ballots.weights == np.rint(ballots.weights)).all()) and total < _MOST_TOTAL
    if not is_whole or (ballots.ties == "coin" and int(ballots.answers.max(initial=0)) > 1):
        rounded: Fraction = proved - _ITEM_ROUNDING * items
        return max(rounded, Fraction(0))
    if bound < error:
        return proved
    return Fraction(error).limit_denominator(total)


def _describe_ballots(energy: HasBallots, problem: Problem) -> dict[str, Any]:
    ballots = energy.ballots(problem.pool)
    kinds = range(max(2, int(ballots.answers.max(initial=0)) + 1))
    return {
        "kind": "votes",
        "items": ballots.answers.shape[1],
        "answers": [[np.flatnonzero(row == answer).tolist() for answer in kinds] for row in ballots.answers],
        "weights": ballots.weights.tolist(),
        "ties": ballots.ties,
    }


def _describe_weights(energy: CountsVotes, problem: Problem) -> dict[str, Any]:
    """Return accuracies, and the error of k right votes for each size that a set may have."""
    usage, limits, _ = list_inequalities(problem)
    with np.errstate(over="ignore"):
        sums = np.cumsum(np.sort(usage, axis=0), axis=0) <= limits
    sizes = np.flatnonzero(sums.all(axis=1)) + 1
    largest = int(sizes.max(initial=1))
    if largest**2 > 2 * _MOST_WEIGHTS:
        raise CertificateError(
            f"certificate: there is none for panels of up to {largest} members whose votes are weighed by size; "
            "it would list more than 200,000 weights"
        )
    weights = []
    for size in range(1, largest + 1):
        row = np.asarray(energy.error_weights(size), dtype=np.float64)
        if (row < 0.0).any() or (row > 1.0).any() or (np.diff(row) > 0.0).any():
            name = type(problem.original_energy).__name__
            raise CertificateError(
                f"certificate: the energy {name} weighs votes of {size} members by numbers that are not falling errors"
            )
        weights.append(np.trim_zeros(row, "b").tolist())
    return {"kind": "counts", "accuracies": problem.pool.require_accuracies().tolist(), "weights": weights}
