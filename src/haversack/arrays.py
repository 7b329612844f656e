"""Types of the arrays in the interfaces."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.int64]
Sets: TypeAlias = npt.NDArray[np.bool_]
"""A batch of sets: one row per set, one column per member of the pool, True where the member is in the set."""
