"""Every panel is looked at, and nothing else is claimed."""

from __future__ import annotations

import numpy as np
import pytest
from haversack_sklearn.enumeration import Enumeration

import haversack as hs
from haversack.testing import searcher_checks


@pytest.mark.parametrize("check", searcher_checks(Enumeration()), ids=str)
def test_it_keeps_the_promises_of_a_searcher(check):
    check()


def votes_pool(members, seed):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, 40)
    answers = np.where(rng.random((40, members)) < 0.6, truth[:, None], rng.integers(0, 3, (40, members)))
    return hs.Pool.from_votes(answers, truth, costs=rng.uniform(1.0, 3.0, members))


def test_every_panel_is_evaluated_once_and_the_best_is_proved():
    found = hs.select(votes_pool(6, 0), 8.0, energy="votes", searcher=Enumeration(), stopping=STEPS, seed=0)
    assert (found.steps, found.proven, found.stop_reason) == (63, True, "all 63 panels evaluated")


def test_of_equally_good_panels_a_smallest_is_chosen():
    pool = hs.Pool.from_votes([[1, 1, 1], [0, 0, 0]], [1, 0], costs=[3, 2, 1])
    found = hs.select(pool, energy="votes", searcher=Enumeration(), stopping=STEPS, seed=0)
    assert found.members == (0,)


@pytest.mark.parametrize("seed", range(3))
def test_all_budgets_at_once_are_all_budgets_one_by_one(seed):
    pool = votes_pool(6, seed)
    frontier = hs.frontier(pool, energy="votes", searcher=Enumeration())
    assert frontier.whole
    for budget in (1.5, 3.0, 5.0, 7.5, 20.0):
        one = hs.select(pool, budget, energy="votes", searcher=Enumeration(), stopping=STEPS, seed=0)
        assert frontier.at(budget).value == pytest.approx(one.value)


STEPS = {"kind": "max-step", "limit": 1_000}
