from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from conftest import paper_pool
from haversack import Pool, select
from strategies import pools_with_budget

PATIENT = {"kind": "max-step", "limit": 10**9}


def solved(searcher, pool, budget=None):
    return select(pool, budget, searcher=searcher, stopping=PATIENT, seed=0)


@settings(max_examples=100)
@given(case=pools_with_budget(max_size=10))
@pytest.mark.slow
def test_answers_are_feasible_and_never_better_than_the_best(case):
    pool, budget = case
    found, best = solved("sweep", pool, budget), solved("exact", pool, budget)
    assert found.cost <= budget
    assert found.error >= best.error * (1 - 1e-12)


@pytest.mark.parametrize("costs", ["exponential", "correlated", "uniform"])
@pytest.mark.slow
def test_nine_of_ten_answers_are_within_one_percent_of_the_best(costs):
    good = []
    for seed in range(20):
        generator = np.random.default_rng(seed)
        accuracies = generator.beta(17, 5, 100)
        prices = {
            "exponential": generator.exponential(1 / (1 - accuracies)),
            "correlated": accuracies * generator.uniform(0.8, 1.2, 100),
            "uniform": generator.uniform(1, 10, 100),
        }[costs]
        pool = Pool(accuracies=accuracies, costs=prices)
        budget = 0.2 * float(prices.sum())
        best = select(pool, budget, searcher="exact", stopping={"kind": "max-step", "limit": 200_000}, seed=0)
        good.append(solved("sweep", pool, budget).error <= 1.01 * best.error)
    assert np.mean(good) >= 0.9


def test_large_pools_are_swept_with_a_bound():
    pool = paper_pool(3_000, 0)
    found = solved("sweep", pool, 0.1 * float(pool.costs.sum()))
    assert found.error == pytest.approx(1.6642535708e-112, rel=1e-9)
    assert found.gap < 0.02


def test_it_is_deterministic_and_needs_no_budget():
    pool = Pool(accuracies=[0.9] + [0.6] * 12)
    assert solved("sweep", pool).members == solved("sweep", pool).members == (0,)
