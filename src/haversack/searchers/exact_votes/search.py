"""The best set by recorded votes, with proof."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

import attrs
import numpy as np

from haversack.api.ballots import HasBallots
from haversack.api.cost import UsesResources
from haversack.searchers.common.limited_monitors import StepLimit
from haversack.searchers.exact.demands import list_nonlinear_constraints
from haversack.searchers.exact_votes.ballot_tree import BallotTree
from haversack.searchers.exact_votes.equal_items import merge_equal_items
from haversack.searchers.exact_votes.panel_limits import PanelLimits
from haversack.searchers.exact_votes.proof import write_votes_proof
from haversack.validators import optional, whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import Sets

_CELLS_PER_REPORT = 20_000_000
_CELLS_PER_EVALUATION = 2_048
_NONE_FEASIBLE = "no set is feasible"


@attrs.frozen
class ExactVotes:
    """Find the set that wins most recorded items, and prove that none wins more.

    For energies that count recorded votes, such as ``votes``, with item weights, ties, missing answers and any number
    of labels, under any list of limits on sums. Branch and bound: each undecided item adds at most a linear function of
    the members that may still join, and the sum of these functions leaves few members and few sets to look at. A step
    is one node. The search can be stopped at any time: the answer then has a bound. Linear constraints of every kind
    are kept: a branch is left out when what is left cannot meet a demand.

    Parameters
    ----------
    most_nodes
        End without a proof after exploring so many nodes; no limit if omitted.
    """

    most_nodes: int | None = attrs.field(default=None, validator=optional(whole(1)))

    energy_needs: ClassVar[tuple[type, ...]] = (HasBallots,)
    cost_needs: ClassVar[tuple[type, ...]] = (UsesResources,)
    proves_optimality: ClassVar[bool] = True
    ends_by_itself: ClassVar[bool] = True
    evaluates_sets: ClassVar[bool] = True
    follows_search: ClassVar[bool] = True
    knows_constraints: ClassVar[bool] = True

    @staticmethod
    def find_unmet_needs(problem: Problem) -> list[str]:
        """Return a clause for each constraint that is not linear."""
        return list_nonlinear_constraints(problem)

    @classmethod
    def weigh_node(cls, problem: Problem) -> float:
        """Return how many evaluations of a set take about as long as a node, at least 1."""
        return 1.0 + _count_cells(problem) / _CELLS_PER_EVALUATION

    def write_proof(
        self,
        problem: Problem,
        chosen: Sets,  # noqa: ARG002
        bound: Fraction,
        data: Mapping[str, Any],  # noqa: ARG002
    ) -> dict[str, Any]:
        """Return what a second program needs to search the tree again; see `haversack.capabilities.Certifies`."""
        return write_votes_proof(problem, bound)

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:  # noqa: ARG002
        """Search until the best set is proved, the nodes are used up, or the monitor says stop."""
        if self.most_nodes is None:
            return _search(problem, monitor)
        limited = StepLimit(monitor, self.most_nodes)
        reason = _search(problem, limited, self.most_nodes)
        return f"{self.most_nodes:,} nodes explored" if reason is None and limited.is_used_up else reason


def _search(problem: Problem, monitor: Monitor, most_nodes: float = math.inf) -> str | None:
    limits = PanelLimits.of(problem)
    if not limits.fitting.any() and not limits.inside.any():
        monitor.prove(math.inf)
        return _NONE_FEASIBLE
    if not _offer_start(problem, monitor, limits):
        return None
    assert isinstance(problem.energy, HasBallots)
    best = monitor.best_set
    ballots = merge_equal_items(problem.energy.ballots(problem.pool))
    tree = BallotTree(ballots, limits, None if best is None else np.array(best))
    at_once = max(1, _CELLS_PER_REPORT // _count_cells(problem))
    while not tree.is_done:
        nodes = max(1, tree.explore(int(min(at_once, most_nodes)) if tree.is_small else 1))
        most_nodes -= nodes
        sets, bound = tree.best[None, :][: int(tree.has_found)], tree.loss_bound
        if len(sets):
            bound = min(bound, float(problem.losses(sets)[0]))
        if not monitor.offer(sets, steps=nodes, at=np.full(len(sets), nodes), loss_bound=bound):
            return None
        if not tree.is_small:
            return "too many members to explore further"
    if monitor.best_set is None:
        monitor.prove(math.inf)
        return _NONE_FEASIBLE
    monitor.prove(monitor.best_loss)
    return "proved optimal"


def _offer_start(problem: Problem, monitor: Monitor, limits: PanelLimits) -> bool:
    """Offer a set to begin with, unless there is one; return whether to go on.

    The tree adds at least one member to those that every panel has, so these alone are offered here.
    """
    inside = limits.inside[None, :]
    if inside.any() and problem.fits(inside)[0] and not monitor.offer(inside):
        return False
    if monitor.best_set is not None and monitor.best_set.any():
        return True
    singles = np.eye(len(limits.fitting), dtype=np.bool_)[limits.fitting]
    if problem.conditions.has_demands:
        singles = singles[problem.fits(singles)]
    if not len(singles):
        return True
    best = int(np.argmin(problem.losses(singles)))
    return monitor.offer(singles[best : best + 1])


def _count_cells(problem: Problem) -> int:
    """Return the number of answers, and of items some times: what a node takes is in proportion to it."""
    assert isinstance(problem.energy, HasBallots)
    answers = problem.energy.ballots(problem.pool).answers
    return int((answers >= 0).sum() + 8 * answers.shape[1] + 1)
