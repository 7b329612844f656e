"""Panels of members drawn at random, and the errors of their majority votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack import FloatArray
    from haversack_paper.laws import Law

_ROWS = 2_000  # At a time: what is worked on stays in the processor's cache.
_DRAWN = 20_000


def random_panel_errors(law: Law, panels: int, sizes: Sequence[int], rng: np.random.Generator) -> FloatArray:
    """Draw panels, some thousands at a time, and return the errors of their majority votes.

    Parameters
    ----------
    law
        Of the accuracies.
    panels
        How many.
    sizes
        As in `panel_errors`; the last is the number of members that are drawn.
    rng
        For the draws.

    Returns
    -------
    FloatArray
        Of shape (sizes, panels).
    """
    slices = [min(_DRAWN, panels - start) for start in range(0, panels, _DRAWN)]
    return np.concatenate([panel_errors(law.draw(rng, (rows, sizes[-1])), sizes) for rows in slices], axis=1)


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
