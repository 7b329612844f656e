"""Errors of votes without compiled code: for small pools, importing a compiler takes longer than everything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from haversack.arrays import FloatArray, Sets

SMALL_POOL = 12
"""Up to so many members, energies are computed without compiled code."""

_SLICE = 1 << 14
_MOST_COUNTS = 1 << 22


def compute_vote_errors(
    accuracies: FloatArray, sets: Sets, error_weights: Callable[[int], FloatArray], empty_error: float = 1.0
) -> FloatArray:
    """Return the error of each set of independent members, as the kernels do and to the same digits.

    The distribution of the number of right votes grows by one member at a time, from products of non-negative numbers:
    each entry keeps its relative precision.

    Parameters
    ----------
    accuracies, sets
        Of the members; of shape (sets, members).
    error_weights
        Returns the error of k = 0, ..., size right votes, for a size above 0.
    empty_error
        The error of the empty set.
    """
    members = len(accuracies)
    weights = np.zeros((members + 1, members + 1))
    weights[0, 0] = empty_error
    for size in np.unique(sets.sum(axis=1)).tolist():
        if size > 0:
            weights[size, : size + 1] = error_weights(size)
    slices = range(0, len(sets), _SLICE)
    return np.concatenate(
        [np.empty(0), *(_compute_slice(accuracies, sets[start : start + _SLICE], weights) for start in slices)]
    )


def _compute_slice(accuracies: FloatArray, sets: Sets, weights: FloatArray) -> FloatArray:
    distribution = np.zeros((len(accuracies) + 1, len(sets)))
    distribution[0] = 1.0
    for member, accuracy in enumerate(accuracies.tolist()):
        # A member that is not in leaves everything as it is: times 1, plus 0.
        right = np.where(sets[:, member], accuracy, 0.0)
        wrong = np.where(sets[:, member], 1.0 - accuracy, 1.0)
        grown = right * distribution[: member + 1]
        distribution[: member + 1] *= wrong
        distribution[1 : member + 2] += grown
    of_sets = weights[sets.sum(axis=1)]
    errors = np.zeros(len(sets))
    for votes, chances in enumerate(distribution):
        errors += of_sets[:, votes] * chances
    return errors


def is_plurality_small(ballots: npt.NDArray[np.int16], answers: int, sets: Sets) -> bool:
    """Return whether `compute_plurality_errors` is quick enough to do without compiled code."""
    return len(ballots) <= SMALL_POOL and len(sets) * ballots.shape[1] * answers <= 16 * _MOST_COUNTS


def compute_plurality_errors(
    ballots: npt.NDArray[np.int16], answers: int, sets: Sets, item_weights: FloatArray, *, by_coin: bool
) -> FloatArray:
    """Return the error of the plurality vote of each set, as `haversack.kernels.votes` defines it."""
    items = ballots.shape[1]
    weights = item_weights if len(item_weights) else np.ones(items)
    # Running sums, which add one item after the other as the kernel does.
    total = np.cumsum(weights)[-1]
    rows = max(_MOST_COUNTS // (items * answers), 1)
    errors = np.empty(len(sets))
    # Small whole numbers, which single precision holds exactly.
    given = np.array([ballots == answer for answer in range(answers)], dtype=np.float32)
    for start in range(0, len(sets), rows):
        counts = sets[start : start + rows].astype(np.float32) @ given
        rivals = counts[1:].max(axis=0, initial=0.0)
        lost = (counts[0] <= rivals).astype(np.float64)
        if by_coin:
            tied = (counts[0] == rivals) & (rivals > 0.0)
            lost[tied] = 1.0 - 1.0 / (counts == rivals).sum(axis=0)[tied]
        errors[start : start + rows] = np.cumsum(lost * weights, axis=1)[:, -1] / total
    return errors
