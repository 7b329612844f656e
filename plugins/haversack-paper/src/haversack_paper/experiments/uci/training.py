"""The members of a pool, trained one by one on different rows."""

from __future__ import annotations

import base64
import functools
import time
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack_paper.experiments.uci.classifiers import DecisionTree, FeedForward, Perceptron
from haversack_paper.experiments.uci.networks import Boltzmann, RandomFeatures

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from haversack_paper.experiments.uci.classifiers import Family
    from haversack_paper.experiments.uci.rows import Rows
    from haversack_paper.experiments.uci.splits import Split

FAMILIES: tuple[type[Family], ...] = (Perceptron, DecisionTree, FeedForward, RandomFeatures, Boltzmann)
"""Member i is of family i modulo 5, so that the first 30 members are six of each."""

_LEAST_PER_CLASS = 2


def train_members(
    members: Iterable[int], rows: Rows, split: Split, sizes: tuple[int, int], seed: int
) -> list[dict[str, Any]]:
    """Train members of a pool.

    Parameters
    ----------
    members
        Their numbers. What a member is depends on its number and the seed, not on who is trained with it.
    rows, split
        What to train on, and what to be tried on.
    sizes
        Of the smallest and of the largest training subset; in between, powers of ten are equally likely. All training
        rows, if there are fewer.
    seed
        Same seed, same members.

    Returns
    -------
    list
        For each member its family, its options, how many rows it saw, what it cost, in seconds of this process and in
        operations, and where it was right: on selection data and on test data, as `packed`.
    """
    _warm_up()
    return [_trained(member, rows, split, sizes, seed) for member in members]


def _trained(member: int, rows: Rows, split: Split, sizes: tuple[int, int], seed: int) -> dict[str, Any]:
    rng = np.random.default_rng([seed, member])
    family = FAMILIES[member % len(FAMILIES)].draw(rng)
    low, high = (min(size, len(split.training)) for size in sizes)
    seen = _subset(split.training, rows.labels, round(float(np.exp(rng.uniform(np.log(low), np.log(high))))), rng)
    features, labels = rows.features[seen], rows.labels[seen]
    model_seed = int(rng.integers(2**31))
    # The time of this process: that of the wall also counts what others do on the machine.
    start = time.process_time()
    trained = family.train(features, labels, model_seed)
    seconds = time.process_time() - start
    right = {
        part: trained.predict(rows.features[where]) == rows.labels[where]
        for part, where in (("selection", split.selection), ("test", split.test))
    }
    return {
        "member": member,
        "family": family.name,
        "options": attrs.asdict(family),  # type: ignore[arg-type]
        "rows": len(seen),
        "seconds": seconds,
        "operations": trained.operations,
        **{part: packed(votes) for part, votes in right.items()},
    }


def _subset(
    training: npt.NDArray[np.int64], labels: npt.NDArray[np.bool_], size: int, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Draw rows without repetition, with the classes' shares as they are in all training rows."""
    drawn = []
    for label in (False, True):
        rows = training[labels[training] == label]
        wanted = max(_LEAST_PER_CLASS, round(size * len(rows) / len(training)))
        drawn.append(rng.choice(rows, min(wanted, len(rows)), replace=False))
    return rng.permutation(np.concatenate(drawn))


@functools.cache
def _warm_up() -> None:
    """Train one of each family on next to nothing: what is loaded at the first call is nobody's cost."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(40, 3))
    for family in FAMILIES:
        family.draw(rng).train(features, features[:, 0] > 0.0, 0).predict(features)


def packed(flags: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """Write flags as text, eight of them to a byte.

    Examples
    --------
    >>> packed(np.array([True, False, True]))
    {'length': 3, 'bits': 'oA=='}
    """
    return {"length": len(flags), "bits": base64.b64encode(np.packbits(flags).tobytes()).decode("ascii")}


def unpacked(text: dict[str, Any]) -> npt.NDArray[np.bool_]:
    """Read what `packed` wrote.

    Examples
    --------
    >>> unpacked({"length": 3, "bits": "oA=="}).tolist()
    [True, False, True]
    """
    flags = np.frombuffer(base64.b64decode(text["bits"]), dtype=np.uint8)
    return np.unpackbits(flags, count=text["length"]).astype(np.bool_)
