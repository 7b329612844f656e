"""The members of a pool: a set split in three parts, and classifiers trained on different rows of the first."""

from __future__ import annotations

import base64
import functools
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from haversack_paper.experiments.uci.classifiers import FAMILIES, Flags

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack import FloatArray, IntArray
    from haversack_paper.experiments.uci.datasets import SplitKind
    from haversack_paper.experiments.uci.rows import Rows

SHARES = (0.5, 0.25, 0.25)
"""Of training, selection and test data."""

BLOCKS = 30

VERSION = 2
"""Goes with the arguments of what is trained: 2 since identical rows stay together."""

_LEAST_PER_CLASS = 2


class Split(NamedTuple):
    """Numbers of the rows to train on, to take accuracies and votes from, and to hold out until a panel is chosen."""

    training: IntArray
    selection: IntArray
    test: IntArray


def split_rows(rows: Rows, kind: SplitKind, seed: int) -> Split:
    """Split a set in three, each with about the same share of both classes.

    By ``rows``, identical rows stay together: a test row with an exact copy among the training rows would be known by
    heart. By ``blocks``, the file is a series in time and is cut into stretches, which stay together. By ``groups``,
    rows measured on the same thing stay together.
    """
    if kind == "rows":
        units = _number_rows(rows.features)
    elif kind == "blocks":
        units = np.arange(len(rows)) * BLOCKS // len(rows)
    else:
        units = rows.groups
    # Units of either class go, in random order, to the part that lacks most rows of that class.
    rng = np.random.default_rng(seed)
    sizes = np.bincount(units)
    is_one = 2 * np.bincount(units, weights=rows.labels) > sizes
    parts = np.empty(len(sizes), dtype=np.int64)
    for label in (False, True):
        of_class = rng.permutation(np.flatnonzero(is_one == label))
        lacking = np.array(SHARES) * sizes[of_class].sum()
        for unit in of_class.tolist():
            parts[unit] = lacking.argmax()
            lacking[parts[unit]] -= sizes[unit]
    return Split(*(np.flatnonzero(parts[units] == part) for part in range(len(SHARES))))


def _number_rows(features: FloatArray) -> IntArray:
    """Return a number for each row, the same for identical ones, in the order of the file."""
    _, first, same = np.unique(features, axis=0, return_index=True, return_inverse=True)
    numbers = np.empty(len(first), dtype=np.int64)
    numbers[np.argsort(first)] = np.arange(len(first))
    return np.asarray(numbers[same.ravel()])


def train_members(
    members: Iterable[int], rows: Rows, split: Split, sizes: tuple[int, int], seed: int
) -> list[dict[str, Any]]:
    """Train members of a pool, by their numbers.

    What a member is depends on its number and the seed, not on who is trained with it. Its training rows are a subset
    between two sizes, where powers of ten are equally likely, or all of them if there are fewer. Costs are in seconds
    of this process and in operations; where it was right on selection and test data is as `pack` writes it.
    """
    _warm_up()
    return [_train(member, rows, split, sizes, seed) for member in members]


def _train(member: int, rows: Rows, split: Split, sizes: tuple[int, int], seed: int) -> dict[str, Any]:
    rng = np.random.default_rng([seed, member])
    name = list(FAMILIES)[member % len(FAMILIES)]
    options = FAMILIES[name].draw(rng)
    low, high = (min(size, len(split.training)) for size in sizes)
    seen = _draw_subset(split.training, rows.labels, round(float(np.exp(rng.uniform(np.log(low), np.log(high))))), rng)
    features, labels = rows.features[seen], rows.labels[seen]
    model_seed = int(rng.integers(2**31))
    # The time of this process: wall time also counts what others do on the machine.
    start = time.process_time()
    trained = FAMILIES[name].train(features, labels, model_seed, **options)
    seconds = time.process_time() - start
    return {
        "member": member,
        "family": name,
        "options": options,
        "rows": len(seen),
        "seconds": seconds,
        "operations": trained.operations,
        "selection": pack(trained.predict(rows.features[split.selection]) == rows.labels[split.selection]),
        "test": pack(trained.predict(rows.features[split.test]) == rows.labels[split.test]),
    }


def _draw_subset(training: IntArray, labels: Flags, size: int, rng: np.random.Generator) -> IntArray:
    """Draw rows without repetition, with the classes' shares as they are in all training rows."""
    drawn = []
    for label in (False, True):
        rows = training[labels[training] == label]
        wanted = max(_LEAST_PER_CLASS, round(size * len(rows) / len(training)))
        drawn.append(rng.choice(rows, min(wanted, len(rows)), replace=False))
    return rng.permutation(np.concatenate(drawn))


@functools.cache
def _warm_up() -> None:
    """Train one of each family on very little data, so that no member's cost includes loading the libraries."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(40, 3))
    for family in FAMILIES.values():
        family.train(features, features[:, 0] > 0.0, 0, **family.draw(rng)).predict(features)


def pack(flags: Flags) -> dict[str, Any]:
    """Write flags as text, eight of them to a byte.

    Examples
    --------
    >>> pack(np.array([True, False, True]))
    {'length': 3, 'bits': 'oA=='}
    """
    return {"length": len(flags), "bits": base64.b64encode(np.packbits(flags).tobytes()).decode("ascii")}


def unpack(text: dict[str, Any]) -> Flags:
    """Read what `pack` wrote."""
    flags = np.frombuffer(base64.b64decode(text["bits"]), dtype=np.uint8)
    return np.unpackbits(flags, count=text["length"]).astype(np.bool_)
