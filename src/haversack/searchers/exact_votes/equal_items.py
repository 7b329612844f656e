"""Items that all members answered alike, counted as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.api.ballots import Ballots

_MOST_EXACT = 2.0**53
_FACTOR = np.uint64(0x9E37_79B9_7F4A_7C15)  # odd, so that no power of it is lost


def merge_equal_items(ballots: Ballots) -> Ballots:
    """Return ballots with one item for all that were answered alike, of their total weight.

    Every panel wins the same weight as before. What members answer to easy items is mostly the same, so that few of
    many items are left where the members are few. Weights that are not whole numbers are left alone: their sums would
    be rounded.
    """
    items = ballots.answers.shape[1]
    weights = ballots.weights if len(ballots.weights) else np.ones(items)
    if (weights != np.rint(weights)).any() or weights.sum() >= _MOST_EXACT:
        return ballots
    _, first, places = np.unique(_hash_items(ballots.answers), return_index=True, return_inverse=True)
    if len(first) == items or (ballots.answers != ballots.answers[:, first[places]]).any():
        return ballots
    answers = np.ascontiguousarray(ballots.answers[:, first])
    return attrs.evolve(ballots, answers=answers, weights=np.bincount(places, weights).astype(np.float64))


def _hash_items(answers: npt.NDArray[np.signedinteger[Any]]) -> npt.NDArray[np.uint64]:
    """Return a number for each item, the same for those that were answered alike, and hardly ever for others."""
    powers = np.cumprod(np.full(len(answers), _FACTOR))
    return np.asarray(powers @ answers.astype(np.uint64), dtype=np.uint64)
