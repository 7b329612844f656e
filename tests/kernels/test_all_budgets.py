from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.kernels.all_budgets import FrontierPoints, add_point, explore, find_point
from haversack.kernels.jit import plain
from haversack.kernels.rank_bound import Members
from haversack.kernels.tree_state import TreeState
from oracles import odd_log_error


@given(st.lists(st.tuples(st.integers(1, 8), st.sampled_from([0.5, 0.4, 0.3, 0.2, 0.1, 0.0])), max_size=30))
def test_points_agree_with_plain_lists(panels):
    points = FrontierPoints(np.empty(40), np.empty(40), np.zeros(1, dtype=np.int64))
    frontier = plain(points)
    for place, (cost, error) in enumerate(panels):
        known = [other for at, other in panels[:place] if at <= cost]
        added = add_point(float(cost), error, frontier)
        assert added == (not known or error < min(known))
    for budget in range(10):
        affordable = [error for cost, error in panels if cost <= budget]
        place = find_point(float(budget), frontier)
        assert (points.errors[place] if place >= 0 else None) == min(affordable, default=None)
    assert all(a < b for a, b in pairwise(points.costs[: points.length[0]]))
    assert all(a > b for a, b in pairwise(points.errors[: points.length[0]]))


def all_points(accuracies, costs, size, ceiling):
    """Cost and error of every panel of the size, cheaper ones first, that errs less than all that cost no more."""
    panels = [list(panel) for panel in combinations(range(len(costs)), size) if costs[list(panel)].sum() <= ceiling]
    points = []
    for panel in sorted(panels, key=lambda panel: (costs[panel].sum(), odd_log_error(accuracies[panel]))):
        error = np.exp(odd_log_error(accuracies[panel]))
        if not points or error < points[-1][1] * (1 - 1e-9):
            points.append((costs[panel].sum(), error))
    return points


@pytest.mark.parametrize("most_nodes", [1, 7, 10**9])
@pytest.mark.parametrize("rows", [1, 20])
def test_the_tree_finds_the_frontier_of_a_size_however_often_it_is_left(most_nodes, rows):
    random = np.random.default_rng(3)
    accuracies, costs = np.sort(random.uniform(0.4, 0.95, 9))[::-1].copy(), random.uniform(0.5, 2.0, 9)
    weights = np.ones(2)  # of three votes, none or one right
    members = plain(Members(accuracies, costs, np.argsort(costs)))
    points = FrontierPoints(np.empty(200), np.empty(200), np.zeros(1, dtype=np.int64))
    state, panels = TreeState.at_root(3, 2), np.zeros((rows, 9), dtype=bool)
    found = 0
    while state.depth[0] >= 0:
        _, new = explore(members, weights, np.inf, 5.0, most_nodes, plain(state), plain(points), panels)
        for panel in panels[:new]:
            assert panel.sum() == 3
            assert costs[panel].sum() <= 5.0
        found += new
    expected = all_points(accuracies, costs, 3, 5.0)
    count = points.length[0]
    assert found >= count == len(expected)
    assert points.costs[:count] == pytest.approx([cost for cost, _ in expected])
    assert points.errors[:count] == pytest.approx([error for _, error in expected])


def test_only_errors_below_the_target_are_searched():
    members = plain(Members(np.array([0.9, 0.8]), np.array([2.0, 1.0]), np.array([1, 0])))
    for target, expected in ((0.15, [2.0]), (0.25, [1.0, 2.0]), (0.05, [])):
        points = FrontierPoints(np.empty(9), np.empty(9), np.zeros(1, dtype=np.int64))
        state, panels = TreeState.at_root(1, 1), np.zeros((4, 2), dtype=bool)
        explore(members, np.ones(1), target, 3.0, 99, plain(state), plain(points), panels)
        assert points.costs[: points.length[0]].tolist() == expected
