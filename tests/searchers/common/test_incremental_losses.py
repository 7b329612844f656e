"""Energies that follow walks: the same answers, at less cost."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import paper_pool
from fakes import FollowedPairProfit, PairProfit, PairWalks, pair_gains
from haversack import Pool, Problem, select
from haversack.capabilities import FollowsWalks
from haversack.costs import NoCost
from haversack.searchers.common.incremental_losses import IncrementalLosses, compute_neighbour_losses
from strategies import batches

STEPS = {"kind": "max-step", "limit": 30_000}


def problem_of(energy, members):
    return Problem(Pool(accuracies=np.linspace(0.5, 0.9, members)), energy, NoCost())


@pytest.mark.parametrize(
    "searcher",
    [
        "annealing",
        {"kind": "annealing", "workers": 3},
        {"kind": "annealing", "chains": 5, "groups": 3, "moves": 2_000},
        "greedy-forward",
    ],
)
@pytest.mark.parametrize("budget", [20.0, 60.0])
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
def test_walks_have_the_losses_of_the_sets_they_lead_to(data, members):
    start = data.draw(batches(members))
    problem = problem_of(FollowedPairProfit(), members)
    incremental = IncrementalLosses.of(problem, start.copy())
    for _ in range(data.draw(st.integers(0, 5))):
        proposed = (
            data.draw(batches(members, max_rows=0))
            if not len(start)
            else np.array(data.draw(st.lists(st.booleans(), min_size=start.size, max_size=start.size))).reshape(
                start.shape
            )
        )
        assert incremental.compute(proposed).tolist() == problem.losses(proposed).tolist()
        accepted = np.array(data.draw(st.lists(st.booleans(), min_size=len(start), max_size=len(start))), dtype=bool)
        incremental.sets[accepted] = proposed[accepted]
        incremental.settle(accepted)
    assert incremental.compute(incremental.sets).tolist() == problem.losses(incremental.sets).tolist()


@given(data=st.data(), members=st.integers(1, 9))
def test_neighbours_of_one_set(data, members):
    start = data.draw(batches(members, max_rows=1).filter(len))
    neighbours = data.draw(batches(members))
    for energy in (FollowedPairProfit(), PairProfit()):
        problem = problem_of(energy, members)
        assert compute_neighbour_losses(problem, start, neighbours).tolist() == problem.losses(neighbours).tolist()


class DriftingWalks(PairWalks):
    """Goes wrong by a little with every change."""

    def flip(self, rows, flips, lengths):
        super().flip(rows, flips, lengths)
        self.profits[rows] += 0.001


class Drifting(PairProfit):
    def walks(self, pool, sets):
        return DriftingWalks(sets, pair_gains(len(pool)))


def test_walks_are_restarted_now_and_then_so_that_rounding_errors_cannot_accumulate():
    problem = problem_of(Drifting(), 6)
    sets = np.zeros((2, 6), dtype=bool)
    incremental = IncrementalLosses.of(problem, sets)
    restarts = []
    for turn in range(2_500):
        proposed = sets.copy()
        proposed[:, turn % 6] ^= True
        incremental.compute(proposed)
        sets[0] = proposed[0]
        if incremental.settle(np.array([True, False])):
            restarts.append(turn)
            assert incremental.compute(sets).tolist() == problem.losses(sets).tolist()
    assert len(restarts) == 2
    assert 0 < abs(incremental.compute(sets)[0] - problem.losses(sets)[0]) < 1.001


def test_what_is_shown_is_computed_from_scratch():
    found = select(paper_pool(20, 1), 30.0, energy=Drifting(), searcher="annealing", stopping=STEPS, seed=0)
    assert found.value == round(found.value)
