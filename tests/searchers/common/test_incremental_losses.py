"""Energies that follow walks: the same answers, at less cost."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import paper_pool
from fakes import FollowedPairProfit, PairProfit
from haversack import Pool, Problem, select
from haversack.capabilities import FollowsWalks
from haversack.costs import NoCost
from haversack.searchers.common.incremental_losses import compute_neighbour_losses
from strategies import batches

STEPS = {"kind": "max-step", "limit": 30_000}


def problem_of(energy, members):
    return Problem(Pool(accuracies=np.linspace(0.5, 0.9, members)), energy, NoCost())


@pytest.mark.parametrize(
    "searcher",
    [
        # The walks are given, and all in one group: energies that follow walks have fewer, and groups in turn.
        {"kind": "annealing", "chains": 24, "groups": 1},
        {"kind": "annealing", "chains": 5, "groups": 1, "moves": 2_000, "workers": 3},
        "greedy-forward",
    ],
)
@pytest.mark.parametrize("budget", [20.0, 60.0])
@pytest.mark.slow
def test_answers_are_the_same_with_and_without(searcher, budget):
    pool = paper_pool(40, 3)
    followed = select(pool, budget, energy=FollowedPairProfit(), searcher=searcher, stopping=STEPS, seed=7)
    hidden = select(pool, budget, energy=PairProfit(), searcher=searcher, stopping=STEPS, seed=7)
    assert isinstance(FollowedPairProfit(), FollowsWalks)
    assert not isinstance(PairProfit(), FollowsWalks)
    assert followed.members == hidden.members
    assert [(row.step, row.value) for row in followed.trace] == [(row.step, row.value) for row in hidden.trace]
    assert followed.steps == hidden.steps


@given(data=st.data(), members=st.integers(1, 9))
def test_neighbours_of_one_set(data, members):
    start = data.draw(batches(members, max_rows=1).filter(len))
    neighbours = data.draw(batches(members))
    for energy in (FollowedPairProfit(), PairProfit()):
        problem = problem_of(energy, members)
        assert compute_neighbour_losses(problem, start, neighbours).tolist() == problem.losses(neighbours).tolist()
