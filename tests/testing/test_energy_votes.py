"""For each promise about votes and losses of items, an energy that breaks it, and the message."""

from __future__ import annotations

import re

import attrs
import numpy as np
import pytest

from haversack import Pool
from haversack.energies import PluralityVote
from haversack.energies.plurality import PluralityCount
from haversack.testing import energy_checks
from haversack.testing.energy_votes import VOTES


def with_votes(accuracies, costs):
    """Six items on which members are right about as often as their accuracies say."""
    right = np.arange(6)[:, None] < np.round(6 * accuracies)
    return Pool.from_votes(np.where(right, "a", "b"), ["a"] * 5 + ["b"], costs=costs)


class ScoresOf:
    """A vote with the scores of a function."""

    ties = "wrong"

    def __init__(self, score, ties="wrong"):
        self.score, self.ties = score, ties

    def scores(self, answers):
        return self.score(answers)


@attrs.frozen
class Broken:
    """Plurality, with another vote."""

    words: str
    vote: object = attrs.field(repr=False)

    def losses(self, pool, sets):
        return PluralityVote().losses(pool, sets)

    def fit_vote(self, pool, members):
        return self.vote


@attrs.frozen
class WrongItems:
    """Items that do not add up to the loss."""

    shape: tuple | None = None

    def losses(self, pool, sets):
        return PluralityVote().losses(pool, sets)

    def item_losses(self, pool, sets):
        shape = (len(sets), len(pool.votes)) if self.shape is None else self.shape
        return np.full(shape, 0.25)


COUNTED = PluralityCount(2).scores


def erase(answers):
    scores = COUNTED(answers)
    answers[:] = -1
    return scores


CALLS = iter(range(10**9))
BROKEN = [
    ("votes-have-scores", Broken("no vote", "majority"), r"'majority' instead of an object with scores\(\) and ties"),
    ("votes-have-scores", Broken("ties", ScoresOf(COUNTED, "often")), r"ties are 'often' instead of 'wrong' or 'coin'"),
    ("votes-have-scores", Broken("flat", ScoresOf(lambda answers: COUNTED(answers)[:, 0])), r"scores of shape \(6,\)"),
    ("votes-have-scores", Broken("nan", ScoresOf(lambda answers: COUNTED(answers) * np.nan)), "not finite"),
    (
        "votes-have-scores",
        Broken("counts", ScoresOf(lambda answers: COUNTED(answers) + next(CALLS))),
        "on another call",
    ),
    ("votes-have-scores", Broken("erases", ScoresOf(erase)), "other scores|the answers or the pool were different"),
    (
        "items-are-scored-alone",
        Broken("shares", ScoresOf(lambda answers: COUNTED(answers) / max(1, len(answers)))),
        "other scores of item 0 when it is alone",
    ),
    (
        "items-are-scored-alone",
        Broken("places", ScoresOf(lambda answers: COUNTED(answers) + np.arange(len(answers))[:, None])),
        "other scores when the items are in reverse order",
    ),
    ("items-add-up", WrongItems(), r"row 0: a mean of 0.25, a loss of"),
    ("items-add-up", WrongItems((1, 1)), r"shape \(1, 1\) instead of"),
]


@pytest.mark.parametrize(("name", "energy", "found"), BROKEN, ids=lambda value: str(value) if value else None)
def test_it_is_caught(name, energy, found, complaint):
    text = complaint(energy_checks(energy, make_pool=with_votes), name)
    assert text.startswith(f"energy {energy!r:.80} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in VOTES}
