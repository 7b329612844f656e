"""Moves in one call, compared with moves one by one; losses of walks, with those of their sets."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool, Problem
from haversack.costs import Additive
from haversack.energies import PluralityVote
from haversack.searchers.common.annealing_state import WalkGroup


class _WalkOneByOne:
    """Walks without the capability to make many moves."""

    def __init__(self, walks):
        self.losses, self.flip = walks.losses, walks.flip


class OneByOne(PluralityVote):
    def walks(self, pool, sets):
        return _WalkOneByOne(super().walks(pool, sets))

    def prepare(self, pool):
        return self


class ManyAtOnce(PluralityVote):
    def prepare(self, pool):
        return self


def make_pool(members, items, labels, weights):
    random = np.random.default_rng(members)
    truth = random.integers(0, labels, items)
    answers = np.where(
        random.random((items, members)) < 0.6, truth[:, None], random.integers(0, labels, (items, members))
    )
    return Pool.from_votes(
        answers,
        truth=truth,
        costs=random.uniform(0.5, 1.5, members),
        item_weights=random.uniform(0.5, 2.0, items) if weights else None,
    )


@pytest.mark.parametrize("ties", ["wrong", "coin"])
@pytest.mark.parametrize(("members", "labels", "weights"), [(20, 2, False), (20, 4, True), (130, 3, False)])
def test_moves_in_one_call_are_those_made_one_by_one(members, labels, weights, ties):
    pool = make_pool(members, 50, labels, weights)
    found = []
    for energy in (OneByOne(ties), ManyAtOnce(ties)):
        problem = Problem(pool, energy, Additive(), 6.0)
        group = WalkGroup(problem, 3, np.random.default_rng(1), on_log=True, swap_share=0.5)
        group.restart()
        group.advance(np.full(200, 0.05), 1.0)
        found.append(group)
    assert (found[0]._sets == found[1]._sets).all()
    assert found[0]._losses == pytest.approx(found[1]._losses, abs=1e-12)
    assert [step for step, *_ in found[0]._better] == [step for step, *_ in found[1]._better]
