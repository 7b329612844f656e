"""Blocks of walks, each with a random stream of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

_LARGEST_BLOCK = 256
_BLOCK_CELLS = 262_144


def block_rows(members: int) -> int:
    """Return how many walks make a block: a fixed number for a pool size, few enough for the processor's cache.

    Examples
    --------
    >>> block_rows(30), block_rows(100_000)
    (256, 2)
    """
    return max(1, min(_LARGEST_BLOCK, _BLOCK_CELLS // members))


def streams(rng: np.random.Generator) -> Iterator[np.random.Generator]:
    """Yield one independent stream per block, without end.

    The b-th block always gets the b-th stream, so it does not matter who computes it.
    """
    while True:
        yield rng.spawn(1)[0]
