from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from haversack.kernels import size_tree
from haversack.kernels.jit import plain
from haversack.kernels.rank_bound import Members
from haversack.kernels.resources import Knapsack
from haversack.kernels.size_tree import WindowLimits, is_allowed, write_root_bounds
from haversack.kernels.tree_state import TreeState
from oracles import odd_log_error


def explore(members, knapsack, cost_limit, weights, target, most_nodes, state, windows, best):
    members, knapsack, state, windows = (plain(argument) for argument in (members, knapsack, state, windows))
    return size_tree.explore(members, knapsack, cost_limit, weights, target, most_nodes, state, windows, best)


def no_windows(count, size):
    return WindowLimits(np.empty((0, count)), np.empty((0, count)), np.empty(0), np.zeros((size + 1, 0)))


def pool(seed, resources, count=9):
    random = np.random.default_rng(seed)
    accuracies = np.sort(random.uniform(0.4, 0.95, count))[::-1].copy()
    usage = random.uniform(0.2, 1.0, (count, resources))
    limits = np.full(resources, 1.7)
    costs = usage[:, 0].copy() if resources == 1 else (usage / limits).sum(axis=1)
    cost_limit = 1.7 if resources == 1 else resources * (1 + 1e-12)
    return Members(accuracies, costs, np.argsort(costs, kind="stable")), Knapsack(usage, limits), cost_limit


def best_of_all(members, knapsack, size, has_first=None):
    panels = [list(panel) for panel in combinations(range(len(members.costs)), size)]
    panels = [panel for panel in panels if has_first is None or (0 in panel) == has_first]
    fitting = [panel for panel in panels if (knapsack.usage[panel].sum(axis=0) <= knapsack.limits).all()]
    return min(((np.exp(odd_log_error(members.accuracies[panel])), panel) for panel in fitting), default=(np.inf, []))


@pytest.mark.parametrize("resources", [1, 2])
@pytest.mark.parametrize("most_nodes", [1, 5, 10**9])
@pytest.mark.parametrize("size", [1, 3, 5])
def test_the_best_panel_agrees_with_enumeration_however_often_the_search_is_left(resources, most_nodes, size):
    members, knapsack, cost_limit = pool(size, resources)
    weights = np.ones((size + 1) // 2)
    state, best = TreeState.at_root(size, len(weights), resources), np.zeros(size, dtype=np.int64)
    least, panel = np.inf, []
    while state.depth[0] >= 0:
        _, error = explore(members, knapsack, cost_limit, weights, least, most_nodes, state, no_windows(9, size), best)
        if error < least:
            least, panel = error, best.tolist()
    expected, chosen = best_of_all(members, knapsack, size)
    assert least == pytest.approx(expected)
    assert panel == chosen


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("is_in", [True, False])
def test_branches_that_no_window_allows_are_cut(seed, is_in):
    """Leaving out the first member, or taking it, exceeds the slack, so the best panel of the other kind is found.

    With two resources, because dominance would leave out further panels.
    """
    members, knapsack, cost_limit = pool(seed, 2)
    rise, nothing = np.where(np.arange(9) == 0, 100.0, 0.0)[None, :], np.zeros((1, 9))
    joining, missing = (nothing, rise) if is_in else (rise, nothing)
    windows = WindowLimits(joining, missing, np.array([50.0]), np.zeros((4, 1)))
    state, best = TreeState.at_root(3, 2, 2), np.zeros(3, dtype=np.int64)
    _, error = explore(members, knapsack, cost_limit, np.ones(2), 1.0, 10**9, state, windows, best)
    expected, panel = best_of_all(members, knapsack, 3, is_in)
    assert error == pytest.approx(expected)
    assert panel in ([], best.tolist())


def test_a_window_without_slack_cuts_everything():
    members, knapsack, cost_limit = pool(0, 1)
    windows = WindowLimits(np.zeros((1, 9)), np.zeros((1, 9)), np.array([-1.0]), np.zeros((4, 1)))
    state, best = TreeState.at_root(3, 2, 1), np.zeros(3, dtype=np.int64)
    assert explore(members, knapsack, cost_limit, np.ones(2), 1.0, 99, state, windows, best) == (1, np.inf)


def test_a_window_allows_what_its_slack_covers():
    assert is_allowed(np.array([2.0, 0.5]), np.array([1.0, 0.5]))
    assert not is_allowed(np.array([2.0, 0.6]), np.array([1.0, 0.5]))
    assert is_allowed(np.empty(0), np.empty(0))


def test_no_panel_of_a_size_beats_the_bound_at_its_root():
    members, knapsack, cost_limit = pool(4, 1)
    sizes = np.array([1, 3, 5, 9])
    rows = [np.r_[np.ones((size + 1) // 2), np.zeros(size // 2 + 1)] for size in sizes]
    starts = np.r_[0, np.cumsum(sizes + 1)[:-1]]
    bounds = np.empty(4)
    write_root_bounds(plain(members), cost_limit, sizes, np.concatenate(rows), starts, bounds)
    best = [best_of_all(members, knapsack, int(size))[0] for size in sizes]
    assert bounds[0] == pytest.approx(best[0])
    assert (bounds <= np.array(best) * (1 + 1e-12)).all()
    assert bounds[3] == best[3] == np.inf
