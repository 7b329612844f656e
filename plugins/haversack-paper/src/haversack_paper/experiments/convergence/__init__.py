"""Mean and variance of q over the size of the panel: the figure of section 4, and Lemma 1."""

from haversack_paper.experiments.convergence.experiment import Convergence

__all__ = ["Convergence"]
