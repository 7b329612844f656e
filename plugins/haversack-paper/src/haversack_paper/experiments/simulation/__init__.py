"""Table 2: SHErLoCk and annealing on synthetic pools, with STOP and without, against the optimum."""

from haversack_paper.experiments.simulation.experiment import Simulation

__all__ = ["Simulation"]
