"""Searchers against each other and against the optimum."""

from haversack.comparison.best_known import read_best_known
from haversack.comparison.cases import Case
from haversack.comparison.engine import Stage
from haversack.comparison.experiment import compare
from haversack.comparison.paper_pools import paper_cases, paper_pool
from haversack.comparison.reference import Reference
from haversack.comparison.result import Comparison
from haversack.comparison.rows import ComparisonRow
from haversack.comparison.standings import Quantiles, Standing, StopStanding

__all__ = [
    "Case",
    "Comparison",
    "ComparisonRow",
    "Quantiles",
    "Reference",
    "Stage",
    "Standing",
    "StopStanding",
    "compare",
    "paper_cases",
    "paper_pool",
    "read_best_known",
]
