"""How badly greedy selection can fail: the propositions of section 2."""

from haversack_paper.experiments.greedy_limits.experiment import GreedyLimits

__all__ = ["GreedyLimits"]
