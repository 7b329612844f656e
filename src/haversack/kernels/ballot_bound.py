"""Upper bound on the items that a panel wins if up to k more of some candidates join it.

Items have whole values. An item of need 1 is won when its margin, the votes for the right answer less those for the
strongest rival, reaches 1; one of need 0 when the margin reaches 0 and the right answer has a vote: half an item each
where a coin decides ties.

With r right votes and w votes for the rival to come, of which at most R and W can, an item at the distance d from being
won is won only if r - w >= d. So what it adds is at most each of

    A:  1
    B:  r / d                           if d >= 1
    C:  (W + r - w) / (W + d)           if W + d >= 1

times its value. One of them is chosen for each item, by the votes that are to be expected; the sum is a constant plus a
number for each candidate. Whatever is chosen, the largest such sum over the candidates that fit is an upper bound. All
numbers are whole and rounded upwards, so that the bound holds exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray

    Tally = npt.NDArray[np.int32]


class BallotLists(NamedTuple):
    """The answers of all members, in lists.

    Parameters
    ----------
    starts
        Where the answers of each member begin, and the end of the last.
    items, answers
        The items that a member answered and its answers: 0 for right, 1, 2, ... for wrong ones.
    values, needs
        Of each item.
    """

    starts: IntArray
    items: npt.NDArray[np.int32]
    answers: npt.NDArray[np.int32]
    values: IntArray
    needs: npt.NDArray[np.int32]


class Lines(NamedTuple):
    """What each item adds to the bound, and the votes expected on it.

    Parameters
    ----------
    gains, drops
        What a right vote adds, and what a vote for the rival takes away.
    rivals
        The strongest rival of each item.
    right, wrong
        By level and item: expected votes for the right answer and for the rival, per member that joins.
    """

    gains: IntArray
    drops: IntArray
    rivals: npt.NDArray[np.int32]
    right: FloatArray
    wrong: FloatArray


@jit
def add_member(ballots: BallotLists, member: int, change: int, tally: Tally) -> None:
    """Add the answers of a member to a tally by answer and item, or take them away."""
    starts, items, answers, _, _ = ballots
    for place in range(starts[member], starts[member + 1]):
        tally[answers[place], items[place]] += change


@jit
def evaluate(ballots: BallotLists, counts: Tally) -> int:
    """Return the value of the items that a panel wins."""
    _, _, _, values, needs = ballots
    total = 0
    for item in range(values.shape[0]):
        right, rival, tied = counts[0, item], 0, 1
        for answer in range(1, counts.shape[0]):
            votes = counts[answer, item]
            tied += votes == right
            rival = max(rival, votes)
        if right > rival:
            total += values[item]
        elif right == rival and right > 0 and needs[item] == 0:
            # Both halves of the item together are right in one of so many cases.
            total += 2 * values[item] // tied
    return total


@jit
def choose_lines(
    ballots: BallotLists, counts: Tally, open_votes: Tally, places: int, lines: Lines, level: int
) -> tuple[int, int]:
    """Choose what each item adds; return the constant, and the value of all items that may be won."""
    _, _, _, values, needs = ballots
    gains, drops, rivals, all_right, all_wrong = lines
    right, wrong = all_right[level], all_wrong[level]
    constant, winnable = 0, 0
    for item in range(values.shape[0]):
        rival = 1
        for answer in range(2, counts.shape[0]):
            more = counts[answer, item] - counts[rival, item]
            if more > 0 or (more == 0 and open_votes[answer, item] > open_votes[rival, item]):
                rival = answer
        value, need, has_none = values[item], needs[item], counts[0, item] == 0
        distance = need - counts[0, item] + counts[rival, item]
        most_right, most_wrong = min(places, open_votes[0, item]), min(places, open_votes[rival, item])
        gains[item], drops[item], rivals[item] = 0, 0, rival
        # Whatever the need, an answer without a vote does not win.
        least = max(distance, 1) if need == 0 and has_none else distance
        if least > most_right:
            continue
        winnable += value
        expected = places * right[item]
        best, choice, width = 1.0, 0, most_wrong + distance
        if least >= 1 and expected / least < best:
            best, choice = expected / least, 1
        if width >= 1 and (most_wrong > 0 or least == distance):
            slope = 1 if distance >= 1 or 2 - distance <= places else 0
            share = (most_wrong + slope * expected - places * wrong[item]) / width
            if share < best:
                choice = 2
        if choice == 0:
            constant += value
        elif choice == 1:
            gains[item] = -(-value // least)
        else:
            constant += -(-value * most_wrong // width)
            gains[item] = -(-value // width) if distance >= 1 or 2 - distance <= places else 0
            drops[item] = value // width
    return constant, winnable


@jit
def score_members(ballots: BallotLists, lines: Lines, candidates: IntArray, count: int, scores: IntArray) -> None:
    """Write what each of the first `count` candidates adds to the bound."""
    starts, items, answers, _, _ = ballots
    gains, drops, rivals, _, _ = lines
    for index in range(count):
        member, score = candidates[index], 0
        for place in range(starts[member], starts[member + 1]):
            item = items[place]
            if answers[place] == 0:
                score += gains[item]
            elif answers[place] == rivals[item]:
                score -= drops[item]
        scores[index] = score


@jit
def expect_votes(
    ballots: BallotLists, lines: Lines, level: int, panel: FloatArray, candidates: IntArray, step: float
) -> None:
    """Move the expected votes towards those of a fractional panel, given as a share of each candidate."""
    starts, items, answers, _, _ = ballots
    _, _, rivals, all_right, all_wrong = lines
    right, wrong = all_right[level], all_wrong[level]
    total = 0.0
    for index in range(panel.shape[0]):
        total += panel[index]
    if total == 0.0:
        return
    for item in range(right.shape[0]):
        right[item] *= 1.0 - step
        wrong[item] *= 1.0 - step
    for index in range(panel.shape[0]):
        share = step * panel[index] / total
        if share > 0.0:
            member = candidates[index]
            for place in range(starts[member], starts[member + 1]):
                item = items[place]
                if answers[place] == 0:
                    right[item] += share
                elif answers[place] == rivals[item]:
                    wrong[item] += share
