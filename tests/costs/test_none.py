from __future__ import annotations

import math

import numpy as np
import pytest

from haversack import Pool
from haversack.capabilities import AccuracyModel
from haversack.costs import NoCost

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")
WITH_COSTS = Pool(accuracies=[0.7] * 4, costs=[1.0] * 4)
WITHOUT_COSTS = Pool(accuracies=[0.7] * 4)


@pytest.mark.parametrize("pool", [WITH_COSTS, WITHOUT_COSTS])
def test_nothing_costs_anything(pool):
    assert NoCost().costs(pool, np.ones((2, 4), dtype=bool)).tolist() == [0.0, 0.0]
    assert NoCost().costs(pool, np.zeros((1, 4), dtype=bool)).tolist() == [0.0]


@pytest.mark.parametrize("budget", [1.0, math.inf])
def test_the_whole_pool_is_expected_to_fit(budget):
    assert NoCost().expected_size(WITHOUT_COSTS, budget, EMPIRICAL).size == 4


def test_there_is_no_limit():
    resources = NoCost().resources(WITHOUT_COSTS, 0.0)
    assert (np.ones((1, 4)) @ resources.usage <= resources.limits).all()
