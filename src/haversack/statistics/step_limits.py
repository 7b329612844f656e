"""MAXSTEP: the paper's limit on search steps."""

from __future__ import annotations

import math
from typing import Literal


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
