"""A bound that is beaten once is worth nothing: everything here tries to beat it."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import paper_pool
from haversack import Problem, select
from haversack.costs import Additive
from haversack.energies import MajorityVote, OddsCurve, SpatialVote
from haversack.searchers.exact.lagrangian import find_lagrangian_panels
from haversack.searchers.exact.size_bound import bound_by_windows
from haversack.searchers.exact.sorted_members import SortedMembers
from strategies import pools_with_budget

ENERGIES = [MajorityVote(), MajorityVote(ties="coin"), SpatialVote(curve=OddsCurve(a=-3.43, b=101.7))]


@pytest.mark.slow
@settings(max_examples=300)
@given(case=pools_with_budget(max_size=9), energy=st.sampled_from(ENERGIES), loosened=st.sampled_from([1.0, 3.0]))
def test_no_panel_beats_its_bound_and_some_window_accounts_for_it(case, energy, loosened):
    """Every panel below the target is allowed by a window, with the deviations of its members."""
    pool, budget = case
    problem = Problem(pool, energy, Additive(), budget)
    members = SortedMembers.of(problem)
    for size in range(1, members.largest_size + 1):
        rows = np.array([np.isin(np.arange(len(members)), c) for c in combinations(range(len(members)), size)])
        sets = members.to_pool_sets(rows)
        fits = problem.fits(sets)
        losses = problem.losses(sets)[fits]
        panel = pool.accuracies[find_lagrangian_panels(members, [size])[0]]
        target = min(1.0, loosened * float(losses.min()))
        bound = bound_by_windows(problem, members, panel, target)
        for row, loss in zip(rows[fits], losses, strict=True):
            if loss >= target * (1 - 1e-9) or loss == 0.0:
                continue
            assert math.log(loss) >= bound.log_bound - 1e-9
            accounts = [
                window.log_bound + window.joining[row].sum() + window.missing[~row].sum() for window in bound.windows
            ]
            assert min(accounts) <= math.log(loss) + 1e-9


@pytest.mark.parametrize(("count", "share", "gap"), [(30, 0.3, 0.15), (100, 0.2, 0.10)])
def test_the_bound_at_the_root_is_tight_and_long_searches_do_not_beat_it(count, share, gap):
    pool = paper_pool(count, 1)
    budget = share * float(pool.costs.sum())
    best = select(pool, budget, searcher="exact", stopping={"kind": "max-step", "limit": 10**9}, seed=0)
    problem = Problem(pool, MajorityVote(), Additive(), budget)
    members = SortedMembers.of(problem)
    bounds = []
    for size in range(1, members.largest_size + 1, 2):
        panel = pool.accuracies[find_lagrangian_panels(members, [size])[0]]
        bounds.append(bound_by_windows(problem, members, panel, best.error).bound)
    assert (1 - gap) * best.error <= min(bounds) <= best.error


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "error", "size"), [(0, 9.003433124825723e-14, 103), (1, 9.705707910046328e-13, 99)])
def test_three_hundred_members_are_solved(seed, error, size):
    pool = paper_pool(300, seed)
    budget = 0.1 * float(pool.costs.sum())
    found = select(pool, budget, searcher="exact", stopping={"kind": "max-step", "limit": 10**9}, seed=0)
    assert found.error == pytest.approx(error, rel=1e-9)
    assert (len(found.members), found.proven) == (size, True)
