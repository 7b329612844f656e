"""A bound that is beaten once is worth nothing: everything here tries to beat it."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import paper_pool
from haversack import Pool, Problem, select
from haversack.costs import Additive, Vector
from haversack.energies import MajorityVote
from haversack.searchers.exact import interval_bound
from haversack.searchers.exact.balanced_panel import find_balanced_panel
from haversack.searchers.exact.interval_bound import bound_by_intervals, bound_margin
from haversack.searchers.exact.sorted_members import SortedMembers
from oracles import odd_log_error, odd_sets, panel_tilt
from strategies import pools_with_budget, probabilities
from tilted import half, tilt_all

FINENESS = 0.03
usages = st.one_of(st.floats(0.0, 3.0), st.sampled_from([0.0, 1.0]))


def list_panels(problem):
    """The sorted members, and all their odd panels within the budget, with the logarithms of their errors."""
    members = SortedMembers.of(problem)
    rows = odd_sets(len(members))
    rows = rows[problem.fits(members.to_pool_sets(rows))]
    return members, rows, np.array([odd_log_error(members.accuracies[row]) for row in rows])


def assert_every_panel_is_accounted_for(problem, loosened=0.0, fineness=FINENESS):
    """None lies below the bound; one below the target is large enough, and its interval agrees with its members."""
    members, rows, log_errors = list_panels(problem)
    best = int(log_errors.argmin())
    target = float(log_errors[best]) + loosened
    bound = bound_by_intervals(problem, members, rows[best], target, fineness=fineness)
    if bound is None:
        return False
    assert log_errors[best] >= bound.log_bound - 1e-9
    for row, log_error in zip(rows, log_errors, strict=True):
        if log_error >= target - 1e-9:
            continue
        assert row.sum() >= bound.fewest
        tilt = panel_tilt(members.accuracies[row])
        own = [interval for interval in bound.intervals if interval.low - 1e-9 <= tilt <= interval.high + 1e-9]
        assert own, f"no interval holds a panel of tilt {tilt}"
        for interval in own[:1]:
            keys, prices = interval.keys, interval.prices
            deviations = np.maximum(keys, 0.0)[row].sum() + np.maximum(-keys, 0.0)[~row].sum()
            left = prices @ (members.limits - members.usage[row].sum(axis=0))
            assert interval.log_base <= interval.log_bound <= log_error
            assert log_error >= interval.log_base + deviations + left - 1e-9
    return True


@settings(max_examples=200)
@given(case=pools_with_budget(max_size=8), loosened=st.sampled_from([0.0, 1.0]))
@pytest.mark.slow
def test_every_panel_is_accounted_for(case, loosened):
    pool, budget = case
    assert_every_panel_is_accounted_for(Problem(pool, MajorityVote(), Additive(), budget), loosened)


@settings(max_examples=100)
@given(
    accuracies=st.lists(st.floats(0.4, 0.99), min_size=3, max_size=8),
    data=st.data(),
    share=st.floats(0.3, 0.9),
)
@pytest.mark.slow
def test_every_panel_is_accounted_for_under_several_budgets(accuracies, data, share):
    count = len(accuracies)
    costs, memory = (
        np.array(data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.0]), min_size=count, max_size=count)))
        for _ in range(2)
    )
    pool = Pool(accuracies=accuracies, costs=costs + 0.1, metadata={"memory": memory})
    limits = {"cost": float(share * pool.costs.sum() + 0.1), "memory": float(share * memory.sum() + 0.1)}
    problem = Problem(pool, MajorityVote(), Vector(budgets=limits), 1.0)
    if problem.fits(np.eye(count, dtype=bool)).any():
        assert_every_panel_is_accounted_for(problem, loosened=0.5)


@pytest.mark.parametrize("loosened", [0.0, 0.3])
@pytest.mark.parametrize("fineness", [0.03, 0.3])
def test_every_panel_of_pools_like_the_papers_is_accounted_for(loosened, fineness):
    proved = 0
    for seed in range(12):
        pool = paper_pool(9, seed)
        problem = Problem(pool, MajorityVote(), Additive(), 0.6 * float(pool.costs.sum()))
        proved += assert_every_panel_is_accounted_for(problem, loosened, fineness)
    assert proved >= 4


@pytest.mark.parametrize("accuracies", [(0.5, 0.6), (0.6, 0.9), (0.2, 0.95)])
@pytest.mark.slow
def test_intervals_leave_no_tilt_out(accuracies, monkeypatch):
    """From where all panels err too often, up to where there are no panels."""
    kept, covers = [], []
    keep = interval_bound._IntervalCover._keep
    monkeypatch.setattr(
        interval_bound._IntervalCover,
        "_keep",
        lambda cover, interval: (kept.append(interval), covers.append(cover), keep(cover, interval)),
    )
    proved = 0
    for seed in range(6):
        random = np.random.default_rng(seed)
        pool = Pool(accuracies=random.uniform(*accuracies, 9), costs=random.uniform(0.5, 1.5, 9))
        problem = Problem(pool, MajorityVote(), Additive(), 0.6 * float(pool.costs.sum()))
        members, rows, log_errors = list_panels(problem)
        kept.clear()
        best = int(log_errors.argmin())
        bound = bound_by_intervals(problem, members, rows[best], float(log_errors[best]) + 0.02, fineness=FINENESS)
        if bound is None or not kept:
            continue
        proved += 1
        kept.sort(key=lambda interval: interval.low)
        assert covers[-1]._bound_below(kept[0].low) >= log_errors[best] + 0.02
        for before, after in pairwise(kept):
            assert after.low == before.high
        for row, log_error in zip(rows, log_errors, strict=True):
            tilt = panel_tilt(members.accuracies[row])
            if row.sum() < bound.fewest:
                assert log_error >= log_errors[best] + 0.02 - 1e-9
            else:
                assert tilt <= kept[-1].high + 1e-9
            if tilt < kept[0].low:
                assert log_error >= log_errors[best] + 0.02 - 1e-9
    assert proved >= 1


@settings(max_examples=300)
@given(accuracies=st.lists(st.floats(0.02, 0.98), min_size=3, max_size=15), above=st.sampled_from([1.0, 1.2, 3.0]))
@pytest.mark.slow
def test_no_panel_of_a_small_tilt_errs_less_than_is_said(accuracies, above):
    panel = np.array(accuracies if len(accuracies) % 2 else accuracies[:-1])
    tilt = panel_tilt(panel)
    if tilt == np.inf:
        return
    pool = Pool(accuracies=panel, costs=np.ones(len(panel)))
    members = SortedMembers.of(Problem(pool, MajorityVote(), Additive(), float(len(panel))))
    row = interval_bound._IntervalCover(members, -1.0, 1, FINENESS, lambda: False)
    assert odd_log_error(panel) >= row._bound_below(tilt * above) - 1e-9


def test_weak_pools_have_a_bound_too():
    """Their tilts are small, and even a panel with none errs not much more often than the best."""
    random = np.random.default_rng(0)
    pool = Pool(accuracies=random.uniform(0.5, 0.55, 50), costs=random.uniform(0.5, 1.5, 50))
    problem = Problem(pool, MajorityVote(), Additive(), 0.3 * float(pool.costs.sum()))
    members = SortedMembers.of(problem)
    log_error, panel = find_balanced_panel(members)
    bound = bound_by_intervals(problem, members, panel, log_error, fineness=FINENESS)
    assert log_error - 0.1 < bound.log_bound <= log_error


@pytest.mark.parametrize(("count", "share", "gap"), [(100, 0.2, 0.1), (300, 0.1, 0.05), (1_000, 0.1, 0.02)])
def test_the_bound_is_close_and_long_searches_do_not_beat_it(count, share, gap):
    pool = paper_pool(count, 3)
    budget = share * float(pool.costs.sum())
    problem = Problem(pool, MajorityVote(), Additive(), budget)
    members = SortedMembers.of(problem)
    log_error, panel = find_balanced_panel(members)
    bound = bound_by_intervals(problem, members, panel, log_error, fineness=FINENESS)
    assert log_error - gap < bound.log_bound <= log_error
    annealed = select(pool, budget, searcher="annealing", stopping={"kind": "max-step", "limit": 100_000}, seed=0)
    assert math.log(annealed.error) >= bound.log_bound


def test_a_coarser_row_bounds_less():
    pool = paper_pool(100, 0)
    problem = Problem(pool, MajorityVote(), Additive(), 0.2 * float(pool.costs.sum()))
    members = SortedMembers.of(problem)
    log_error, panel = find_balanced_panel(members)
    bounds = [bound_by_intervals(problem, members, panel, log_error, fineness=f).log_bound for f in (0.01, 0.1, 0.5)]
    assert bounds[0] > bounds[1] > bounds[2]


def test_where_the_method_fails_nothing_is_claimed():
    """Panels with no tilt: a single one, and members that are never wrong; and errors above a half."""
    for accuracies in ([0.9, 0.6], [1.0, 0.8, 0.7, 0.6], [0.3, 0.2, 0.1]):
        pool = Pool(accuracies=accuracies, costs=[1.0] * len(accuracies))
        problem = Problem(pool, MajorityVote(), Additive(), 1.0)
        members = SortedMembers.of(problem)
        panel = np.arange(len(accuracies)) == 0
        assert (
            bound_by_intervals(problem, members, panel, math.log(1.0 - 0.99 * accuracies[0]), fineness=FINENESS) is None
        )


def test_time_can_run_out():
    pool = paper_pool(50, 0)
    problem = Problem(pool, MajorityVote(), Additive(), 0.2 * float(pool.costs.sum()))
    members = SortedMembers.of(problem)
    log_error, panel = find_balanced_panel(members)
    assert (
        bound_by_intervals(problem, members, panel, log_error, fineness=FINENESS, is_out_of_time=lambda: True) is None
    )


def test_a_target_that_nobody_reaches_is_a_bound_without_looking():
    pool = paper_pool(9, 0)
    problem = Problem(pool, MajorityVote(), Additive(), 0.5 * float(pool.costs.sum()))
    members, rows, _ = list_panels(problem)
    panel = rows[rows.sum(axis=1) == 3][0]
    bound = bound_by_intervals(problem, members, panel, -50.0, fineness=FINENESS)
    assert (bound.log_bound, bound.fewest, bound.intervals) == (-50.0, 10, ())


def test_errors_too_small_for_a_number_have_bounds():
    pool = Pool(accuracies=np.full(3_000, 0.95), costs=np.linspace(1.0, 2.0, 3_000))
    problem = Problem(pool, MajorityVote(), Additive(), 0.5 * float(pool.costs.sum()))
    members = SortedMembers.of(problem)
    log_error, panel = find_balanced_panel(members)
    assert log_error < -1_000.0
    bound = bound_by_intervals(problem, members, panel, log_error, fineness=FINENESS)
    assert log_error - 1.0 < bound.log_bound <= log_error


@settings(max_examples=150)
@given(
    accuracies=st.lists(probabilities, min_size=1, max_size=7),
    tilt=st.floats(0.05, 30.0),
    fewest=st.integers(1, 3),
    data=st.data(),
)
@pytest.mark.slow
def test_no_panel_has_a_larger_margin_than_the_most(accuracies, tilt, fewest, data):
    count = len(accuracies)
    accuracies = np.sort(accuracies)[::-1].copy()
    fewest = min(fewest, count)
    usage = np.array(data.draw(st.lists(usages, min_size=count, max_size=count)))[:, None]
    limits = np.array([data.draw(st.floats(0.0, 8.0))])
    members = SortedMembers(np.arange(count), accuracies, usage, limits, usage[:, 0], float(limits[0]), count)
    most = bound_margin(members, fewest, tilt)
    _, shares, _, _ = tilt_all(accuracies, tilt)
    for row in odd_sets(count):
        if row.sum() >= fewest and (row @ usage <= limits).all():
            assert (shares[row] - 0.5).sum() + half(tilt) <= most + 1e-9
