"""Monte Carlo against simulated annealing where greedy selection fails: the end of section 3."""

from haversack_paper.experiments.monte_carlo.experiment import MonteCarlo

__all__ = ["MonteCarlo"]
