"""All panels of each size in a tree, searched again in whole numbers that are rounded downwards (lemma 13).

Members are sorted by falling accuracy, and a node decides whether the first open one joins. A branch is closed where it
has no panel that keeps the limits, or where even the best accuracies that they allow lead to an error of at least the
bound. The file says nothing about the tree, so nothing has to be trusted.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from haversack_verify.limits import list_limits
from haversack_verify.verdicts import Rejected
from haversack_verify.weights import read_weights

if TYPE_CHECKING:
    from haversack_verify.problem import Claim, Problem

MOST_NODES, MOST_WORK = 200_000, 2_000_000_000  # the second in additions
_GUARD_BITS = 96


def check_tree(problem: Problem, claim: Claim, proof: Any) -> None:  # noqa: ARG001 - the file has no steps
    """Search every size that a panel may have."""
    tree = SizeTree(problem, claim.bound)
    # Lemma 5.
    only_odd = problem.kind == "majority" and problem.tie_error >= 0.5 and not problem.has_demands
    for size in range(max(1, len(problem.inside)), problem.count - len(problem.outside) + 1):
        if size % 2 or not only_odd:
            tree.search(size)


@dataclass(frozen=True)
class Node:
    """Panels that have these members, and further ones from `start` on of which none is excluded."""

    members: tuple[int, ...]
    votes: list[int]
    left: tuple[int, ...]
    start: int
    excluded: int


class SizeTree:
    """Closes the tree of one size after the other."""

    def __init__(self, problem: Problem, bound: Fraction) -> None:
        usage, limits = list_limits(problem)
        is_free = set(range(problem.count)) - set(problem.inside) - set(problem.outside)
        self._problem, self._nodes, self._work = problem, 0, 0
        self._bits = _GUARD_BITS + max(0, bound.denominator.bit_length() - bound.numerator.bit_length())
        self._target = -int(-bound * 2**self._bits // 1)
        # So sorted, a member comes before those that it dominates.
        self._free = sorted(is_free, key=lambda i: (-problem.accuracies[i], [row[i] for row in usage]))
        self._usage = [[row[i] for i in self._free] for row in usage]
        self._limits = tuple(
            limit - sum(row[i] for i in problem.inside) for row, limit in zip(usage, limits, strict=True)
        )
        self._dominated: dict[int, int] = {}
        self._chances = [self._round(problem.accuracies[i]) for i in range(problem.count)]
        self._votes = [2**self._bits]
        for member in problem.inside:
            self._votes = self._join(self._votes, member)

    def search(self, size: int) -> None:
        """Raise `Rejected` unless every panel of that size errs at least as much as the bound."""
        listed = read_weights(self._problem, size)
        weights = [0] if listed is None else [self._round(weight)[0] for weight in listed]
        stack = [Node(self._problem.inside, self._votes, self._limits, 0, 0)]
        while stack:
            node = stack.pop()
            self._nodes += 1
            if self._nodes > MOST_NODES:
                raise Rejected(f"size {size}: the tree has more than {MOST_NODES:,} nodes")
            open_members = [i for i in range(node.start, len(self._free)) if not node.excluded >> i & 1]
            places = size - len(node.members)
            self._work += len(open_members) * (10 + places * len(node.left))
            if self._work > MOST_WORK:
                raise Rejected(f"size {size}: the tree takes more than {MOST_WORK:,} additions")
            best = self._find_best(open_members, places, node.left)
            if best is None:
                continue
            if listed is None:
                raise Rejected(f"size {size}: panels may have that size, and the file has no weights for it")
            self._work += 10 * places * size
            votes = node.votes
            for place in best:
                votes = self._join(votes, self._free[place])[: len(weights)]
            if sum(map(int.__mul__, weights, votes)) >> self._bits >= self._target:
                continue
            if not best:
                names = ", ".join(repr(self._problem.names[i]) for i in sorted(node.members))
                raise Rejected(f"size {size}: the panel of {names} has an error below the bound")
            first, rest = open_members[0], node.votes[: len(weights)]
            left = tuple(limit - row[first] for limit, row in zip(node.left, self._usage, strict=True))
            stack.append(Node(node.members, rest, node.left, first + 1, node.excluded | self._find_dominated(first)))
            joined = (*node.members, self._free[first])
            stack.append(Node(joined, self._join(rest, self._free[first]), left, first + 1, node.excluded))

    def _find_best(self, open_members: list[int], places: int, left: tuple[int, ...]) -> list[int] | None:
        """Return members at least as accurate as the first, second, ... of any panel; None if no panel is allowed."""
        best = list(range(places))
        for row, limit in zip(self._usage, left, strict=True):
            earliest = find_earliest([row[i] for i in open_members], places, limit)
            if earliest is None:
                return None
            best = list(map(max, best, earliest))
        return [open_members[place] for place in best] if places <= len(open_members) else None

    def _find_dominated(self, i: int) -> int:
        """Return, as bits, the later members that use at least as much in every row."""
        if i not in self._dominated:
            later = range(i + 1, len(self._free))
            self._dominated[i] = sum(1 << j for j in later if all(row[i] <= row[j] for row in self._usage))
        return self._dominated[i]

    def _join(self, votes: list[int], member: int) -> list[int]:
        """Return the distribution of right votes after a member joins, rounded downwards."""
        right, wrong = self._chances[member]
        pairs = pairwise([0, *votes, 0])
        return [(right * fewer + wrong * same) >> self._bits for fewer, same in pairs]

    def _round(self, chance: float) -> tuple[int, int]:
        """Return a probability and its complement in units of 2**-bits, rounded downwards."""
        exact = Fraction(chance)
        return int(exact * 2**self._bits), int((1 - exact) * 2**self._bits)


def find_earliest(costs: list[int], places: int, limit: int) -> list[int] | None:
    """Return the earliest place that the first, second, ... of so many can have; None if none cost at most `limit`.

    A set with j members among the first m + 1 costs at least what the j cheapest of these and the cheapest others cost
    together. In j that is convex, and least at the number that the cheapest set of all has there.
    """
    earlier: list[int] = []
    later = sorted(costs)
    if places > len(costs) or sum(later[:places]) > limit:
        return None
    cheapest = set(sorted(range(len(costs)), key=costs.__getitem__)[:places])
    earliest: list[int] = []
    inside = 0
    for place, cost in enumerate(costs):
        if len(earliest) == places:
            break
        insort(earlier, cost)
        del later[bisect_left(later, cost)]
        inside += place in cheapest
        possible = max(inside, len(earliest))
        while possible < min(places, len(earlier)) and (
            sum(earlier[: possible + 1]) + sum(later[: places - possible - 1]) <= limit
        ):
            possible += 1
        earliest += [place] * (possible - len(earliest))
    return earliest
