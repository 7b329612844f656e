"""Members without any recorded answer."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool, frontier, select

SEARCHERS = ("auto", "annealing", "enumerate", "exact", "greedy-backward", "greedy-forward", "monte-carlo", "sherlock")
STEPS = {"kind": "max-step", "limit": 300}


def crowd(members=7, items=40, *, silent=(0, 4)):
    """Members who are right with 0.8; the silent ones are the cheapest."""
    generator = np.random.default_rng(3)
    answers = np.where(generator.random((items, members)) < 0.8, 1, 0)
    answers[:, list(silent)] = -1
    costs = np.where(np.isin(np.arange(members), silent), 0.5, 1.0)
    return Pool.from_votes(answers, np.ones(items, dtype=int), costs=costs, missing=-1)


@pytest.mark.parametrize("energy", ["votes", "majority"])
@pytest.mark.parametrize("searcher", SEARCHERS)
def test_every_searcher_takes_pools_with_silent_members(searcher, energy):
    if searcher in ("exact", "sherlock") and energy == "votes":
        pytest.skip("needs more of an energy")
    pool = crowd()
    chosen = select(pool, 3.0, energy=energy, searcher=searcher, stopping=STEPS, seed=0, estimate="none")
    speaking = [member for member in chosen.members if member not in pool.votes.silent]
    again = select(pool, 3.0, energy=energy, searcher="enumerate", seed=0, estimate="none")
    assert speaking
    assert chosen.value <= again.value + 1e-12
    assert chosen.pool == pool


@pytest.mark.parametrize("energy", ["votes", "majority"])
def test_nobody_is_chosen_for_an_accuracy_that_nobody_has_seen(energy):
    pool = crowd()
    chosen = select(pool, 3.0, energy=energy, seed=0, estimate="none")
    assert chosen.proven
    assert not set(chosen.members) & set(pool.votes.silent)


def test_a_frontier_does_not_trust_them_either():
    pool = crowd()
    for point in frontier(pool, energy="majority", seed=0).points:
        # The smallest budget buys nobody else.
        assert point.cost < 1.0 or not set(point.members) & set(pool.votes.silent)


def test_accuracies_that_were_given_are_trusted():
    pool = crowd(silent=(0, 4))
    given = Pool(accuracies=[0.9] * 7, costs=pool.costs, votes=pool.votes)
    assert 0 in select(given, 3.0, energy="majority", seed=0, estimate="none").members


def test_an_item_that_only_silent_members_could_answer_is_wrong():
    pool = Pool.from_votes([[1, None], [None, None], [1, None]], [1, 1, 1])
    assert select(pool, seed=0).value == pytest.approx(2 / 3)
