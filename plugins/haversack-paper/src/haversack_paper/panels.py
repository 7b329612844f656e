"""Panels of members drawn at random, and the errors of their majority votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack import FloatArray

_ROWS = 2_000  # At a time: what is worked on stays in the processor's cache.


def panel_errors(accuracies: FloatArray, sizes: Sequence[int]) -> FloatArray:
    """Return the errors of the majority votes of the first members of many panels, ties counted as wrong.

    Each is P(X <= floor(l/2)) for the number X of right votes, summed from small to large without any subtraction, so
    that it keeps its precision however small it is.

    Parameters
    ----------
    accuracies
        Of shape (panels, members).
    sizes
        How many of the members vote, rising; the last is at most the number of members.

    Returns
    -------
    FloatArray
        Of shape (sizes, panels).

    Examples
    --------
    >>> panel_errors(np.array([[0.7, 0.7, 0.7], [0.5, 0.9, 0.9]]), [1, 2, 3]).round(12).tolist()
    [[0.3, 0.5], [0.51, 0.55], [0.216, 0.1]]
    """
    errors = np.empty((len(sizes), len(accuracies)))
    for start in range(0, len(accuracies), _ROWS):
        rows = slice(start, start + _ROWS)
        errors[:, rows] = _errors(accuracies[rows], sizes)
    return errors


def _errors(accuracies: FloatArray, sizes: Sequence[int]) -> FloatArray:
    wanted = {size: place for place, size in enumerate(sizes)}
    errors = np.empty((len(sizes), len(accuracies)))
    # One row for each number of right votes that can be a minority.
    chances = np.zeros((max(sizes) // 2 + 1, len(accuracies)))
    chances[0] = 1.0
    for joined, accuracy in enumerate(accuracies.T[: max(sizes)], start=1):
        wrong = 1.0 - accuracy
        chances[1:] = wrong * chances[1:] + accuracy * chances[:-1]
        chances[0] *= wrong
        if joined in wanted:
            errors[wanted[joined]] = chances[: joined // 2 + 1].sum(axis=0)
    return errors
