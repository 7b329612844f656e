"""Errors of sets of voters: by kernels, and in small pools without compiled code."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Literal

import numpy as np

from haversack import kernels
from haversack.energies.huge_panels import compute_huge_errors, split_huge_sets
from haversack.statistics.tilts import find_tilt
from haversack.statistics.vote_errors import (
    SMALL_POOL,
    compute_plurality_errors,
    compute_vote_errors,
    is_plurality_small,
)

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.votes import RecordedVotes


def compute_set_errors(accuracies: FloatArray, sets: Sets, ties: Literal["wrong", "coin"]) -> FloatArray:
    """Return the error of the majority vote of each set of independent members; that of the empty set is 1."""
    if len(accuracies) <= SMALL_POOL:
        errors = compute_vote_errors(accuracies, sets, functools.partial(weigh_votes, ties=ties))
    else:
        errors = np.empty(len(sets))
        sets = np.asarray(sets, dtype=np.bool_)
        huge, others = split_huge_sets(sets)
        if len(huge):
            errors[huge] = compute_huge_errors(accuracies, sets[huge], functools.partial(weigh_votes, ties=ties))
            errors[others] = compute_set_errors(accuracies, sets[others], ties)
            return errors
        tie_error = 1.0 if ties == "wrong" else 0.5
        kernels.majority.write_set_errors(accuracies, np.ascontiguousarray(sets), tie_error, errors)
        if len(accuracies) >= kernels.majority.LARGE:
            for row in np.flatnonzero(sets.sum(axis=1) >= kernels.majority.LARGE).tolist():
                errors[row] = compute_large_error(accuracies[sets[row]], tie_error)
    # Rounding can raise a sum of probabilities slightly above 1.
    return np.minimum(errors, 1.0, out=errors)


def compute_large_error(accuracies: FloatArray, tie_error: float) -> float:
    """Return the error of a large panel, by tilting."""
    half, certain = len(accuracies) // 2, int((accuracies == 1.0).sum())
    if certain > half:
        return 0.0
    tilt = find_tilt(accuracies, max(float(half), certain + 0.25))
    return kernels.majority.compute_large_error(accuracies, tilt, tie_error)


def weigh_votes(size: int, ties: Literal["wrong", "coin"]) -> FloatArray:
    """Return 1 for a minority of correct votes, 0 for a majority, and the error of a tie."""
    weights = (2 * np.arange(size + 1) < size).astype(np.float64)
    if size % 2 == 0:
        weights[size // 2] = 1.0 if ties == "wrong" else 0.5
    return weights


def compute_shares_lost(votes: RecordedVotes, sets: Sets, ties: Literal["wrong", "coin"]) -> FloatArray:
    """Return the share of recorded items on which the most frequent answer of each set is not the right one."""
    ballots, answers, by_coin = votes.ballots, votes.most_answers, ties == "coin"
    if not kernels.is_loaded() and is_plurality_small(ballots, answers, sets):
        return compute_plurality_errors(ballots, answers, sets, votes.weights, by_coin=by_coin)
    errors = np.empty(len(sets))
    kernels.votes.write_set_errors(ballots, answers, np.ascontiguousarray(sets), (votes.weights, by_coin), errors)
    return errors
