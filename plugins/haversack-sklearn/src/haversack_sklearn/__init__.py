"""A scikit-learn classifier that votes with the best panel a budget can buy."""

from haversack_sklearn.dependence import DependenceWarning
from haversack_sklearn.panel import PanelClassifier

__all__ = ["DependenceWarning", "PanelClassifier"]
