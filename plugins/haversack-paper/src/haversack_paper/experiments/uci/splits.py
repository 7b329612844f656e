"""Three parts of a data set: to train on, to choose by, and to see what the choice is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack import FloatArray, IntArray
    from haversack_paper.experiments.uci.rows import Rows

SplitKind = Literal["rows", "blocks", "groups"]

SHARES = (0.5, 0.25, 0.25)
"""Of training, selection and test data."""

BLOCKS = 30

VERSION = 2
"""Goes with the arguments of what is trained: 2 since identical rows stay together."""


@attrs.frozen(eq=False)
class Split:
    """Numbers of the rows in each part.

    Parameters
    ----------
    training
        What classifiers may be trained on.
    selection
        Where their accuracies and votes are taken, by which panels are chosen.
    test
        Held out until a panel is chosen.
    """

    training: IntArray
    selection: IntArray
    test: IntArray


def split_rows(rows: Rows, kind: SplitKind, seed: int) -> Split:
    """Split a set in three, each with about the same share of both classes.

    Parameters
    ----------
    rows
        The set.
    kind
        ``rows``: every row goes its own way, but identical rows go together: a test row with an exact copy among the
        training rows is known by heart. ``blocks``: the file is a series in time and is cut into stretches, which stay
        together. ``groups``: rows measured on the same thing stay together.
    seed
        Same seed, same split.
    """
    if kind == "rows":
        units = _identical(rows.features)
    elif kind == "blocks":
        units = np.arange(len(rows)) * BLOCKS // len(rows)
    else:
        units = rows.groups
    parts = _parts_of_units(units, rows, np.random.default_rng(seed))[units]
    return Split(*(np.flatnonzero(parts == part) for part in range(len(SHARES))))


def _identical(features: FloatArray) -> IntArray:
    """Return a number for each row, the same for identical ones, in the order of the file."""
    _, first, same = np.unique(features, axis=0, return_index=True, return_inverse=True)
    numbers = np.empty(len(first), dtype=np.int64)
    numbers[np.argsort(first)] = np.arange(len(first))
    return np.asarray(numbers[same.ravel()])


def _parts_of_units(units: IntArray, rows: Rows, rng: np.random.Generator) -> IntArray:
    """Give units of either class, in random order, to the part that lacks most rows of that class."""
    sizes = np.bincount(units)
    is_one = 2 * np.bincount(units, weights=rows.labels) > sizes
    parts = np.empty(len(sizes), dtype=np.int64)
    for label in (False, True):
        of_class = rng.permutation(np.flatnonzero(is_one == label))
        lacking = np.array(SHARES) * sizes[of_class].sum()
        for unit in of_class.tolist():
            parts[unit] = lacking.argmax()
            lacking[parts[unit]] -= sizes[unit]
    return parts
