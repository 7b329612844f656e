"""Table 3: ensembles of the competitors of Kaggle's challenges, without costs."""

from haversack_paper.experiments.kaggle.experiment import Kaggle

__all__ = ["Kaggle"]
