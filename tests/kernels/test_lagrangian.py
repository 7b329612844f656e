from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from haversack.kernels.lagrangian import choose_panel, exchange_members, sum_costs
from oracles import odd_log_error


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("size", [1, 3, 5])
def test_a_panel_has_its_size_fits_and_is_close_to_the_best(seed, size):
    random = np.random.default_rng(seed)
    accuracies, costs = np.sort(random.uniform(0.5, 0.95, 9))[::-1].copy(), random.uniform(0.5, 2.0, 9)
    limit = float(np.sort(costs)[:size].sum()) * 1.4
    chosen = np.zeros(9, dtype=bool)
    assert choose_panel(accuracies, costs, limit, size, chosen)
    assert chosen.sum() == size
    assert costs[chosen].sum() <= limit
    panels = [list(panel) for panel in combinations(range(9), size) if costs[list(panel)].sum() <= limit]
    best = min(odd_log_error(accuracies[panel]) for panel in panels)
    assert odd_log_error(accuracies[chosen]) <= best + 0.5


def test_where_no_panel_of_the_size_fits_none_is_chosen():
    assert not choose_panel(np.array([0.9, 0.8]), np.array([1.0, 2.0]), 2.5, 2, np.zeros(2, dtype=bool))


def test_with_room_for_all_the_most_accurate_are_chosen():
    accuracies = np.array([0.95, 0.9, 0.8, 0.7, 0.6])
    chosen = np.zeros(5, dtype=bool)
    assert choose_panel(accuracies, np.ones(5), 5.0, 3, chosen)
    assert chosen.tolist() == [True, True, True, False, False]


def test_exchanges_use_up_the_slack_the_largest_gain_first():
    accuracies, costs = np.array([0.9, 0.8, 0.7, 0.6]), np.array([4.0, 2.0, 1.5, 1.0])
    for slack, expected in ((0.4, [3]), (0.5, [2]), (1.0, [1]), (3.0, [0])):
        chosen = np.array([False, False, False, True])
        exchange_members(accuracies, costs, slack, chosen)
        assert np.flatnonzero(chosen).tolist() == expected


def test_costs_of_the_first_members_are_summed():
    assert sum_costs(np.array([2, 0, 1]), np.array([1.0, 2.0, 4.0]), 2) == 5.0
