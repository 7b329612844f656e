from __future__ import annotations

import numpy as np
import pytest

from fakes import SlowestMember, WrongShare
from haversack import Pool, Problem
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.searchers.common.random_sets import RandomSets, fill_under_any_cost


def test_any_cost_model_gives_sets_of_the_wanted_sizes():
    pool = Pool(accuracies=[0.6] * 6, costs=[1.0, 1.0, 1.0, 3.0, 3.0, 3.0])
    problem = Problem(pool, WrongShare(), SlowestMember(), 2.0)
    uniforms = np.random.default_rng(0).random((50, 6))
    sets = fill_under_any_cost(problem, np.full(50, 3), uniforms, odd_only=False)
    assert (sets.sum(axis=1) == 3).all()
    assert not sets[:, 3:].any()
    odd = fill_under_any_cost(problem, np.full(50, 2), uniforms, odd_only=True)
    assert (odd.sum(axis=1) == 1).all()


@pytest.mark.parametrize(
    ("energy", "cost", "sizes"),
    [
        (MajorityVote(), Additive(), [1, 3]),
        (WrongShare(), Additive(), [1, 2, 3, 4]),
        (MajorityVote(), NoCost(), [1, 3, 5]),
        (WrongShare(), SlowestMember(), [1, 2, 3, 4, 5, 6]),
    ],
)
def test_sizes_are_those_that_may_fit_odd_ones_where_they_suffice(energy, cost, sizes):
    pool = Pool(accuracies=[0.6] * 6, costs=[1.0, 1.0, 1.0, 2.0, 3.0, 3.0])
    draws = RandomSets.of(Problem(pool, energy, cost, 5.0))
    assert draws.sizes.tolist() == sizes
    sets = draws.draw(300, np.random.default_rng(0))
    assert draws.problem.fits(sets).all()
    assert set(sets.sum(axis=1).tolist()) == set(sizes)
