"""Promises of an energy about the vote of its panels, and about the losses of single items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.vote import FitsVote, HasItemLosses, Vote
from haversack.testing.batches import find_difference
from haversack.testing.promises import Promises, require_claim

if TYPE_CHECKING:
    from haversack.arrays import IntArray, Sets
    from haversack.pools.pool import Pool
    from haversack.testing.energy_case import EnergyCase

VOTES: Promises[EnergyCase] = Promises()


@VOTES.add(
    "fit_vote() returns a vote whose scores are finite, of shape (items, labels), equal on every call, and modifies "
    "nothing",
    of=FitsVote,
)
def votes_have_scores(case: EnergyCase) -> None:
    """Fit two votes to one pool, and let each score the recorded answers."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        if pool.votes is None:
            return None
        columns, answers = pool.to_dict(), _read_answers(pool, members)
        kept = answers.copy()
        first, second = (case.part.fit_vote(pool, members) for _ in range(2))
        fault = _find_fault(first)
        if fault is not None:
            return fault
        scores, again, other = first.scores(answers), first.scores(answers), second.scores(answers)
        expected = len(pool.votes), len(pool.votes.labels)
        if np.shape(scores) != expected:
            return f"scores of shape {np.shape(scores)} instead of {expected}"
        if not np.isfinite(scores).all():
            return "scores that are not finite"
        if not np.array_equal(scores, again) or not np.array_equal(scores, other):
            return "other scores on another call"
        if not np.array_equal(answers, kept) or pool.to_dict() != columns:
            return "after the call, the answers or the pool were different"
        return None

    require_claim(case.single_sets(), claim)


@VOTES.add("the scores of an item do not depend on the other items", of=FitsVote)
def items_are_scored_alone(case: EnergyCase) -> None:
    """Score the items one by one, in reverse order, and none at all."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        if pool.votes is None:
            return None
        vote, answers = case.part.fit_vote(pool, members), _read_answers(pool, members)
        together = np.asarray(vote.scores(answers))
        if not np.array_equal(np.asarray(vote.scores(answers[::-1])), together[::-1]):
            return "other scores when the items are in reverse order"
        for item in range(len(answers)):
            if not np.array_equal(np.asarray(vote.scores(answers[item : item + 1]))[0], together[item]):
                return f"other scores of item {item} when it is alone"
        if len(np.asarray(vote.scores(answers[:0]))):
            return "scores without an item"
        return None

    require_claim(case.single_sets(), claim)


@VOTES.add(
    "item_losses() returns losses of shape (sets, items) whose mean, by the item weights, is the loss of the set",
    of=HasItemLosses,
)
def items_add_up(case: EnergyCase) -> None:
    """Compare the means with the losses."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        if pool.votes is None:
            return None
        items: Any = np.asarray(case.part.item_losses(pool, sets))
        if items.shape != (len(sets), len(pool.votes)):
            return f"shape {items.shape} instead of {(len(sets), len(pool.votes))}"
        means = np.average(items, axis=1, weights=pool.votes.item_weights)
        place = find_difference(means, case.numbers(pool, sets), 1.0)
        return (
            None
            if place is None
            else f"row {place}: a mean of {means[place]}, a loss of {case.numbers(pool, sets)[place]}"
        )

    require_claim(case.batches(), claim)


def _read_answers(pool: Pool, members: list[int]) -> IntArray:
    assert pool.votes is not None
    return np.array(pool.votes.answers[:, members])


def _find_fault(vote: Any) -> str | None:
    if isinstance(vote, type) or not isinstance(vote, Vote):
        return f"{vote!r:.80} instead of an object with scores() and ties"
    return None if vote.ties in ("wrong", "coin") else f"ties are {vote.ties!r:.80} instead of 'wrong' or 'coin'"
