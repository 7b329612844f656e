"""Random numbers inside kernels, for loops that do not know in advance how many they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit_uncounted

if TYPE_CHECKING:
    import numpy.typing as npt

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_TO_UNIT = 2.0**-53


@jit_uncounted
def draw_uniform(states: npt.NDArray[np.uint64], row: int) -> float:
    """Return the next number in [0, 1) of the stream of a row: the generator SplitMix64.

    Each row's state is seeded from the run's own random stream.
    """
    states[row] += _STEP
    mixed = states[row]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    mixed = mixed ^ (mixed >> np.uint64(31))
    return float(mixed >> np.uint64(11)) * _TO_UNIT


@jit_uncounted
def draw_below(states: npt.NDArray[np.uint64], row: int, count: int) -> int:
    """Return the next whole number from 0 to count - 1 of the stream of a row."""
    return int(draw_uniform(states, row) * count)
