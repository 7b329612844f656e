from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings

from conftest import paper_pool
from haversack import Pool, Problem
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.kernels.exchanges import exchange
from haversack.searchers.exact.interval_bound import Interval
from haversack.searchers.exact.sorted_members import SortedMembers
from haversack.searchers.exact.undecided import Core, balanced_panel, rests_of, undecided_below
from oracles import odd_log_error, panel_tilt, precise_distribution
from strategies import pools_with_budget


def members_of(pool, budget):
    return SortedMembers.of(Problem(pool, MajorityVote(), Additive(), budget))


def free_interval(tilt, keys):
    """Nothing is known but what the keys suggest."""
    return Interval(tilt, tilt, -math.inf, -math.inf, keys, np.zeros(1))


@pytest.mark.parametrize("undecided", [0, 1, 24, 400])
def test_the_first_panel_is_the_suggested_one_with_its_error(undecided):
    pool = paper_pool(401, 2)
    ordered = members_of(pool, float(pool.costs.sum()))
    panel = np.arange(401) < 301
    interval = free_interval(panel_tilt(ordered.accuracies[panel]), np.where(panel, -1.0, 1.0))
    free = np.random.default_rng(0).permutation(401)[:undecided]
    nodes, log_error, found = Core(ordered, interval, free).explore(math.inf, undecided + 1)
    precise = sum(precise_distribution(ordered.accuracies[panel])[:151]).ln()
    assert nodes == undecided + 1
    assert log_error == pytest.approx(float(precise), rel=1e-12)
    assert (found == panel).all()


def test_errors_are_right_however_many_members_are_undecided():
    """Weights that grow like exp(tilt * votes) once left the range of numbers here, and with it the truth."""
    pool = Pool(accuracies=np.full(2_001, 0.9), costs=np.ones(2_001))
    ordered = members_of(pool, 2_000.0)
    panel = np.arange(2_001) < 1_501
    interval = free_interval(panel_tilt(ordered.accuracies[panel]), np.where(panel, -1.0, 1.0))
    errors = [Core(ordered, interval, np.arange(free)).explore(math.inf, free + 1)[1] for free in (0, 2_000)]
    assert errors[0] == pytest.approx(-771.6136983, abs=1e-6)
    assert errors[1] == pytest.approx(errors[0], abs=1e-9)


def test_members_who_hardly_ever_err_keep_their_digits():
    accuracies = np.array([1 - 1e-13, 0.7, 0.6])
    ordered = members_of(Pool(accuracies=accuracies, costs=np.ones(3)), 2.0)
    interval = free_interval(0.5, np.array([-1.0, 1.0, 1.0]))
    _, log_error, _ = Core(ordered, interval, np.arange(3)).explore(math.inf, 4)
    assert log_error == pytest.approx(math.log(1 - accuracies[0]), rel=1e-12)


def test_rests_are_one_minus_the_share_to_the_last_digit():
    rests = np.array([1.0, 0.75, 0.5, 1e-13, 1e-30, 0.0])
    shares = 1.0 - rests
    assert rests_of(shares, shares * rests) == pytest.approx(rests, rel=1e-15)


def test_a_search_goes_on_where_it_was_left():
    pool = paper_pool(14, 1)
    ordered = members_of(pool, 0.4 * float(pool.costs.sum()))
    keys = np.random.default_rng(0).normal(0, 1, len(ordered.members))
    least = []
    for step in 1, 100, 10**6:
        core = Core(ordered, free_interval(1.2, keys), np.arange(len(ordered.members)))
        best = math.inf
        while not core.done:
            _, log_error, panel = core.explore(best, step)
            if log_error < best:
                best = log_error
                assert odd_log_error(ordered.accuracies[panel]) == pytest.approx(best, rel=1e-12)
                assert ordered.usage[panel].sum() <= ordered.limits[0]
        least.append(best)
    assert least[0] == least[1] == least[2]


def test_undecided_is_whose_key_does_not_exclude_one_way():
    interval = Interval(1.0, 1.1, -4.9, -5.0, np.array([-2.0, -0.5, 0.0, 0.9, 1.1]), np.zeros(1))
    assert undecided_below(interval, -4.0).tolist() == [1, 2, 3]


@settings(max_examples=200)
@given(case=pools_with_budget(max_size=9))
def test_a_balanced_panel_is_odd_fits_and_has_the_error_it_is_said_to_have(case):
    pool, budget = case
    ordered = members_of(pool, budget)
    start = balanced_panel(ordered)
    if start is None:
        return
    log_error, panel = start
    assert panel.sum() % 2 == 1
    assert ordered.usage[panel].sum() <= ordered.limits[0]
    expected = odd_log_error(ordered.accuracies[panel])
    if expected > -600.0:
        assert log_error == pytest.approx(expected, rel=1e-9, abs=1e-9)
    else:
        assert log_error < -400.0


@pytest.mark.parametrize("members", [1_000, 3_000])
def test_exchanges_among_many_members_only_help(members):
    pool = paper_pool(members, 5)
    ordered = members_of(pool, 0.1 * float(pool.costs.sum()))
    log_error, panel = balanced_panel(ordered)
    assert ordered.usage[panel].sum() <= ordered.limits[0]
    assert log_error == pytest.approx(odd_log_error(ordered.accuracies[panel]), rel=1e-12)


def test_a_pool_without_resources_has_a_balanced_panel():
    pool = Pool(accuracies=np.linspace(0.55, 0.9, 30))
    ordered = SortedMembers.of(Problem(pool, MajorityVote(), NoCost(), None))
    log_error, panel = balanced_panel(ordered)
    prefixes = [odd_log_error(ordered.accuracies[:size]) for size in range(1, 31, 2)]
    assert log_error == pytest.approx(min(prefixes), abs=1e-9)
    assert panel.sum() == 2 * int(np.argmin(prefixes)) + 1


def test_an_exchange_takes_the_best_that_fits_and_keeps_count():
    values = np.array([0.0, -1.0, -3.0, -2.0])
    usage = np.array([[1.0], [1.5], [4.0], [2.0]])
    chosen, left = np.array([True, False, False, False]), np.array([1.0])
    assert exchange(values, usage, left, np.arange(4), chosen)
    assert chosen.tolist() == [False, False, False, True]
    assert left.tolist() == [0.0]
    assert not exchange(values, usage, left, np.arange(4), chosen)


def test_only_candidates_are_exchanged():
    values, usage = np.array([0.0, -1.0]), np.ones((2, 1))
    chosen = np.array([True, False])
    assert not exchange(values, usage, np.array([0.0]), np.array([0]), chosen)
    assert chosen.tolist() == [True, False]
