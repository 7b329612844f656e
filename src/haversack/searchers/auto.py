"""The best known way for each problem."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from haversack.in_turn import InTurn
from haversack.needs import find_missing_capabilities
from haversack.searchers.annealing import Annealing
from haversack.searchers.branch_and_bound import BranchAndBound
from haversack.searchers.enumerate import Enumerate
from haversack.searchers.exact import Exact
from haversack.searchers.exact_votes import ExactVotes
from haversack.statistics.step_limits import choose_patience
from haversack.validators import flag, optional, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy as np

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor, Searcher

_SMALL_POOL = 12
_MOST_CELLS = 2**31


@attrs.frozen
class BestKnown:
    """Prove the best set where that takes seconds, and search for as good a set as can be found elsewhere.

    Up to 12 members, every feasible set is evaluated. In larger pools a searcher that proves optimality, if one can be
    used with this energy and cost model, finds a good set and explores a limited number of nodes. If it does not
    finish, all feasible sets are evaluated where there are few enough of them; where there are more, `annealing` goes
    on from the best set so far until it finds no better one for a number of steps. Where recorded votes are counted
    `annealing` alone searches, which takes less time than a proof does; the proof follows when the answer is bounded.
    The result records what was chosen.

    Parameters
    ----------
    most_nodes
        Limit for a searcher that proves optimality by nodes of its own.
    most_evaluations
        Limit for a searcher that proves optimality by sets that the energy evaluates.
    most_sets
        Evaluate all feasible sets if there are at most so many.
    walks
        Whether annealing follows where nothing is proved.
    patience
        Steps without a better set after which annealing ends. By default 200,000, and fewer in pools of more than 2,000
        members, down to 2,000: their steps take longer.
    """

    most_nodes: int = attrs.field(default=5_000_000, validator=whole(1))
    most_evaluations: int = attrs.field(default=200_000, validator=whole(1))
    most_sets: int = attrs.field(default=2**20, validator=whole(1))
    walks: bool = attrs.field(default=True, validator=flag)
    patience: int | None = attrs.field(default=None, validator=optional(whole(1)))

    ends_by_itself: ClassVar[bool] = True

    def choose(self, problem: Problem, provers: Iterable[Callable[..., Searcher]]) -> Searcher:
        """Return the searchers for a problem. See `haversack.capabilities.ChoosesSearcher`."""
        members = len(problem.pool)
        if members <= _SMALL_POOL:
            return Enumerate()
        provers = list(provers)
        is_proved_later = self.walks and any(getattr(prover, "follows_search", False) for prover in provers)
        searchers: list[Searcher] = []
        if not is_proved_later:
            searchers = [prover(most_nodes=self._limit_nodes(prover, problem)) for prover in provers]
            # Sets are rows of a matrix: in large pools fewer of them take as long.
            searchers.append(Enumerate(most_sets=max(1, min(self.most_sets, _MOST_CELLS // members))))
        if self.walks:
            searchers.append(Annealing(patience=self.patience or choose_patience(members)))
        return InTurn(searchers)

    def _limit_nodes(self, prover: Callable[..., Searcher], problem: Problem) -> int:
        """Return the limit for a prover: a set that the energy evaluates takes longer than a node of compiled code."""
        if not getattr(prover, "evaluates_sets", False):
            return self.most_nodes
        weigh: Callable[[Problem], float] | None = getattr(prover, "weigh_node", None)
        return max(1, int(self.most_evaluations / (1.0 if weigh is None else weigh(problem))))

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Choose among the searchers that ship, and let them search."""
        provers = [
            prover for prover in (BranchAndBound, Exact, ExactVotes) if not find_missing_capabilities(prover, problem)
        ]
        return self.choose(problem, provers).search(problem, monitor, rng)
