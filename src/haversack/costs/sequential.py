"""The cost of asking one member after the other, until the vote is decided."""

from __future__ import annotations

import bisect
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack import kernels
from haversack.api.cost import SizeEstimate

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.api.accuracy import AccuracyModel
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool

_LEAST = 1e-12  # Of an accuracy, or of its complement, for finite log-odds.


@attrs.frozen
class Sequential:
    """A set costs what its members are expected to cost when they are asked in order until their vote is decided.

    They are asked by falling log-odds of their accuracy per price. The plain vote is decided once the leading answer is
    ahead by more votes than there are members left, so the verdict is that of the whole set. With recorded votes the
    cost is counted on the items, where an answer that is missing costs nothing; without, members err independently and
    wrong answers agree. Members of a pool without costs cost 1 each.

    A set may cost less than one that it contains: a cheap member who makes the size odd decides votes early.

    Examples
    --------
    >>> import numpy as np
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.8], costs=[1, 1, 1])
    >>> Sequential().costs(pool, np.array([[True, True, False], [True, True, True]])).round(2).tolist()
    [2.0, 2.26]
    """

    def prepare(self, pool: Pool) -> PreparedSequential:
        """Sort the members into the order of asking."""
        return PreparedSequential.of(pool)

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return the expected cost of each set."""
        return self.prepare(pool).costs(pool, sets)

    def least_costs(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return a lower bound on the cost of each set and all its supersets."""
        return self.prepare(pool).least_costs(pool, sets)

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:
        """Count the members of mean accuracy and mean price that the budget buys."""
        return self.prepare(pool).expected_size(pool, budget, accuracy)


@attrs.frozen(eq=False)
class PreparedSequential:
    """The members of one pool in the order of asking.

    Parameters
    ----------
    order
        The members, the first one asked first.
    prices, accuracies
        By place in the order; accuracies are of length 0 where votes are counted.
    ballots
        By place in the order and item; without columns where nothing is recorded.
    answered
        By item and place in the order: 1.0 where there is an answer.
    weights
        Of the items; they add up to 1.
    answers
        Number of distinct answers to an item.
    """

    order: IntArray
    prices: FloatArray
    accuracies: FloatArray
    ballots: npt.NDArray[Any]
    answered: FloatArray
    weights: FloatArray
    answers: int

    @classmethod
    def of(cls, pool: Pool) -> PreparedSequential:
        """Sort the members of a pool."""
        accuracies = pool.require_accuracies()
        prices = np.ones(len(pool)) if pool.costs is None else pool.costs
        clipped = np.clip(accuracies, _LEAST, 1.0 - _LEAST)
        odds = np.log(clipped) - np.log1p(-clipped)
        # Free members come first, members that are no better than a coin last.
        with np.errstate(divide="ignore", invalid="ignore"):
            rates = np.where(prices > 0.0, odds / prices, np.where(odds > 0.0, np.inf, odds))
        order = np.argsort(-_drop_last_digits(rates), kind="stable")
        votes = pool.votes
        if votes is None:
            nothing = np.zeros((len(pool), 0), dtype=np.int16), np.zeros((0, len(pool))), np.zeros(0)
            return cls(order, prices[order], accuracies[order], *nothing, 0)
        weights = np.ones(len(votes)) if votes.item_weights is None else votes.item_weights
        return cls(
            order,
            prices[order],
            np.zeros(0),
            np.ascontiguousarray(votes.ballots[order]),
            votes.answered[:, order].astype(np.float64),
            weights / weights.sum(),
            votes.most_answers,
        )

    def costs(self, pool: Pool, sets: Sets) -> FloatArray:  # noqa: ARG002 - the interface's signature
        """Return the expected cost of each set."""
        ordered = np.ascontiguousarray(sets[:, self.order])
        if len(self.accuracies):
            return kernels.sequential.compute_independent_costs(ordered, self.prices, self.accuracies)
        return kernels.sequential.count_recorded_costs(ordered, self.prices, self.ballots, self.weights, self.answers)

    def least_costs(self, pool: Pool, sets: Sets) -> FloatArray:  # noqa: ARG002
        """Return the price of the cheapest members of the pool, as many as the set must ask at least.

        More than half of those who answer have to: fewer votes decide nothing. A superset has at least as many.
        """
        cheapest = np.concatenate([[0.0], np.cumsum(np.sort(self.prices))])
        if len(self.accuracies):
            return cheapest[_count_least(sets.sum(axis=1))]
        answers = sets[:, self.order].astype(np.float64) @ self.answered.T
        return np.asarray(cheapest[_count_least(np.rint(answers).astype(np.int64))] @ self.weights)

    def expected_size(self, pool: Pool, budget: float, accuracy: AccuracyModel) -> SizeEstimate:
        """Count the members of mean accuracy and mean price that the budget buys; odd sizes, larger ones cost more."""
        mean = float(self.prices.mean())
        sizes = range(1, len(pool) + 1, 2)
        place = bisect.bisect_right(sizes, budget, key=lambda size: mean * _count_questions(size, accuracy.mean))
        return SizeEstimate(sizes[max(0, place - 1)], "questions to members of mean accuracy until decided")


def _drop_last_digits(rates: FloatArray) -> FloatArray:
    """Round to twelve digits, so that members who are equal but for rounding keep their order on every machine."""
    mantissas, exponents = np.frexp(rates)
    return np.asarray(np.ldexp(np.round(np.ldexp(mantissas, 40)), exponents - 40))


def _count_least(answers: IntArray) -> IntArray:
    """Return how many answers are needed to decide, of so many that there are."""
    return np.where(answers > 0, answers // 2 + 1, 0)


def _count_questions(size: int, accuracy: float) -> float:
    """Return how many of so many equal members are asked on average."""
    everybody = np.ones((1, size), dtype=np.bool_)
    return float(kernels.sequential.compute_independent_costs(everybody, np.ones(size), np.full(size, accuracy))[0])
