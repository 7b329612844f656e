"""Recorded answers, and the items that a panel wins, in whole numbers."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from haversack_verify.fields import MOST_STEPS, read_list, read_numbers, read_places, read_text, read_whole, take
from haversack_verify.verdicts import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack_verify.problem import Problem

_MOST_ANSWERS = 1_000
_MOST_CELLS = 200_000_000


@dataclass(frozen=True)
class Ballots:
    """What members answered: `given[member][answer]` lists items, those that it got right first.

    An item is worth a whole number. `packed` has the same lists as numbers of 16 bits per item, so that a sum counts
    the votes on all items at once.
    """

    given: tuple[tuple[tuple[int, ...], ...], ...]
    packed: tuple[tuple[int, ...], ...]
    values: tuple[int, ...]
    has_coin: bool

    @property
    def kinds(self) -> int:
        """The number of different answers, the right one included."""
        return max(map(len, self.given))

    def count(self, members: Iterable[int]) -> list[tuple[int, ...]]:
        """Return the votes for each answer, by item."""
        sums = [0] * self.kinds
        for member in members:
            for answer, each in enumerate(self.packed[member]):
                sums[answer] += each
        layout = f"<{len(self.values)}H"
        return [struct.unpack(layout, each.to_bytes(struct.calcsize(layout), "little")) for each in sums]

    def evaluate(self, counts: list[tuple[int, ...]]) -> int:
        """Return the value of the items that a panel wins; of a tie between k answers a coin wins the k-th part."""
        total = 0
        for value, right, *others in zip(self.values, *counts, strict=True):
            rival = max(others)
            if right > rival:
                total += value
            elif right == rival > 0 and self.has_coin:
                total += value // (1 + others.count(rival))
        return total


def read_ballots(problem: Problem) -> Ballots:
    """Read the answers, weights and rule for ties of a problem of kind "votes"."""
    items = read_whole(take(problem.data, "items", "problem"), "problem.items", 1, MOST_STEPS)
    given = []
    for member, lists in enumerate(
        read_list(take(problem.data, "answers", "problem"), "problem.answers", problem.count, is_exact=True)
    ):
        place = f"problem.answers[{member}]"
        rows = [
            read_places(each, f"{place}[{answer}]", items)
            for answer, each in enumerate(read_list(lists, place, _MOST_ANSWERS))
        ]
        if len({item for row in rows for item in row}) < sum(map(len, rows)):
            raise Unreadable(f"{place}: expected one answer to an item, got several")
        given.append((*rows, *((),) * (2 - len(rows))))
    if problem.count * items * max(map(len, given)) > _MOST_CELLS:
        raise Unreadable(f"problem.answers: more than {_MOST_CELLS:,} members, items and answers")
    listed = read_list(take(problem.data, "weights", "problem"), "problem.weights", items) or [1] * items
    weights = [Fraction(each) for each in read_numbers(listed, "problem.weights", items, 0.0)]
    ties = read_text(take(problem.data, "ties", "problem"), "problem.ties")
    if ties not in ("wrong", "coin"):
        raise Unreadable(f"problem.ties: expected 'wrong' or 'coin', got {ties!r:.60}")
    if not any(weights):
        raise Unreadable("problem.weights: expected a weight above 0")
    most = min(max(map(len, given)), problem.count)
    # So that halves, thirds, ... of an item are whole.
    scale = max(each.denominator for each in weights) * (math.lcm(2, *range(1, most + 1)) if ties == "coin" else 1)
    return Ballots(
        given=tuple(given),
        packed=tuple(tuple(_pack(row, items) for row in rows) for rows in given),
        values=tuple(int(weight * scale) for weight in weights),
        has_coin=ties == "coin",
    )


def _pack(row: tuple[int, ...], items: int) -> int:
    counts = [0] * items
    for item in row:
        counts[item] = 1
    return int.from_bytes(struct.pack(f"<{items}H", *counts), "little")


def votes_error(problem: Problem, members: tuple[int, ...]) -> Fraction:
    """Return the share of the items, by weight, that a panel does not win."""
    ballots = read_ballots(problem)
    return 1 - Fraction(ballots.evaluate(ballots.count(members)), sum(ballots.values))
