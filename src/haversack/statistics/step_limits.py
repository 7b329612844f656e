"""Limits on search steps: the paper's MAXSTEP, and the patience of runs without a rule."""

from __future__ import annotations

import math
from typing import Literal

_CELLS = 400_000_000
_LEAST, _MOST = 2_000, 200_000


def compute_step_limit(pool_size: int, size: int, count: Literal["exact", "approximate"] = "exact") -> int:
    """Return the number of sets of a size, or the paper's approximation n^l / l!, as an unbounded integer.

    Examples
    --------
    >>> compute_step_limit(30, 9), compute_step_limit(30, 9, "approximate")
    (14307150, 54241071)
    """
    if count == "exact":
        return math.comb(pool_size, size)
    return int(pool_size**size // math.factorial(size))


def choose_patience(pool_size: int) -> int:
    """Return after how many steps without a better set to give up: fewer in large pools, whose steps take longer.

    Examples
    --------
    >>> choose_patience(100), choose_patience(10_000), choose_patience(1_000_000)
    (200000, 40000, 2000)
    """
    return max(_LEAST, min(_CELLS // pool_size, _MOST))
