"""Which distribution fits the accuracies of random panels: section 4.3, and its Table 1."""

from haversack_paper.experiments.beta_fit.experiment import BetaFit

__all__ = ["BetaFit"]
