from __future__ import annotations

import math

import pytest

from haversack import Pool, Problem
from haversack.capabilities import AccuracyModel
from haversack.costs import NoCost
from haversack.energies import MajorityVote
from oracles import every_set

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")


def test_every_set_costs_nothing_and_is_feasible():
    pool = Pool(accuracies=[0.7] * 4)
    sets = every_set(4)
    assert NoCost().costs(pool, sets).tolist() == [0.0] * 16
    assert Problem(pool, MajorityVote(), NoCost(), 1e-9).fits(sets).all()


def test_no_resource_is_limited():
    resources = NoCost().resources(Pool(accuracies=[0.7] * 4), 1.0)
    assert (resources.usage.shape, resources.limits.shape) == ((4, 0), (0,))


@pytest.mark.parametrize("budget", [1e-9, 1.0, math.inf])
def test_the_expected_size_is_that_of_the_pool(budget):
    assert NoCost().expected_size(Pool(accuracies=[0.7] * 4), budget, EMPIRICAL).size == 4
