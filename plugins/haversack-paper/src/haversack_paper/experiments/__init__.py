"""The experiments: one package each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.beta_fit import BetaFit
from haversack_paper.experiments.convergence import Convergence
from haversack_paper.experiments.greedy_limits import GreedyLimits
from haversack_paper.experiments.kaggle import Kaggle
from haversack_paper.experiments.lemmas import Lemmas
from haversack_paper.experiments.monte_carlo import MonteCarlo
from haversack_paper.experiments.optic_disc import OpticDisc
from haversack_paper.experiments.real_votes import RealVotes
from haversack_paper.experiments.simulation import Simulation
from haversack_paper.experiments.uci import Uci

if TYPE_CHECKING:
    from haversack_paper.experiment import Experiment


def all_experiments() -> dict[str, type[Experiment]]:
    """Return the experiments by name, in the order of the paper; last, what it has not."""
    kinds = GreedyLimits, MonteCarlo, Convergence, Lemmas, BetaFit, Simulation, Kaggle, Uci, OpticDisc, RealVotes
    return {kind.name: kind for kind in kinds}
