"""The proof by tilts: intervals that cover all panels, each with a bound and a search of what that leaves (lemma 6)."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from flint import arb, ctx

from haversack_verify.candidates import Candidates
from haversack_verify.fields import read_list, read_number, read_numbers, read_whole, take
from haversack_verify.integrals import Phase, bound_log_h
from haversack_verify.prefixes import odd_sizes_suffice, require_sizes, to_ball
from haversack_verify.undecided import require_none_better
from haversack_verify.verdicts import Rejected

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from haversack_verify.problem import Claim, Problem

_MOST_INTERVALS = 2_000
_MOST_CELLS = 200
_MOST_INTEGRALS = 10_000  # of one certificate: minutes
_MOST_PRICED = 50_000_000  # intervals times members times limits: minutes, too
_MOST_TILT = 200.0
_PRECISION = 80


def check_tilts(problem: Problem, claim: Claim, proof: Any) -> None:
    """Accept the bound if it holds for odd panels and, unless those suffice, for even ones."""
    parities = ("odd",) if odd_sizes_suffice(problem) else ("odd", "even")
    for parity in parities:
        data = take(proof, parity, "proof")
        fewest = read_whole(take(data, "fewest", f"proof.{parity}"), f"proof.{parity}.fewest", 1, problem.count + 2)
        require_sizes(problem, claim.bound, fewest, parity=int(parity == "odd"))
        candidates = Candidates.of(problem, is_even=parity == "even", fewest=fewest)
        if fewest <= len(candidates.indices):
            with ctx.workprec(_PRECISION):
                _Cover(candidates, fewest, claim.bound, data, parity).check()


class _Cover:
    """Intervals of tilts, one after the other, for the panels of one parity that have at least `fewest` members."""

    def __init__(self, candidates: Candidates, fewest: int, bound: Fraction, data: Any, parity: str) -> None:
        self._candidates, self._fewest, self._bound, self._data = candidates, fewest, bound, data
        self._place = f"proof.{parity}"
        self._log_bound = to_ball(bound).log()
        self._accuracies = [arb(accuracy) for accuracy in candidates.accuracies]
        self._integrals, self._nodes = 0, 0

    def check(self) -> None:
        """Raise `Rejected` at the first step that fails."""
        place = f"{self._place}.intervals"
        intervals = read_list(take(self._data, "intervals", self._place), place, _MOST_INTERVALS)
        ends = read_numbers(take(self._data, "tilts", self._place), f"{self._place}.tilts", len(intervals) + 1)
        if not ends[0] > 0.0 or ends[-1] > _MOST_TILT or any(b <= a for a, b in itertools.pairwise(ends)):
            raise Rejected(f"{self._place}.tilts: they do not rise from above 0")
        if len(intervals) * len(self._candidates) * len(self._candidates.limits) > _MOST_PRICED:
            raise Rejected(f"{place}: more than {_MOST_PRICED:,} intervals times members times limits")
        self._require_bottom(arb(ends[0]))
        self._require_top(arb(ends[-1]))
        for index, interval in enumerate(intervals):
            self._require_interval(arb(ends[index]), arb(ends[index + 1]), interval, f"{place}[{index}]")

    def _require_bottom(self, tilt: arb) -> None:
        """Panels with smaller tilts err more than the bound (lemma 12)."""
        square = tilt**2 * self._candidates.largest_size / 4
        if not -square.log1p() - 3 * square / 2 >= self._log_bound:
            raise Rejected(f"{self._place}.tilts[0]: panels with smaller tilts than {float(tilt):g} are not excluded")

    def _require_top(self, tilt: arb) -> None:
        """No panel has a larger tilt (lemma 6)."""
        prices = self._read_prices(self._data, "top_prices", self._place)
        shares = _tilt(self._accuracies, tilt)[1]
        keys = self._candidates.price([arb(0.5) - share for share in shares], prices)
        if not (tilt / 2).coth() / 2 < self._candidates.bound_sum(keys, prices):
            raise Rejected(f"{self._place}.top_prices: panels may have larger tilts than {float(tilt):g}")

    def _require_interval(self, low: arb, high: arb, data: Any, place: str) -> None:
        """No panel whose tilt lies in the interval errs less than the bound."""
        tilt, half = (low + high) / 2, (high - low) / 2
        gains, shares, spreads = _tilt(self._accuracies, tilt)
        cells = self._read_cells(data, spreads, place)
        slope = arb(read_number(take(data, "slope", place), f"{place}.slope"))
        prices = self._read_prices(data, "prices", place)
        keys = self._candidates.price(
            [gain - slope * spread for gain, spread in zip(gains, spreads, strict=True)], prices
        )
        skew = max(
            (abs(2 * share - 1).upper() for share, spread in zip(shares, spreads, strict=True) if not spread.is_zero()),
            default=arb(0),
        )
        least = arb.pos_inf()
        self._integrals += len(cells) - 1
        if self._integrals > _MOST_INTEGRALS:
            raise Rejected(f"{place}: more than {_MOST_INTEGRALS:,} integrals")
        for start, end in itertools.pairwise(cells):
            width = end * half.expm1() + (low / 2).coth() / 2 - (tilt / 2).coth() / 2
            least = least.min(bound_log_h(Phase(tilt, width, 2 * skew * end), start, end, slope))
        slack = self._log_bound - self._candidates.bound_sum(keys, prices) - least
        if not slack.is_finite():
            raise Rejected(f"{place}: nothing is known of the panels in it")
        if not slack <= 0:
            self._nodes = require_none_better(
                self._candidates, keys, prices, slack.upper(), self._bound, place, self._nodes
            )

    def _read_cells(self, data: Any, spreads: Sequence[arb], place: str) -> list[arb]:
        """Return the ends of the cells, which must cover the spreads of all panels."""
        ends = read_numbers(take(data, "spreads", place), f"{place}.spreads", least=1e-12)
        if not 2 <= len(ends) <= _MOST_CELLS or any(b <= a for a, b in itertools.pairwise(ends)):
            raise Rejected(f"{place}.spreads: expected 2 to {_MOST_CELLS} rising numbers")
        prices = self._read_prices(data, "spread_prices", place)
        most = -self._candidates.bound_sum(self._candidates.price([-spread for spread in spreads], prices), prices)
        smallest = sorted(spread.lower() for spread in spreads)[: self._fewest]
        if not (ends[0] <= sum(smallest, arb(0)) and most <= ends[-1]):
            raise Rejected(f"{place}.spreads: panels may have less or more")
        return [arb(end) for end in ends]

    def _read_prices(self, data: Any, key: str, place: str) -> tuple[float, ...]:
        return read_numbers(take(data, key, place), f"{place}.{key}", len(self._candidates.limits), 0.0)


def _tilt(accuracies: Sequence[arb], tilt: arb) -> tuple[list[arb], list[arb], list[arb]]:
    """Return gains, shares and spreads of members under a tilt."""
    up, down = (tilt / 2).exp(), (-tilt / 2).exp()
    rights = [accuracy * down for accuracy in accuracies]
    wrongs = [(1 - accuracy) * up for accuracy in accuracies]
    norms = [right + wrong for right, wrong in zip(rights, wrongs, strict=True)]
    shares = [right / norm for right, norm in zip(rights, norms, strict=True)]
    spreads = [share * wrong / norm for share, wrong, norm in zip(shares, wrongs, norms, strict=True)]
    return [norm.log() for norm in norms], shares, spreads
