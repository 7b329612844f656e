from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from conftest import paper_pool
from haversack import Pool, Problem
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.searchers.exact.interval_bound import Interval
from haversack.searchers.exact.sorted_members import SortedMembers
from haversack.searchers.exact.undecided import UndecidedSearch, find_undecided
from oracles import odd_log_error, panel_tilt, precise_distribution


def members_of(pool, budget):
    return SortedMembers.of(Problem(pool, MajorityVote(), Additive(), budget))


def free_interval(tilt, keys):
    """Nothing is known but what the keys suggest."""
    return Interval(tilt, tilt, -math.inf, -math.inf, keys, np.zeros(1))


@pytest.mark.parametrize("undecided", [0, 1, 24, 400])
def test_the_first_panel_is_the_suggested_one_with_its_error(undecided):
    pool = paper_pool(401, 2)
    members = members_of(pool, float(pool.costs.sum()))
    panel = np.arange(401) < 301
    interval = free_interval(panel_tilt(members.accuracies[panel]), np.where(panel, -1.0, 1.0))
    free = np.random.default_rng(0).permutation(401)[:undecided]
    nodes, log_error, found = UndecidedSearch(members, interval, free).explore(math.inf, undecided + 1)
    precise = sum(precise_distribution(members.accuracies[panel])[:151]).ln()
    assert nodes == undecided + 1
    assert log_error == pytest.approx(float(precise), rel=1e-12)
    assert (found == panel).all()


def test_errors_are_right_however_many_members_are_undecided():
    """Weights that grow like exp(tilt * votes) once left the range of numbers here, and with it the truth."""
    pool = Pool(accuracies=np.full(2_001, 0.9), costs=np.ones(2_001))
    members = members_of(pool, 2_000.0)
    panel = np.arange(2_001) < 1_501
    interval = free_interval(panel_tilt(members.accuracies[panel]), np.where(panel, -1.0, 1.0))
    errors = [UndecidedSearch(members, interval, np.arange(free)).explore(math.inf, free + 1)[1] for free in (0, 2_000)]
    assert errors[0] == pytest.approx(-771.6136983, abs=1e-6)
    assert errors[1] == pytest.approx(errors[0], abs=1e-9)


def test_members_that_hardly_ever_err_keep_their_digits():
    accuracies = np.array([1 - 1e-13, 0.7, 0.6])
    members = members_of(Pool(accuracies=accuracies, costs=np.ones(3)), 2.0)
    interval = free_interval(0.5, np.array([-1.0, 1.0, 1.0]))
    _, log_error, _ = UndecidedSearch(members, interval, np.arange(3)).explore(math.inf, 4)
    assert log_error == pytest.approx(math.log(1 - accuracies[0]), rel=1e-12)


def test_a_search_goes_on_where_it_was_left():
    pool = paper_pool(14, 1)
    members = members_of(pool, 0.4 * float(pool.costs.sum()))
    keys = np.random.default_rng(0).normal(0, 1, len(members))
    least = []
    for step in 1, 100, 10**6:
        search = UndecidedSearch(members, free_interval(1.2, keys), np.arange(len(members)))
        best = math.inf
        while not search.is_done:
            _, log_error, panel = search.explore(best, step)
            if log_error < best:
                best = log_error
                assert odd_log_error(members.accuracies[panel]) == pytest.approx(best, rel=1e-12)
                assert members.usage[panel].sum() <= members.limits[0]
        least.append(best)
    assert least[0] == least[1] == least[2]


def test_undecided_is_whose_key_does_not_exclude_one_way():
    interval = Interval(1.0, 1.1, -4.9, -5.0, np.array([-2.0, -0.5, 0.0, 0.9, 1.1]), np.zeros(1))
    assert find_undecided(interval, -4.0).tolist() == [1, 2, 3]


@pytest.mark.parametrize("seed", range(5))
def test_of_adjacent_intervals_each_panel_is_searched_in_its_own(seed, monkeypatch):
    """With no budget to speak of and keys that exclude nothing, the best of each interval is that of enumeration."""
    monkeypatch.setattr("haversack.searchers.exact.undecided._SMALL_TREE", 0)
    pool = Pool(np.random.default_rng(seed).uniform(0.55, 0.95, 9), np.arange(1.0, 10.0))
    members = members_of(pool, 30.0)
    panels = (np.arange(2**9)[:, None] >> np.arange(9)) & 1 == 1
    panels = panels[(panels.sum(axis=1) % 2 == 1) & (panels.sum(axis=1) > 1)]
    panels = panels[panels @ members.usage[:, 0] <= members.limits[0]]
    tilts = np.array([panel_tilt(members.accuracies[panel]) for panel in panels])
    errors = np.array([odd_log_error(members.accuracies[panel]) for panel in panels])
    ends = np.quantile(tilts, [0.0, 0.2, 0.5, 0.9, 1.0]) + np.array([-1e-6, 1e-6, 1e-6, 1e-6, 1e-6])
    best = []
    for low, high in itertools.pairwise(ends.tolist()):
        interval = Interval(low, high, -math.inf, -math.inf, np.full(9, 1.0), np.zeros(1))
        search = UndecidedSearch(members, interval, np.arange(9), only_own_tilts=True)
        _, log_error, panel = search.explore(math.inf, 10**6)
        if math.isfinite(log_error):
            assert low <= panel_tilt(members.accuracies[panel]) <= high
            assert log_error >= errors[(tilts >= low) & (tilts <= high)].min() - 1e-12
        best.append(log_error)
    assert min(best) == pytest.approx(errors.min(), rel=1e-12)
