from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from haversack.kernels.efficiency import CopyValues, Draws, compute_rates, draw_orders, find_place
from haversack.kernels.jit import plain
from haversack.kernels.resources import Knapsack


def draw(usage, limits, table, rows, width=4, most_visits=10**9):
    orders, lengths = np.zeros((rows, width), dtype=np.int64), np.zeros(rows, dtype=np.int64)
    uniforms = np.random.default_rng(0).random((rows, width))
    members, resources = usage.shape
    state = Draws(np.array([0, 0, -1]), np.empty(members, dtype=np.int64), np.empty(resources), np.empty(members))
    arguments = plain(Knapsack(usage, limits)), compute_rates(usage), plain(table), uniforms, most_visits, plain(state)
    while not draw_orders(*arguments, orders, lengths):
        pass
    return orders, lengths


def table_of(values, is_cut=False):
    """Tables of efficiencies, one list per member, from no copies to one more than fit."""
    starts = np.cumsum([0, *(len(row) for row in values[:-1])])
    most = np.array([len(row) - 2 for row in values])
    return CopyValues(np.concatenate(values), starts, most, is_cut)


def test_the_first_of_the_running_sums_that_passes_the_mark_is_found():
    sums = np.array([1.0, 1.0, 3.0, 4.0, 4.0])
    places = [find_place(sums, 5, uniform) for uniform in (0.0, 0.24, 0.25, 0.74, 0.75, 1 - 1e-16)]
    assert places == [0, 0, 2, 2, 3, 3]


def test_without_any_efficiency_all_places_are_alike():
    sums = np.zeros(4)
    assert [find_place(sums, 4, uniform) for uniform in (0.0, 0.25, 0.6, 0.99)] == [0, 1, 2, 3]


@pytest.mark.parametrize("resources", [1, 2])
def test_members_are_drawn_in_proportion_to_the_efficiency_of_the_copies_that_fit(resources):
    """The limit of 2 allows one copy of the first member and two of the second; both at once fit no more."""
    usage = np.array([[1.5], [1.0]]).repeat(resources, axis=1)
    table = table_of([np.array([0.0, 0.6, 9.0]), np.array([0.0, 9.0, 0.2, 9.0])])
    orders, lengths = draw(usage, np.full(resources, 2.0), table, 8_000)
    assert (lengths == 1).all()
    counts = np.bincount(orders[:, 0], minlength=2)
    assert stats.chisquare(counts, [6_000, 2_000]).pvalue > 1e-4


def test_of_a_cut_table_the_last_number_of_the_same_parity_counts():
    """The table ends at two: five copies of the first member count as one, four of the second as two."""
    usage = np.array([[1.0], [1.25]])
    table = table_of([np.array([0.0, 0.3, 0.9, 9.0]), np.array([0.0, 9.0, 0.7, 9.0])], is_cut=True)
    orders, _ = draw(usage, np.array([5.0]), table, 8_000)
    counts = np.bincount(orders[:, 0], minlength=2)
    assert stats.chisquare(counts, [2_400, 5_600]).pvalue > 1e-4


def test_a_row_ends_when_nothing_fits_and_has_no_member_twice():
    random = np.random.default_rng(1)
    usage = random.uniform(0.3, 1.0, (6, 1))
    table = table_of([np.linspace(0.5, 1.0, int(2.0 / cost) + 2) for cost in usage[:, 0]])
    orders, lengths = draw(usage, np.array([2.0]), table, 200, width=6)
    for order, length in zip(orders, lengths, strict=True):
        members = order[:length].tolist()
        assert len(set(members)) == length
        left = 2.0 - usage[members].sum()
        assert left >= 0.0
        assert all(usage[other, 0] > left for other in set(range(6)) - set(members))


@pytest.mark.parametrize("resources", [1, 2])
def test_no_number_of_copies_leads_outside_of_the_table(resources):
    """The reciprocals of these usages are infinite, so the table is asked for its last entry."""
    usage = np.array([[5e-324], [1e-310], [1e308]]).repeat(resources, axis=1)
    table = table_of([np.array([0.0, 0.5, 0.25, 0.125])] * 3)
    orders, lengths = draw(usage, np.full(resources, 1.0), table, 50)
    assert (lengths == 2).all()
    assert set(orders[:, :2].ravel().tolist()) == {0, 1}


def test_a_member_that_uses_nothing_of_an_empty_resource_fits():
    usage = np.array([[1.0, 0.0], [1.0, 1e-300]])
    table = table_of([np.array([0.0, 0.5, 0.5, 0.5])] * 2)
    orders, lengths = draw(usage, np.array([2.0, 0.0]), table, 10)
    assert (lengths == 1).all()
    assert (orders[:, 0] == 0).all()


@pytest.mark.parametrize("most_visits", [1, 2, 3, 7, 50])
def test_draws_that_are_left_and_taken_up_again_are_the_same(most_visits):
    generator = np.random.default_rng(1)
    usage, limits = generator.uniform(0.5, 2.0, (6, 1)), np.array([5.0])
    table = table_of([generator.random(13) for _ in range(6)], is_cut=True)
    whole, parts = (draw(usage, limits, table, 20, 6, visits) for visits in (10**9, most_visits))
    np.testing.assert_array_equal(parts[0], whole[0])
    np.testing.assert_array_equal(parts[1], whole[1])


def test_what_is_drawn_when_the_visits_are_used_up_is_reported():
    usage, limits = np.ones((4, 1)), np.array([4.0])
    table = table_of([np.ones(6)] * 4)
    orders, lengths = np.full((2, 4), -1), np.zeros(2, dtype=np.int64)
    state = Draws(np.array([0, 0, -1]), np.empty(4, dtype=np.int64), np.empty(1), np.empty(4))
    arguments = plain(Knapsack(usage, limits)), compute_rates(usage), plain(table), np.zeros((2, 4)), 7, plain(state)
    assert not draw_orders(*arguments, orders, lengths)
    assert lengths.tolist() == [2, 0]  # The first draw visits four members, the second three.
    assert (orders[0] >= 0).tolist() == [True, True, False, False]
