"""The members that can be on a panel, and the rows that limit it, all as upper limits (lemmas 2 to 4)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from haversack_verify.problem import Problem


@dataclass(frozen=True)
class Candidates:
    """Members as columns: a panel may have the sum of usage[r] at most limits[r] in each row r.

    The last row is the size, as ``-size <= -fewest``. Every panel has the forced members. For even panels one of them,
    the last, breaks ties: it is right as often as a tie is, or an ulp more (lemma 3), uses nothing, and makes their
    number odd (lemma 6).
    """

    indices: tuple[int, ...]
    accuracies: tuple[float, ...]
    forced: tuple[bool, ...]
    usage: tuple[tuple[float, ...], ...]
    limits: tuple[float, ...]

    @classmethod
    def of(cls, problem: Problem, *, is_even: bool, fewest: int) -> Candidates:
        """Take the members that exceed no limit alone."""
        rows = list(list_rows(problem))
        members = list_eligible(problem)
        breaker = [_round_up(1 - Fraction(problem.tie_error))] if is_even else []
        return cls(
            indices=members,
            accuracies=(*(problem.accuracies[member] for member in members), *breaker),
            forced=(*(member in problem.inside for member in members), *(True for _ in breaker)),
            usage=(
                *((*(usage[member] for member in members), *(0.0 for _ in breaker)) for usage, _ in rows),
                (*(-1.0 for _ in members), *(0.0 for _ in breaker)),
            ),
            limits=(*(limit for _, limit in rows), float(-fewest)),
        )

    def __len__(self) -> int:
        return len(self.accuracies)

    @property
    def largest_size(self) -> int:
        """Upper bound on the number of members, with the one that breaks ties: by the least that so many use."""
        size = len(self)
        for usage, limit in zip(self.usage, self.limits, strict=True):
            total, fitting = Fraction(0), 0
            for place, amount in enumerate(sorted(usage), start=1):
                total += Fraction(amount)
                fitting = place if total <= limit else fitting
            size = min(size, fitting)
        return size

    def price(self, values: Sequence[arb], prices: Sequence[float]) -> list[arb]:
        """Return the keys: values and what members use, at prices of at least 0 per row."""
        keys = list(values)
        for usage, price in zip(self.usage, prices, strict=True):
            if price > 0.0:
                keys = [key + arb(price) * amount for key, amount in zip(keys, usage, strict=True)]
        return keys

    def bound_sum(self, keys: Sequence[arb], prices: Sequence[float]) -> arb:
        """Return a lower bound on the sum of values over every panel, by the keys that `price` returned (lemma 4)."""
        total = arb(0)
        for price, limit in zip(prices, self.limits, strict=True):
            total -= arb(price) * limit
        for key, is_forced in zip(keys, self.forced, strict=True):
            total += key if is_forced else key.min(arb(0))
        return total


def list_rows(problem: Problem) -> Iterator[tuple[tuple[float, ...], float]]:
    """Yield usage and limit of every row, lower limits with the sign changed."""
    for row in problem.rows:
        if row.most is not None:
            yield row.usage, row.most
        if row.least is not None:
            yield tuple(-amount for amount in row.usage), -row.least


def list_eligible(problem: Problem) -> tuple[int, ...]:
    """Return the members that are not excluded and exceed no limit by themselves (lemma 2)."""
    excluded = set(problem.outside)
    for usage, limit in list_rows(problem):
        if min(usage) >= 0.0:
            excluded.update(member for member, amount in enumerate(usage) if amount > limit)
    return tuple(member for member in range(problem.count) if member not in excluded)


def _round_up(number: Fraction) -> float:
    """Return the least double that is no smaller."""
    nearest = float(number)
    return nearest if nearest >= number else math.nextafter(nearest, math.inf)
