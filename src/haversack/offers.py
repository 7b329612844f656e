"""Whether what a searcher offers has the right shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.errors import SearchError

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets


def check_offer(sets: Sets, losses: FloatArray | None, *, steps: int, at: IntArray, members: int) -> None:
    """Raise `SearchError` unless there is a row for each set, a loss and a step for each row, and steps rise.

    Parameters
    ----------
    sets, losses, steps, at
        As in `haversack.Monitor.offer`.
    members
        Size of the pool.
    """
    if sets.ndim != 2 or sets.shape[1] != members:
        raise SearchError(f"searcher offered sets of shape {sets.shape}; expected (rows, {members}), a row per set")
    if losses is not None and losses.shape != (len(sets),):
        raise SearchError(f"searcher offered losses of shape {losses.shape}; expected ({len(sets)},), one per set")
    if steps < 0:
        raise SearchError(f"searcher took {steps} steps; expected at least 0")
    rising = at.shape == (len(sets),) and bool(np.all(at[1:] >= at[:-1]))
    if not rising or (len(at) and not 1 <= at[0] <= at[-1] <= steps):
        raise SearchError(
            f"searcher offered steps {at.tolist()!s:.80}; expected one per set, rising, from 1 to {steps}"
        )
