"""Tables 4 and 5: classifiers trained on UCI sets."""

from haversack_paper.experiments.uci.experiment import Study, Uci

__all__ = ["Study", "Uci"]
