"""Every panel of an interval that its keys do not exclude, in whole numbers that are rounded outwards (lemma 11)."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import arb, arb_poly

from haversack_verify.prefixes import to_ball
from haversack_verify.verdicts import Rejected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_verify.candidates import Candidates

MOST_NODES, MOST_SUMS, MOST_UNDECIDED = 3_000_000, 30_000_000, 2_000  # of one certificate; sums are by row
_SCALE = 2**48


def require_none_better(
    candidates: Candidates,
    keys: Sequence[arb],
    prices: Sequence[float],
    slack: arb,
    bound: Fraction,
    step: str,
    nodes: int = 0,
) -> int:
    """Search all panels whose keys add up to at most the slack; return the number of nodes, with those before.

    Raises
    ------
    Rejected
        If one of them may have an error below the bound, or if there are too many.
    """
    sizes = [0 if key.contains(0) else _round_down(abs(key)) for key in keys]
    most = -_round_down(-slack)
    places = [place for place, size in enumerate(sizes) if size <= most and not candidates.forced[place]]
    if len(places) > MOST_UNDECIDED:
        raise Rejected(f"{step}: more than {MOST_UNDECIDED:,} members are undecided")
    places.sort(key=lambda place: -sizes[place])
    inside = [place for place, key in enumerate(keys) if candidates.forced[place] or (sizes[place] > most and key < 0)]
    rows = [_TreeRow(*row, inside, places) for row in zip(candidates.usage, candidates.limits, prices, strict=True)]
    votes = _Votes([candidates.accuracies[place] for place in inside])
    above, below = _list_dominance(candidates, places)
    # What it costs to leave a member out, and to take it in.
    costs = [(sizes[place], 0) if keys[place] < 0 else (0, sizes[place]) for place in places]
    limit, most_nodes = to_ball(bound), min(MOST_NODES, MOST_SUMS // len(rows))

    stack = [(0, 0, 0, [row.start for row in rows], [row.priced_start for row in rows], arb_poly([1]))]
    while stack:
        level, panel, deviation, used, priced, others = stack.pop()
        nodes += 1
        if nodes > most_nodes:
            raise Rejected(f"{step}: more than {most_nodes:,} panels are undecided")
        if any(amount + row.relief[level] > row.limit for row, amount in zip(rows, used, strict=True)):
            continue
        left = zip(rows, priced, strict=True)
        if deviation + sum(max(0, row.priced_limit - amount - row.priced_rest[level]) for row, amount in left) > most:
            continue
        if level == len(places):
            size = votes.size + panel.bit_count()
            if size % 2 and not votes.bound_error(others, size) >= limit:
                raise Rejected(f"{step}: a panel of {size} members may have an error below the bound")
            continue
        out, joined = costs[level]
        if not panel & below[level]:
            stack.append((level + 1, panel, deviation + out, used, priced, others))
        if panel & above[level] == above[level]:
            right = arb(candidates.accuracies[places[level]])
            stack.append(
                (
                    level + 1,
                    panel | 1 << level,
                    deviation + joined,
                    [amount + row.amounts[level] for row, amount in zip(rows, used, strict=True)],
                    [amount + row.priced_amounts[level] for row, amount in zip(rows, priced, strict=True)],
                    others * arb_poly([1 - right, right]),
                )
            )
    return nodes


def _list_dominance(candidates: Candidates, places: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return, as bits for each level, which earlier members dominate its member, and which it dominates (lemma 11)."""
    values = [(-candidates.accuracies[place], *(usage[place] for usage in candidates.usage), place) for place in places]
    bits = [(1 << level) - 1 for level in range(len(places))]
    above = [each & bit for each, bit in zip(_list_as_good(values), bits, strict=True)]
    opposite = [tuple(-each for each in value) for value in values]
    below = [each & bit for each, bit in zip(_list_as_good(opposite), bits, strict=True)]
    return above, below


def _list_as_good(values: Sequence[tuple[float, ...]]) -> list[int]:
    """Return, as bits, who is no larger in any value; the last value, a place, decides between equals only."""
    found = [-1] * len(values)
    for column in list(zip(*values, strict=True))[:-1]:
        seen = 0
        for _, group in itertools.groupby(sorted(range(len(values)), key=column.__getitem__), key=column.__getitem__):
            levels = list(group)
            seen |= sum(1 << level for level in levels)
            for level in levels:
                found[level] &= seen
    equals: dict[tuple[float, ...], int] = {}
    for level in sorted(range(len(values)), key=lambda level: -values[level][-1]):
        # Of equals, only those with smaller places count.
        later = equals.get(values[level][:-1], 0) | 1 << level
        equals[values[level][:-1]] = later
        found[level] &= ~later
    return found


class _TreeRow:
    """One row for the tree: exact whole numbers for its limit, and rounded ones for what is left over at its price.

    `relief` is the least that the members from each level on can use; `priced_rest` the most, at the price.
    """

    def __init__(
        self, usage: Sequence[float], limit: float, price: float, inside: Sequence[int], places: Sequence[int]
    ) -> None:
        exact = [Fraction(usage[place]) for place in (*inside, *places)]
        unit = max([amount.denominator for amount in exact], default=1)
        unit = max(unit, Fraction(limit).denominator)
        whole = [int(amount * unit) for amount in exact]
        self.limit, self.start = int(Fraction(limit) * unit), sum(whole[: len(inside)])
        self.amounts = whole[len(inside) :]
        per_unit = Fraction(price) * _SCALE
        self.priced_limit = (per_unit * Fraction(limit)).__floor__()
        self.priced_start = (per_unit * sum(exact[: len(inside)], Fraction(0))).__ceil__()
        self.priced_amounts = [(per_unit * amount).__ceil__() for amount in exact[len(inside) :]]
        self.relief, self.priced_rest = [0], [0]
        for amount, priced in zip(reversed(self.amounts), reversed(self.priced_amounts), strict=True):
            self.relief.insert(0, self.relief[0] + min(amount, 0))
            self.priced_rest.insert(0, self.priced_rest[0] + max(priced, 0))


class _Votes:
    """The right votes of members that are on every panel of a tree."""

    def __init__(self, accuracies: Sequence[float]) -> None:
        self.size = len(accuracies)
        votes = arb_poly([1])
        for accuracy in accuracies:
            votes *= arb_poly([1 - arb(accuracy), arb(accuracy)])
        self._at_most = [arb(0)]
        for chance in votes.coeffs():
            self._at_most.append(self._at_most[-1] + chance)

    def bound_error(self, others: arb_poly, size: int) -> arb:
        """Return a ball around the error of an odd panel of that size, given the right votes of its other members.

        The degree of a polynomial is no number of members: one who is never right does not raise it.
        """
        most = (size - 1) // 2
        total = arb(0)
        for right, chance in enumerate(others.coeffs()):
            total += chance * self._at_most[min(max(most - right + 1, 0), len(self._at_most) - 1)]
        return total


def _round_down(number: arb) -> int:
    """Return a whole number of units that is no larger."""
    mantissa, exponent = (number.lower() * _SCALE).man_exp()
    return int(mantissa) << int(exponent) if exponent >= 0 else int(mantissa) >> -int(exponent)
