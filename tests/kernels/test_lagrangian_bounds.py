from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haversack.kernels.lagrangian_bounds import bound_sum, bound_sum_of_many
from tilted import knapsack, sum_deviations

usages = st.one_of(st.floats(0.0, 3.0), st.sampled_from([0.0, 1.0]))
keys_values = st.one_of(st.floats(-2.0, 2.0), st.sampled_from([0.0, -1.0, 1.0]))


@settings(max_examples=300)
@given(data=st.data(), resources=st.integers(0, 3), fewest=st.integers(1, 4))
@pytest.mark.slow
def test_no_set_within_the_limits_beats_the_priced_sum(data, resources, fewest):
    count = data.draw(st.integers(fewest, 6))
    values = np.array(data.draw(st.lists(keys_values, min_size=count, max_size=count)))
    usage = np.array(
        data.draw(st.lists(usages, min_size=count * resources, max_size=count * resources)), dtype=float
    ).reshape(count, resources)
    limits = np.array(
        data.draw(
            st.lists(
                st.one_of(st.floats(0.0, 6.0), st.just(0.0), st.just(np.inf)), min_size=resources, max_size=resources
            )
        ),
        dtype=float,
    )
    guess = np.array(data.draw(st.lists(st.floats(0.0, 2.0), min_size=resources, max_size=resources)), dtype=float)
    guess[np.isinf(limits)] = 0.0
    prices = guess.copy()
    minimum = bound_sum(values, knapsack(usage, limits), prices)
    assert not math.isnan(minimum)
    assert (prices >= 0.0).all()
    keys, key_prices = values.copy(), guess.copy()
    bound = bound_sum_of_many(keys, knapsack(usage, limits), fewest, key_prices)
    rows = np.array([[bool(bits >> place & 1) for place in range(count)] for bits in range(2**count)])
    for row in rows[(rows @ usage <= limits).all(axis=1)]:
        total = values[row].sum()
        assert total >= minimum - 1e-9
        if row.sum() >= fewest:
            assert total >= bound + sum_deviations(row, keys, key_prices, usage, limits) - 1e-9


def test_prices_are_found_to_some_digits():
    """Against the linear relaxation, whose optimum prices reach."""
    random = np.random.default_rng(0)
    for _ in range(20):
        values, costs = -random.uniform(0, 1, 50), random.uniform(0.1, 2, 50)
        limit = 0.3 * costs.sum()
        order = np.argsort(values / costs)
        before = np.concatenate([[0.0], np.cumsum(costs[order])[:-1]])
        relaxed = float((values[order] * np.clip((limit - before) / costs[order], 0, 1)).sum())
        prices = np.array([random.choice([0.0, 1e-9, 0.3, 1e6])])
        bound = bound_sum(values, knapsack(costs[:, None], np.array([limit])), prices)
        assert relaxed - 2e-5 <= bound <= relaxed + 1e-9


def test_two_prices_bound_better_than_each_alone():
    random = np.random.default_rng(5)
    values, usage = -random.uniform(0, 1, 60), random.uniform(0, 1, (60, 2))
    limits = np.array([6.0, 6.0])
    both = bound_sum(values, knapsack(usage, limits), np.zeros(2))
    for resource in range(2):
        alone = bound_sum(values, knapsack(usage[:, [resource]], limits[[resource]]), np.zeros(1))
        assert both > alone
