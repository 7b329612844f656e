"""The numbers of section 5.3 and Table 6."""

from __future__ import annotations

from typing import NamedTuple

from haversack.energies import OddsCurve


class Row(NamedTuple):
    """A row of Table 6, with the paper's name of the searcher."""

    name: str
    accuracy: float
    seconds: float


PRINTED = {"sherlock": Row("SHErLoCk", 0.9945, 0.07), "annealing": Row("SA", 0.9943, 0.16)}
"""Table 6, by our names of the searchers."""

ACCURACIES = (0.220, 0.304, 0.319, 0.643, 0.754, 0.765, 0.958, 0.976)
SECONDS = (31.0, 38.0, 34.0, 69.0, 11.0, 7.0, 21.0, 90.0)
BUDGET = 0.8 * sum(SECONDS)
MEMBERS = len(ACCURACIES)

TABLE = (0.0, 0.11, 0.70, 0.93, 0.99, 1.0, 1.0, 1.0, 1.0)
"""p_{8,k}: the probability of a correct decision with k correct votes of 8."""

CURVE = OddsCurve(a=-3.43, b=101.7)
"""The paper's fit to the table."""

MEAN = 0.969
"""The expected accuracy of a panel of the expected size, which is 7."""
