"""Tabu search for quadratic knapsacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

from haversack import CapabilityError
from haversack.capabilities import UsesResources
from haversack.validators import optional, positive_finite, whole
from haversack_quadratic.energy import PairProfits

if TYPE_CHECKING:
    from haversack import FloatArray, Monitor, Problem, Sets

_SHAKES = (0.1, 0.2, 0.4)
_NOISES = (0.1, 1 / 3, 1.0)
_TENURES = (0.5, 1.0, 2.0, 4.0)
_STAYS = 997


@attrs.frozen
class QuadraticTabu:
    """Tabu search in rounds: a member that just moved may not move again for some time.

    A round fills a set by the largest gain per weight, then moves one member at a time across the budget, with a
    penalty on excess weight, and finally exchanges members within the budget. The next round starts from the best
    recent set with a random part of its members removed; after some rounds without improvement, from the empty set,
    filled at random. A step is one move.

    Parameters
    ----------
    crossing_patience
        Moves across the budget without improvement before the exchanges begin.
    exchange_patience
        Exchanges without improvement before the round ends.
    tenure
        Approximate number of moves for which a moved member is tabu. Each round draws a factor from 1/2 to 4.
    noise
        Randomness of filling: gains are multiplied by a random factor between 1 and 1 plus this. Each round uses a
        tenth of it, a third, or all.
    give_up
        Rounds without improvement before the search starts again from the empty set.
    rounds
        Number of rounds after which the search ends; no limit if omitted.

    References
    ----------
    Glover, Kochenberger, "Critical event tabu search for multidimensional knapsack problems", Meta-Heuristics (1996),
    for the crossing.
    """

    energy_needs: ClassVar[tuple[type, ...]] = (PairProfits,)
    cost_needs: ClassVar[tuple[type, ...]] = (UsesResources,)

    crossing_patience: int = attrs.field(default=300, validator=whole(1))
    exchange_patience: int = attrs.field(default=10, validator=whole(1))
    tenure: int = attrs.field(default=8, validator=whole(1))
    noise: float = attrs.field(default=3.0, validator=positive_finite)
    give_up: int = attrs.field(default=10, validator=whole(1))
    rounds: int | None = attrs.field(default=None, validator=optional(whole(1)))

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Search round by round until the monitor says stop or all rounds are done."""
        climber = _Climber.of(problem, self)
        # A first set before the kernels are compiled.
        if not monitor.offer(climber.fill(np.zeros(len(problem.pool), dtype=np.bool_))[None, :]):
            return None
        start, start_profit, stale, rounds = None, -np.inf, 0, 0
        while self.rounds is None or rounds < self.rounds:
            fresh = start is None or stale >= self.give_up
            found, profit, moves = climber.climb(rng, None if fresh else start, by_chance=rounds > 0)
            rounds += 1
            stale = 0 if fresh or profit > start_profit else stale + 1
            if fresh or profit >= start_profit:
                start, start_profit = found, profit
            if not monitor.offer(
                found[None, :], np.array([-profit]), steps=moves, at=np.array([moves]), evaluations=moves
            ):
                return None
        return f"{rounds:,} round{'' if rounds == 1 else 's'} made"


@attrs.frozen(eq=False)
class _Climber:
    """The data that all rounds share.

    Parameters
    ----------
    options
        The searcher.
    profits, weights, limit
        Profits, weights and limit of the problem.
    """

    options: QuadraticTabu
    profits: FloatArray
    weights: FloatArray
    limit: float

    @classmethod
    def of(cls, problem: Problem, options: QuadraticTabu) -> _Climber:
        resources = problem.resources()
        assert isinstance(problem.energy, PairProfits)
        assert resources is not None
        profits = np.ascontiguousarray(problem.energy.pair_profits(problem.pool), dtype=np.float64)
        if len(resources.limits) > 1:
            raise CapabilityError(
                "searcher 'quadratic-tabu' supports one limit, but the cost model "
                f"{type(problem.original_cost_model).__name__} has {len(resources.limits)}; "
                "'annealing' supports any number"
            )
        if len(resources.limits) == 0:
            return cls(options, profits, np.zeros(len(problem.pool)), 0.0)
        return cls(options, profits, np.ascontiguousarray(resources.usage[:, 0]), float(resources.limits[0]))

    def climb(self, rng: np.random.Generator, start: Sets | None, *, by_chance: bool) -> tuple[Sets, float, int]:
        """Run one round, from a set without a random part of its members or from the empty set.

        Unless `by_chance`, filling is deterministic.

        Returns
        -------
        tuple
            The best set, its profit, and the number of moves.
        """
        from haversack_quadratic import kernels

        members = len(self.weights)
        inside = np.zeros(members, dtype=np.bool_)
        if start is not None:
            inside = start & (rng.random(members) >= rng.choice(_SHAKES))
        noise = self.options.noise * rng.choice(_NOISES)
        inside = self.fill(inside, 1.0 + noise * rng.random((members, members)) if by_chance else None)
        tenure = max(1, int(self.options.tenure * rng.choice(_TENURES)))
        stays = tenure + rng.integers(0, tenure, _STAYS)
        best = inside.copy()
        gains, left, profit = self._account(inside)
        crossings = kernels.make_crossing_moves(
            self.profits, self.weights, stays, np.zeros(members, dtype=np.int64), self.options.crossing_patience,
            max(profit, 1.0) / max(self.limit, 1e-300), inside, gains, left, profit, best,
        )  # fmt: skip
        inside = best.copy()
        gains, left, profit = self._account(inside)
        exchanges = kernels.make_exchange_moves(
            self.profits, self.weights, stays, np.zeros(members, dtype=np.int64), self.options.exchange_patience,
            inside, gains, left, profit, best,
        )  # fmt: skip
        return best, self._account(best)[2], crossings + exchanges

    def fill(self, inside: Sets, factors: FloatArray | None = None) -> Sets:
        """Add members by the largest gain per weight while they fit; row k of `factors` scales the gains at size k."""
        inside = inside.copy()
        gains, left, _ = self._account(inside)
        densities = 1.0 / np.maximum(self.weights, 1e-300)
        while True:
            merits = np.where(inside | (self.weights > left), 0.0, gains * densities)
            if factors is not None:
                merits *= factors[int(inside.sum()) % len(factors)]
            member = int(np.argmax(merits))
            if merits[member] <= 0.0:
                return inside
            inside[member] = True
            left -= self.weights[member]
            gains += self.profits[member]

    def _account(self, inside: Sets) -> tuple[FloatArray, float, float]:
        """Return the gain of every member, the rest of the limit, and the profit."""
        own = self.profits.diagonal()
        pairs = self.profits @ inside - own * inside
        return own + pairs, float(self.limit - inside @ self.weights), float(inside @ (own + pairs / 2.0))
