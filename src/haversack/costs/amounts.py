"""What a part of a composed cost model amounts to, on one pool."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.problem import ROUNDING
from haversack.arrays import sum_members

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets

_LARGEST = float(np.finfo(np.float64).max)
_EQUAL = attrs.cmp_using(eq=np.array_equal)


@attrs.frozen(unsafe_hash=False)
class TierPrices:
    """A price that depends on the amount: each unit costs what its tier says.

    Parameters
    ----------
    starts
        Where each tier starts; rising, the first at 0.
    prices
        The price per unit in each tier, at least 0.
    """

    starts: FloatArray = attrs.field(eq=_EQUAL)
    prices: FloatArray = attrs.field(eq=_EQUAL)

    def price(self, amounts: FloatArray) -> FloatArray:
        """Return what amounts cost; more never costs less."""
        widths = np.append(np.diff(self.starts), math.inf)
        total = np.zeros_like(amounts)
        with np.errstate(over="ignore"):
            for start, width, price in zip(self.starts, widths, self.prices, strict=True):
                total += price * np.clip(amounts - start, 0.0, width)
        return np.minimum(total, _LARGEST / 4.0)

    def find_most(self, limit: float) -> float:
        """Return the largest amount that costs at most the limit; infinite if every amount does."""
        left = limit
        for place, (start, price) in enumerate(zip(self.starts, self.prices, strict=True)):
            width = self.starts[place + 1] - start if place + 1 < len(self.starts) else math.inf
            # Nothing times infinity is nothing here: without a price, no amount is too large.
            cost = price * width if price > 0.0 else 0.0
            if cost > left:
                return float(start + left / price)
            left -= cost
        return math.inf


@attrs.frozen(unsafe_hash=False)
class Amount:
    """The cost of sets by one part: a sum or a maximum, its price by tiers, and a fee for each group.

    Parameters
    ----------
    name
        What is counted, for messages.
    values
        What each member has.
    is_maximum
        Whether the largest value of a set counts, and not the sum.
    tiers
        The price of the sum or the maximum; None if that is the cost itself.
    groups
        Of shape (members, groups): which group each member belongs to.
    fees
        What each group costs once, however many of its members are in the set.
    """

    name: str
    values: FloatArray = attrs.field(eq=_EQUAL)
    is_maximum: bool
    tiers: TierPrices | None
    groups: Sets = attrs.field(eq=_EQUAL)
    fees: FloatArray = attrs.field(eq=_EQUAL)

    @property
    def has_fees(self) -> bool:
        """Whether a set may cost more than its members do one by one or together: no limit on sums says that."""
        return bool((self.fees > 0.0).any())

    def compute(self, sets: Sets) -> FloatArray:
        """Return the cost of each set."""
        costs = self._price(self._combine(sets))
        if self.has_fees:
            costs = costs + (sets @ self.groups.astype(np.float64) > 0.0) @ self.fees
        return np.asarray(costs)

    def limit(self, budget: float) -> tuple[FloatArray, FloatArray]:
        """Return usage and limits of the sets that cost at most a budget; only without fees."""
        assert not self.has_fees
        if math.isinf(budget):
            return np.zeros((len(self.values), 0)), np.zeros(0)
        if self.is_maximum:
            over = self._price(self.values) > budget * (1 + ROUNDING)
            return np.where(over, 2.0, 0.0)[:, None], np.ones(1)
        if self.tiers is None:
            return self.values[:, None], np.array([budget])
        # Problems leave room for rounding in a limit; here the room is in the price, which may rise faster.
        most = self.tiers.find_most(budget * (1 + ROUNDING)) / (1 + ROUNDING)
        if math.isinf(most):
            return np.zeros((len(self.values), 0)), np.zeros(0)
        # In a unit that depends on the budget, so that nobody takes the limit for the budget; a power of two is exact.
        limit, exponent = math.frexp(most)
        with np.errstate(over="ignore"):
            usage = np.minimum(np.ldexp(self.values, -exponent), 4.0)
        return usage[:, None], np.array([limit])

    def estimate_size(self, budget: float) -> int:
        """Return how many members drawn at random the budget buys on average, rounded up; at least one."""
        count = len(self.values)
        if math.isinf(budget):
            return count
        if self.is_maximum and not self.has_fees:
            return max(1, int((self._price(self.values) <= budget * (1 + ROUNDING)).sum()))
        sizes = np.arange(1.0, count + 1.0)
        # A maximum is estimated by its largest value, so that its fees decide.
        usual = np.full(count, self.values.max()) if self.is_maximum else sizes * self.values.mean()
        costs = np.asarray(self._price(usual) + self._estimate_fees(sizes))
        # Rounding must not lose a member: 0.3 / 0.1 buys three.
        enough = np.flatnonzero(costs >= budget * (1 - ROUNDING))
        return int(sizes[enough[0]]) if enough.size else count

    def _estimate_fees(self, sizes: FloatArray) -> FloatArray:
        """Return the mean of the fees over random sets of each size: a group is missed where none of it is drawn."""
        if not self.has_fees:
            return np.zeros(len(sizes))
        count = len(self.values)
        members = self.groups.sum(axis=0)
        steps = np.arange(count)[:, None]
        # The share of sets without a group falls by this factor with each member that is drawn.
        factors = np.clip((count - members[None, :] - steps) / (count - steps), 0.0, 1.0)
        return np.asarray((1.0 - np.cumprod(factors, axis=0)) @ self.fees)

    def _combine(self, sets: Sets) -> FloatArray:
        if self.is_maximum:
            return np.asarray(np.where(sets, self.values, 0.0).max(axis=1, initial=0.0))
        return sum_members(sets, self.values)

    def _price(self, amounts: FloatArray) -> FloatArray:
        return amounts if self.tiers is None else self.tiers.price(amounts)
