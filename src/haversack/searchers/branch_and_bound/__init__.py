"""Branch and bound with the bounds of the energy, or of its diminishing returns."""

from haversack.searchers.branch_and_bound.search import BranchAndBound

__all__ = ["BranchAndBound"]
