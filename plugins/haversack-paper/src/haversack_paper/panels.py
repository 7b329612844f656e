"""Panels of members drawn at random, and the errors of their majority votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from haversack import FloatArray
    from haversack_paper.laws import Law

_DRAWN = 20_000
_ROWS = 2_000  # At a time, so that the working set stays in the processor's cache.


def random_panel_errors(law: Law, panels: int, sizes: Sequence[int], rng: np.random.Generator) -> FloatArray:
    """Draw panels with accuracies from a law, and return their errors as `panel_errors` does."""
    return np.concatenate(list(random_panel_slices(law, panels, sizes, rng)), axis=1)


def random_panel_slices(law: Law, panels: int, sizes: Sequence[int], rng: np.random.Generator) -> Iterator[FloatArray]:
    """Yield the same errors some thousands of panels at a time, where all of them would fill the memory."""
    for start in range(0, panels, _DRAWN):
        yield panel_errors(law.draw(rng, (min(_DRAWN, panels - start), sizes[-1])), sizes)


def panel_errors(accuracies: FloatArray, sizes: Sequence[int]) -> FloatArray:
    """Return the errors of the majority votes of the first members of many panels, ties counted as wrong.

    Each is P(X <= floor(l/2)) for the number X of right votes, summed from small to large without any subtraction, so
    that it keeps its precision however small it is. `accuracies` are of shape (panels, members), errors of shape
    (sizes, panels); `sizes`, how many of the members vote, rise.

    Examples
    --------
    >>> panel_errors(np.array([[0.7, 0.7, 0.7], [0.5, 0.9, 0.9]]), [1, 2, 3]).round(12).tolist()
    [[0.3, 0.5], [0.51, 0.55], [0.216, 0.1]]
    """
    slices = [_errors(accuracies[start : start + _ROWS], sizes) for start in range(0, len(accuracies), _ROWS)]
    return np.concatenate(slices, axis=1)


def _errors(accuracies: FloatArray, sizes: Sequence[int]) -> FloatArray:
    errors = []
    # One row for each number of right votes that can be a minority.
    chances = np.zeros((sizes[-1] // 2 + 1, len(accuracies)))
    chances[0] = 1.0
    for joined, accuracy in enumerate(accuracies.T[: sizes[-1]], start=1):
        wrong = 1.0 - accuracy
        chances[1:] = wrong * chances[1:] + accuracy * chances[:-1]
        chances[0] *= wrong
        if joined in sizes:
            errors.append(chances[: joined // 2 + 1].sum(axis=0))
    return np.array(errors)
