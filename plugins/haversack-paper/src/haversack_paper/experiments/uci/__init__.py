"""Tables 4 and 5: classifiers trained on UCI sets."""

from haversack_paper.experiments.uci.experiment import Uci

__all__ = ["Uci"]
