"""How a good set is looked for: the searchers that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.hookspecs import hookimpl
from haversack.searchers.annealing import Annealing
from haversack.searchers.auto import BestKnown
from haversack.searchers.branch_and_bound import BranchAndBound
from haversack.searchers.enumerate import Enumerate
from haversack.searchers.exact import Exact
from haversack.searchers.exact_votes import ExactVotes
from haversack.searchers.greedy_backward import GreedyBackward
from haversack.searchers.greedy_forward import GreedyForward
from haversack.searchers.monte_carlo import MonteCarlo
from haversack.searchers.sherlock import Sherlock
from haversack.searchers.sweep import Sweep

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Annealing",
    "BestKnown",
    "BranchAndBound",
    "Enumerate",
    "Exact",
    "ExactVotes",
    "GreedyBackward",
    "GreedyForward",
    "MonteCarlo",
    "Sherlock",
    "Sweep",
]


@hookimpl
def haversack_searchers() -> Iterable[Registration]:
    """Offer the searchers of this package."""
    yield Registration("annealing", Annealing, "simulated annealing of many walks in step")
    yield Registration(
        "auto", BestKnown, "the best known way for the problem; proves the best set where that takes seconds"
    )
    yield Registration(
        "branch-and-bound", BranchAndBound, "the best set, with proof, for energies with bounds or diminishing returns"
    )
    yield Registration("enumerate", Enumerate, "every feasible set: the best one with proof, for any energy")
    yield Registration("exact", Exact, "branch and bound: the best set, with proof")
    yield Registration("exact-votes", ExactVotes, "the best set by recorded votes, with proof")
    yield Registration("greedy-backward", GreedyBackward, "start with all members; drop the worst while it helps")
    yield Registration(
        "greedy-forward", GreedyForward, "start with the best member; add what helps most while it helps"
    )
    yield Registration("monte-carlo", MonteCarlo, "random feasible sets, the best one kept")
    yield Registration("sherlock", Sherlock, "the paper's SHErLoCk: sets drawn member by member, by efficiency")
    yield Registration("sweep", Sweep, "good sets of every size, by prices; deterministic and fast")
