"""The numbers of Table 2, and the names of the searchers."""

from __future__ import annotations

from typing import NamedTuple

ENDINGS = ("limit", "stop")
"""A run ends at a limit of steps, MAXSTEP in the paper, or at STOP."""

COMPARED = ("sherlock", "annealing")
"""The searchers that the paper compares."""

NAMES = {"sherlock": "SHErLoCk", "annealing": "SA", "one-walk": "SA, one walk", "optimum": "proven optimum"}


class Cell(NamedTuple):
    """Mean accuracy and mean seconds of a searcher."""

    accuracy: float
    seconds: float


PRINTED = {
    (30, "sherlock", "limit"): Cell(0.9956, 60.03),
    (30, "sherlock", "stop"): Cell(0.9939, 0.08),
    (30, "annealing", "limit"): Cell(0.9897, 87.40),
    (30, "annealing", "stop"): Cell(0.9891, 0.30),
    (100, "sherlock", "limit"): Cell(0.9966, 294.58),
    (100, "sherlock", "stop"): Cell(0.9961, 1.54),
    (100, "annealing", "limit"): Cell(0.9938, 638.39),
    (100, "annealing", "stop"): Cell(0.9937, 1.58),
}
"""Table 2, by size of the pool, searcher and ending."""
