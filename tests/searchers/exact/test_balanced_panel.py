from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from conftest import paper_pool
from haversack import Pool, Problem
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.searchers.exact.balanced_panel import find_balanced_interval, find_balanced_panel
from haversack.searchers.exact.sorted_members import SortedMembers
from oracles import odd_log_error, panel_tilt
from strategies import pools_with_budget


def members_of(pool, budget):
    return SortedMembers.of(Problem(pool, MajorityVote(), Additive(), budget))


@settings(max_examples=200)
@given(case=pools_with_budget(max_size=9))
@pytest.mark.slow
def test_a_balanced_panel_is_odd_fits_and_has_the_error_it_is_said_to_have(case):
    pool, budget = case
    members = members_of(pool, budget)
    start = find_balanced_panel(members)
    if start is None:
        return
    log_error, panel = start
    assert panel.sum() % 2 == 1
    assert members.usage[panel].sum() <= members.limits[0]
    expected = odd_log_error(members.accuracies[panel])
    if expected > -600.0:
        assert log_error == pytest.approx(expected, rel=1e-9, abs=1e-9)
    else:
        assert log_error < -400.0


@pytest.mark.parametrize("count", [1_000, 3_000])
def test_exchanges_among_many_members_only_help(count):
    pool = paper_pool(count, 5)
    members = members_of(pool, 0.1 * float(pool.costs.sum()))
    log_error, panel = find_balanced_panel(members)
    assert members.usage[panel].sum() <= members.limits[0]
    assert log_error == pytest.approx(odd_log_error(members.accuracies[panel]), rel=1e-12)


def test_a_pool_without_resources_has_a_balanced_panel():
    pool = Pool(accuracies=np.linspace(0.55, 0.9, 30))
    members = SortedMembers.of(Problem(pool, MajorityVote(), NoCost(), None))
    log_error, panel = find_balanced_panel(members)
    prefixes = [odd_log_error(members.accuracies[:size]) for size in range(1, 31, 2)]
    assert log_error == pytest.approx(min(prefixes), abs=1e-9)
    assert panel.sum() == 2 * int(np.argmin(prefixes)) + 1


@pytest.mark.parametrize("has_bound", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_the_members_inside_have_the_tilt_and_about_the_error_that_is_said(seed, has_bound):
    random = np.random.default_rng(seed)
    pool = Pool(accuracies=random.beta(17, 5, 201), costs=random.exponential(1.0, 201))
    members = members_of(pool, 0.3 * float(pool.costs.sum()))
    interval = find_balanced_interval(members, has_bound=has_bound)
    inside = np.flatnonzero(interval.keys < 0.0)
    panel = members.accuracies[inside[: len(inside) - (len(inside) % 2 == 0)]]
    assert 20 < len(panel) < 150
    assert interval.prices[0] > 0.0
    assert interval.low == interval.high == pytest.approx(panel_tilt(panel), abs=0.05)
    assert interval.log_base == pytest.approx(odd_log_error(panel), rel=0.1)


def test_members_that_are_never_right_are_no_obstacle():
    """Without a spread there is no bound, only an estimate."""
    pool = Pool(accuracies=[0.0, *np.linspace(0.55, 0.9, 30)], costs=[1.0] * 31)
    log_error, panel = find_balanced_panel(members_of(pool, 20.0))
    assert not panel[-1]
    assert log_error == pytest.approx(odd_log_error(np.linspace(0.55, 0.9, 30)[-19:]), abs=0.5)
