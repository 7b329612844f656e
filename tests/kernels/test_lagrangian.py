from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.kernels.lagrangian import choose_members

numbers = st.one_of(st.floats(-3.0, 3.0), st.sampled_from([-1.0, 0.0, 1.0]))


def choose(values, costs, limit, size):
    chosen = np.zeros(len(values), dtype=bool)
    return choose_members(values, costs, limit, size, chosen), chosen


@given(data=st.data(), count=st.integers(1, 9))
def test_the_smallest_sums_of_value_and_priced_cost_are_chosen(data, count):
    """At some price, which a search on a fine grid finds too; among equal ones the first."""
    values = np.array(data.draw(st.lists(numbers, min_size=count, max_size=count)))
    costs = np.abs(data.draw(st.lists(numbers, min_size=count, max_size=count)))
    size, limit = data.draw(st.integers(1, count)), data.draw(st.floats(0.0, 9.0))
    found, chosen = choose(values, costs, limit, size)
    prices = np.concatenate([[0.0], np.geomspace(1e-3, 1e6, 400)])
    panels = [np.argsort(values + price * costs, kind="stable")[:size] for price in prices]
    if found:
        assert chosen.sum() == size
        assert costs[chosen].sum() <= limit * (1 + 1e-12)
        fitting = [values[panel].sum() for panel in panels if costs[panel].sum() <= limit * (1 - 1e-9)]
        assert not fitting or values[chosen].sum() <= min(fitting) + 1e-6
    else:
        assert all(costs[panel].sum() > limit * (1 - 1e-9) for panel in panels)


def test_with_room_for_all_the_smallest_values_are_chosen():
    found, chosen = choose(np.array([3.0, 1.0, 2.0, 4.0]), np.ones(4), 9.0, 2)
    assert found
    assert chosen.tolist() == [False, True, True, False]


def test_of_equal_members_the_first_are_chosen():
    found, chosen = choose(np.zeros(4), np.ones(4), 2.0, 2)
    assert found
    assert chosen.tolist() == [True, True, False, False]


@pytest.mark.parametrize("limit", [0.0, 2.5])
def test_where_no_price_helps_none_is_found(limit):
    assert not choose(np.array([0.0, 1.0]), np.array([1.0, 2.0]), limit, 2)[0]
