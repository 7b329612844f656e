"""The panels of recorded votes in a tree, searched again in whole numbers.

Every item adds at most a linear function of the members that join (lemma 14); the file suggests which one, and
whichever is taken, the bound holds. A node is split by the first of its candidates that joins.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from haversack_verify.ballots import read_ballots
from haversack_verify.fields import read_numbers, take
from haversack_verify.limits import list_limits
from haversack_verify.verdicts import Rejected

if TYPE_CHECKING:
    from haversack_verify.problem import Claim, Problem

MOST_NODES, MOST_WORK = 200_000, 5_000_000_000  # the second in additions, roughly
_FINE = 2**32  # parts of what items are worth, for bounds


def check_ballot_tree(problem: Problem, claim: Claim, proof: Any) -> None:
    """Search all panels for one that wins more than the bound allows."""
    BallotTree(problem, claim, proof).search()


class BallotTree:
    """Closes the tree node by node."""

    def __init__(self, problem: Problem, claim: Claim, proof: Any) -> None:
        self._problem, self._ballots = problem, read_ballots(problem)
        items, total = len(self._ballots.values), sum(self._ballots.values)
        self._expected = [
            read_numbers(take(proof, key, "proof"), f"proof.{key}", items, 0.0, 1.0) for key in ("right", "wrong")
        ]
        self._usage, self._limits = list_limits(problem)
        self._only_limits = [min(row) >= 0 for row in self._usage]
        # The least value that contradicts the claim: panels have whole values, bounds are finer.
        self._target = int(total * (1 - claim.bound) // 1) + 1
        # Where a coin decides, an item is two halves: one is won by a lead, the other also by a tie.
        self._needs = (1, 0) if self._ballots.has_coin else (1,)

    def search(self) -> None:
        """Raise `Rejected` unless no allowed panel reaches the target."""
        problem, ballots = self._problem, self._ballots
        free = [i for i in range(problem.count) if i not in problem.inside and i not in problem.outside]
        used = [sum(row[i] for i in problem.inside) for row in self._usage]
        stack = [(problem.inside, free, [limit - each for limit, each in zip(self._limits, used, strict=True)])]
        work = 10 * len(ballots.values) * (ballots.kinds + 3) + 50 * problem.count * len(self._usage)
        work += sum(len(row) for rows in ballots.given for row in rows)
        nodes, most_nodes = 0, min(MOST_NODES, MOST_WORK // work)
        while stack:
            panel, candidates, left = stack.pop()
            nodes += 1
            if nodes > most_nodes:
                raise Rejected(f"the tree has more than {most_nodes:,} nodes")
            counts = ballots.count(panel)
            is_allowed = panel and min(left, default=0) >= 0
            if is_allowed and ballots.evaluate(counts) >= self._target:
                names = ", ".join(repr(problem.names[i]) for i in sorted(panel))
                raise Rejected(f"node {nodes}: the panel of {names} has an error below the bound")
            places = self._count_places(candidates, left)
            if places > 0:
                for place, others in self._split(counts, candidates, left, places):
                    rest = [limit - row[place] for limit, row in zip(left, self._usage, strict=True)]
                    stack.append(((*panel, place), others, rest))

    def _count_places(self, candidates: list[int], left: list[int]) -> int:
        """Return how many candidates can join at most; 0 where what the rows demand is out of reach."""
        places, fewest = len(candidates), 0
        for row, limit in zip(self._usage, left, strict=True):
            # Of so many, those that use least: the sums fall at first, where some use less than nothing, and then rise.
            sums = list(accumulate(sorted(row[i] for i in candidates)))
            fitting = [count for count, total in enumerate(sums, 1) if total <= limit]
            places = min(places, fitting[-1] if fitting else 0)
            fewest = max(fewest, fitting[0] if fitting and limit < 0 else 0)
        return places if places >= fewest else 0

    def _split(
        self, counts: list[tuple[int, ...]], candidates: list[int], left: list[int], places: int
    ) -> list[tuple[int, list[int]]]:
        """Return the candidates that may join first, each with those that may join it."""
        constant, gains, drops, winnable = self._choose_lines(counts, self._ballots.count(candidates), places)
        if winnable < self._target * _FINE:
            return []
        scored = [(self._score(member, gains, drops), member) for member in candidates]
        scored.sort(reverse=True)
        scores, members = [score for score, _ in scored], [member for _, member in scored]
        joining, first = bound_by_places(scores, places)
        for row, limit, only_limits in zip(self._usage, left, self._only_limits, strict=True):
            if only_limits:
                priced = bound_by_price(scores, [row[i] for i in members], limit)
                joining = list(map(min, joining, priced[0]))
                first = list(map(min, first, priced[1]))
        kept = [place for place in range(len(members)) if constant + joining[place] >= self._target * _FINE]
        return [
            (members[place], [members[each] for each in kept[index + 1 :]])
            for index, place in enumerate(kept)
            if constant + first[place] >= self._target * _FINE
        ]

    def _score(self, member: int, gains: list[int], drops: list[dict[int, int]]) -> int:
        """Return what a member adds to the bound."""
        right, *wrong = self._ballots.given[member]
        lost = sum(drop.get(item, 0) for drop, row in zip(drops, wrong, strict=False) for item in row)
        return sum(map(gains.__getitem__, right)) - lost

    def _choose_lines(
        self, counts: list[tuple[int, ...]], coming: list[tuple[int, ...]], places: int
    ) -> tuple[int, list[int], list[dict[int, int]], int]:
        """Return a constant, what right votes add and votes for rivals take away by item, and all that may be won."""
        constant, winnable, gains = 0, 0, [0] * len(self._ballots.values)
        drops: list[dict[int, int]] = [{} for _ in counts[1:]]
        votes_by_item = zip(*counts, strict=True), zip(*coming, strict=True)
        tallies = zip(self._ballots.values, *self._expected, *votes_by_item, strict=True)
        for item, (worth, expected_right, expected_wrong, votes, further) in enumerate(tallies):
            rival = 1 if len(votes) == 2 else max(zip(votes[1:], further[1:], range(1, len(votes)), strict=True))[2]
            most_right, most_wrong = min(places, further[0]), min(places, further[rival])
            value = worth * _FINE // len(self._needs)
            for need in self._needs:
                distance = need - votes[0] + votes[rival]
                # Without a vote the right answer does not win, not even by a coin.
                least = max(distance, 1) if votes[0] == 0 else distance
                if least > most_right:
                    continue
                winnable += value
                width = most_wrong + distance
                slope = 1 if distance >= 1 or 2 - distance <= places else 0
                share, line = 1.0, "constant"
                if least >= 1 and places * expected_right / least < share:
                    share, line = places * expected_right / least, "right"
                if width >= 1 and (most_wrong + places * (slope * expected_right - expected_wrong)) / width < share:
                    line = "margin"
                if line == "constant":
                    constant += value
                elif line == "right":
                    gains[item] += -(-value // least)
                else:
                    constant += -(-value * most_wrong // width)
                    gains[item] += slope * -(-value // width)
                    drops[rival - 1][item] = drops[rival - 1].get(item, 0) + value // width
        return constant, gains, drops, winnable


def bound_by_places(scores: list[int], places: int) -> tuple[list[int], list[int]]:
    """Return the largest sums of so many falling scores: with each of them, and with it as the first (lemma 15)."""
    sums = [0, *accumulate(max(score, 0) for score in scores)]
    joining, first = [], []
    for place, score in enumerate(scores):
        others = sums[min(places, len(scores))] - max(score, 0) if place < places else sums[places - 1]
        joining.append(score + others)
        first.append(score + sums[min(place + places, len(scores))] - sums[place + 1])
    return joining, first


def bound_by_price(scores: list[int], usage: list[int], left: int) -> tuple[list[int], list[int]]:
    """Return bounds on the same sums, of members that together use at most `left`: any price gives one (lemma 15)."""
    price, unit, rest = 0, 1, left
    pairs = [(score, used) for score, used in zip(scores, usage, strict=True) if score > 0 < used]
    for score, used in sorted(pairs, key=lambda pair: -(pair[0] << 64) // pair[1]):
        if used > rest:
            price, unit = score, used
            break
        rest -= used
    reduced = [score * unit - price * used for score, used in zip(scores, usage, strict=True)]
    joining, first = [], []
    ahead = price * left + sum(max(each, 0) for each in reduced)
    whole = ahead
    for each in reduced:
        joining.append((whole + min(each, 0)) // unit)
        first.append((ahead + min(each, 0)) // unit)
        ahead -= max(each, 0)
    return joining, first
