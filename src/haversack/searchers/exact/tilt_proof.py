"""The proof by tilts, written down: intervals of tilts, with prices and slopes that another program can use."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack import kernels
from haversack.errors import CertificateError
from haversack.searchers.exact.interval_bound import Interval, IntervalBounder
from haversack.searchers.exact.proof_members import find_fewest, list_parities
from haversack.searchers.exact.undecided import UndecidedSearch, find_undecided
from haversack.statistics.tilts import MOST_TILT, find_panel_tilt, tilt_members

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from haversack.arrays import FloatArray, Sets
    from haversack.searchers.exact.sorted_members import SortedMembers

_SHORT, _SHORTEST = 0.06, 0.01
"""Lengths of intervals in units in which errors depend on tilts: below the first, panels may be enumerated."""
_FEW_NODES, _MOST_NODES = 30_000, 1_000_000
"""Of one interval that had better be shorter, and of all."""
_MOST_SUMS = 10_000_000  # one for each row at each node
_HELPFUL = 0.8
"""A shorter interval is worth it if it leaves so much of the slack."""
_MOST_INTERVALS = 400
_MOST_UNDECIDED = 1_500
_CLOSE = 1.1
_WIDEST = 1.0
_MOST_SPLITS = 8
_BEYOND = 1e-5
_LEAST_SPREAD = 1e-6
_ROOM = 1e-7
_FORCED = 1e3


def write_tilt_proof(data: Mapping[str, Any], chosen: Sets, log_bound: float) -> dict[str, Any]:
    """Return a proof that no panel has an error whose logarithm is below the bound.

    Parameters
    ----------
    data
        A majority vote as a certificate has it: all numbers of the proof refer to its members and rows.
    chosen
        The panel, around whose tilt to begin.
    log_bound
        What to prove.

    Raises
    ------
    CertificateError
        If panels are left that tilts say nothing of, or too many.
    """
    proof: dict[str, Any] = {"method": "tilts"}
    for parity, members in list_parities(data).items():
        fewest = find_fewest(members, math.exp(log_bound))
        proof[parity] = {"fewest": fewest}
        if fewest <= len(members.indices):
            breakers = np.ones(len(members) - len(members.indices), dtype=np.bool_)
            tilt = find_panel_tilt(members.accuracies[np.append(chosen[members.indices], breakers)])
            proof[parity] |= _Cover(members, log_bound, fewest).cover(tilt)
    return proof


@attrs.frozen(eq=False)
class _Prices:
    """Prices of the rows and of the size, rounded as the certificate states them."""

    members: SortedMembers
    fewest: int
    rows: FloatArray
    size: float

    @classmethod
    def of(cls, members: SortedMembers, fewest: int, rows: FloatArray, values: FloatArray) -> _Prices:
        """Price the size so that at least `fewest` members have negative keys, if any number is given."""
        rows = np.array([_round(price) for price in rows.tolist()])
        size = 0.0
        if fewest > 0:
            keys = np.sort(values + members.usage @ rows)
            size = _round(max(0.0, float(keys[min(fewest, len(keys)) - 1])))
        return cls(members, fewest, rows, size)

    def add_to(self, values: FloatArray) -> FloatArray:
        """Return keys."""
        keys = values + self.members.usage @ self.rows
        keys[: len(self.members.indices)] -= self.size
        return keys

    def bound(self, values: FloatArray) -> float:
        """Return a lower bound on the sum of values over all panels."""
        keys = self.add_to(values)
        assert self.members.forced is not None
        least = np.where(self.members.forced, keys, np.minimum(keys, 0.0))
        return float(least.sum() - self.members.limits @ self.rows) + self.size * self.fewest

    def to_list(self) -> list[float]:
        """Return them in the order of the certificate."""
        return [*self.rows.tolist(), self.size]


@attrs.frozen
class _Step:
    """One interval of tilts: what the certificate says of it, and whether that excludes its panels."""

    low: float
    high: float
    record: dict[str, Any]
    interval: Interval


class _Cover:
    """Intervals to both sides of a first tilt, until every panel is covered."""

    def __init__(self, members: SortedMembers, log_bound: float, fewest: int) -> None:
        self._members, self._log_bound, self._fewest = members, log_bound, fewest
        self._most_spread = members.largest_size / 4.0
        unit = 2.0 / math.sqrt(max(self._most_spread, 1.0))
        self._short, self._shortest = _SHORT * unit, _SHORTEST * unit
        self._bounder = IntervalBounder(members, fewest, slope=0.5 / max(self._most_spread, 1.0))
        self._count, self._nodes_left = 0, min(_MOST_NODES, _MOST_SUMS // (1 + len(members.limits)))

    def cover(self, tilt: float) -> dict[str, Any]:
        """Return the intervals, from the smallest tilts to the largest."""
        tilt = _round(min(max(tilt, 0.01), MOST_TILT))
        steps: list[_Step] = []
        end, length = tilt, self._short
        while (top_prices := self._price_top(end)) is None:
            step, length = self._take(end, length, upwards=True)
            steps.append(step)
            end = step.high
        start, length = tilt, self._short
        while not self._is_bottom(start):
            step, length = self._take(start, length, upwards=False)
            steps.insert(0, step)
            start = step.low
        return {
            "tilts": [start, *(step.high for step in steps)],
            "top_prices": top_prices,
            "intervals": [step.record for step in steps],
        }

    def _take(self, start: float, length: float, *, upwards: bool) -> tuple[_Step, float]:
        """Return the longest next interval that excludes its panels or leaves few, and a length for the next."""
        slack = math.inf
        while True:
            self._count += 1
            end = _round(start + length if upwards else start - min(length, 0.5 * start))
            if self._count > _MOST_INTERVALS or end in (start, 0.0) or end > MOST_TILT:
                raise CertificateError("certificate: the tilts of panels cannot be covered")
            step = self._bound(min(start, end), max(start, end))
            before, slack = slack, self._log_bound - step.interval.log_base
            if slack <= 0.0:
                return step, 2.0 * length
            is_last = length <= self._shortest or _HELPFUL * before < slack < math.inf
            most_nodes = self._nodes_left if is_last else _FEW_NODES
            if length <= self._short and self._can_enumerate(step.interval, most_nodes):
                return step, length
            if is_last and length <= self._short:
                raise CertificateError("certificate: too many members are undecided to enumerate them again")
            length = max(0.5 * length, self._shortest)

    def _bound(self, low: float, high: float) -> _Step:
        """Bound the panels of an interval, by the numbers that the certificate states."""
        gains, shares, rests = tilt_members(self._members.accuracies, 0.5 * (low + high))
        spreads = shares * rests
        found = self._bounder.bound(low, high)
        slope = _round(self._bounder.slope)
        values = gains - slope * spreads
        prices = _Prices.of(self._members, self._fewest, found.prices, values)
        spread_prices = _Prices.of(self._members, 0, self._bounder.spread_prices, -spreads)
        keys = prices.add_to(values)
        least, most = float(np.sort(spreads)[: self._fewest].sum()), -spread_prices.bound(-spreads)
        ends = _divide(least, float(spreads[keys < 0.0].sum()), most)
        skew = float(np.abs(shares - rests)[spreads > 0.0].max(initial=0.0))
        log_base, log_h = prices.bound(values) - _ROOM, -math.inf
        if least > _LEAST_SPREAD:
            enough = self._log_bound - log_base
            log_h = _split(ends, lambda start, end: _bound_cell(low, high, start, end, skew, slope), enough)
        log_base += log_h
        keys[self._members.forced] = -_FORCED
        record = {"slope": slope, "prices": prices.to_list(), "spread_prices": spread_prices.to_list(), "spreads": ends}
        return _Step(low, high, record, Interval(low, high, log_base, log_base, keys, prices.rows))

    def _can_enumerate(self, interval: Interval, most_nodes: int) -> bool:
        """Return whether a tree of so many nodes has all panels of an interval that may err less than the bound."""
        undecided = find_undecided(interval, self._log_bound)
        if not math.isfinite(interval.log_base) or len(undecided) > _MOST_UNDECIDED:
            return False
        search = UndecidedSearch(self._members, interval, undecided)
        nodes = search.explore(self._log_bound, min(most_nodes, self._nodes_left))[0]
        self._nodes_left -= nodes
        return search.is_done

    def _price_top(self, tilt: float) -> list[float] | None:
        """Return prices by which no panel has a larger tilt, or None if they do not say so."""
        values = 0.5 - tilt_members(self._members.accuracies, tilt).shares
        rewarded, _ = self._members.reward_forced(values.copy())
        rows = np.zeros(len(self._members.limits))
        kernels.lagrangian_bounds.bound_sum_of_many(rewarded, self._members.knapsack, self._fewest, rows)
        prices = _Prices.of(self._members, self._fewest, rows, values)
        is_top = 0.5 / math.tanh(0.5 * tilt) + _ROOM < prices.bound(values)
        return prices.to_list() if is_top else None

    def _is_bottom(self, tilt: float) -> bool:
        """Return whether panels with smaller tilts are excluded by the size of their spread."""
        square = tilt**2 * self._most_spread
        return -math.log1p(square) - 1.5 * square - _ROOM >= self._log_bound


def _divide(least: float, typical: float, most: float) -> list[float]:
    """Return the ends of cells from the least to the most spread, the narrowest around the typical one.

    The bound is flat there and rises with the square of the distance, on a logarithmic scale. So a tangent in the
    middle of a cell that reaches three times as far as it starts is nowhere below the bound of the first cell.
    """
    typical = min(max(typical, least), most)
    below, above = [typical / _CLOSE], [typical * _CLOSE]
    for ends, limit, sign in ((below, least, -1.0), (above, most, 1.0)):
        distance = math.log(_CLOSE)
        while sign * ends[-1] < sign * limit and ends[-1] > 0.0:
            further = min(2.0 * distance, _WIDEST)
            distance += further
            ends.append(ends[-1] * math.exp(sign * further))
        # No further than needed, but never back over the end before.
        ends[-1] = sign * min(sign * ends[-1], max(sign * limit * (1.0 + sign * _BEYOND), sign * ends[0]))
    return [_round(end) for end in (*reversed(below), *above)]


def _split(ends: list[float], bound_cell: Callable[[float, float], float], enough: float) -> float:
    """Split the cell of the least bound while it is wide and that is not enough; return the least bound."""
    bounds = [bound_cell(*cell) for cell in itertools.pairwise(ends)]
    for _ in range(_MOST_SPLITS):
        place = bounds.index(min(bounds))
        if bounds[place] >= enough or ends[place + 1] < _CLOSE**3 * ends[place]:
            break
        ends.insert(place + 1, _round(math.sqrt(ends[place] * ends[place + 1])))
        bounds[place : place + 1] = [bound_cell(*ends[place : place + 2]), bound_cell(*ends[place + 1 : place + 3])]
    return min(bounds)


def _bound_cell(low: float, high: float, least: float, most: float, skew: float, slope: float) -> float:
    """Return a lower bound on log H + slope * v in an interval of tilts and a cell of spreads."""
    tilt = 0.5 * (low + high)
    width = most * math.expm1(0.5 * (high - low)) + 0.5 / math.tanh(0.5 * low) - 0.5 / math.tanh(0.5 * tilt)
    at = math.sqrt(least * most)
    value, rate = kernels.error_integral.bound_cell(tilt, tilt, width, skew, least, most, at)
    return min(value + rate * (at - least) + slope * least, value - rate * (most - at) + slope * most)


def _round(number: float) -> float:
    """Return a number with few digits: any number is as valid, and files are read by people too."""
    return float(f"{number:.7g}")
