"""The detectors of the optic disc: section 5.3 and Table 6."""

from haversack_paper.experiments.optic_disc.experiment import OpticDisc

__all__ = ["OpticDisc"]
