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
from haversack.kernels.size_bound import binomial_chances, least_expectation, priced_sum
from haversack.searchers.exact.lagrangian import lagrangian_panels
from haversack.searchers.exact.size_bound import bound_by_windows
from haversack.searchers.exact.sorted_members import SortedMembers
from strategies import pools_with_budget

ENERGIES = [MajorityVote(), MajorityVote(ties="coin"), SpatialVote(curve=OddsCurve(a=-3.43, b=101.7))]


@settings(max_examples=300)
@given(case=pools_with_budget(max_size=9), energy=st.sampled_from(ENERGIES), loosened=st.sampled_from([1.0, 3.0]))
def test_no_panel_beats_its_certificate_and_some_window_accounts_for_it(case, energy, loosened):
    """Every panel below the target is allowed by a window, with the deviations that its members stand for."""
    pool, budget = case
    problem = Problem(pool, energy, Additive(), budget)
    ordered = SortedMembers.of(problem)
    for size in range(1, ordered.largest_size + 1):
        rows = np.array(
            [np.isin(np.arange(len(ordered.members)), c) for c in combinations(range(len(ordered.members)), size)]
        )
        sets = ordered.sets(rows)
        fits = problem.fits(sets)
        losses = problem.losses(sets)[fits]
        panel = pool.accuracies[lagrangian_panels(ordered, [size])[0]]
        target = min(1.0, loosened * float(losses.min()))
        proof = bound_by_windows(problem, ordered, panel, target)
        for row, loss in zip(rows[fits], losses, strict=True):
            if loss >= target * (1 - 1e-9) or loss == 0.0:
                continue
            assert math.log(loss) >= proof.log_bound - 1e-9
            accounts = [
                window.log_bound + window.joining[row].sum() + window.missing[~row].sum() for window in proof.windows
            ]
            assert min(accounts) <= math.log(loss) + 1e-9


@pytest.mark.parametrize(("members", "share", "gap"), [(30, 0.3, 0.15), (100, 0.2, 0.10)])
def test_the_bound_at_the_root_is_tight_and_long_searches_do_not_beat_it(members, share, gap):
    pool = paper_pool(members, 1)
    budget = share * float(pool.costs.sum())
    best = select(pool, budget, searcher="exact", stopping={"kind": "max-step", "limit": 10**9}, seed=0)
    problem = Problem(pool, MajorityVote(), Additive(), budget)
    ordered = SortedMembers.of(problem)
    bounds = []
    for size in range(1, ordered.largest_size + 1, 2):
        panel = pool.accuracies[lagrangian_panels(ordered, [size])[0]]
        bounds.append(bound_by_windows(problem, ordered, panel, best.error).bound)
    assert (1 - gap) * best.error <= min(bounds) <= best.error


@given(
    accuracies=st.lists(st.floats(0.05, 0.95), min_size=2, max_size=8),
    values=st.lists(st.floats(0.0, 1.0), min_size=9, max_size=9),
)
def test_no_accuracies_of_that_sum_have_a_smaller_expectation(accuracies, values):
    size, total = len(accuracies), sum(accuracies)
    function = np.array(values[: size + 1])
    least = least_expectation(function, size, min(accuracies), max(accuracies), total - 0.1, total + 0.1, 0.002)
    distribution = np.ones(1)
    for accuracy in accuracies:
        distribution = np.convolve(distribution, [1 - accuracy, accuracy])
    assert least <= distribution @ function + 1e-12


def test_binomial_chances_and_the_bound_on_them():
    from scipy.stats import binom

    for trials, probability in ((1, 0.3), (40, 0.5), (200, 0.01), (1000, 0.97), (7, 0.0), (7, 1.0)):
        chances = np.empty(trials + 1)
        binomial_chances(trials, probability, chances)
        assert chances == pytest.approx(binom.pmf(np.arange(trials + 1), trials, probability), rel=1e-9, abs=1e-300)
        deviation = math.sqrt(trials * probability * (1 - probability))
        assert deviation == 0 or chances.max() <= 0.42888194248035344 / deviation


@given(case=pools_with_budget(min_size=2, max_size=8))
def test_the_priced_sum_is_never_above_a_sum_that_fits(case):
    pool, budget = case
    values = np.log1p(-0.7 * pool.accuracies)
    for size in range(1, len(pool) + 1):
        bound, _ = priced_sum(values, pool.costs, budget, size)
        sums = [
            values[list(chosen)].sum()
            for chosen in combinations(range(len(pool)), size)
            if pool.costs[list(chosen)].sum() <= budget
        ]
        assert all(bound <= total + 1e-9 for total in sums)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "error", "size"), [(0, 9.003433124825723e-14, 103), (1, 9.705707910046328e-13, 99)])
def test_three_hundred_members_are_solved(seed, error, size):
    pool = paper_pool(300, seed)
    budget = 0.1 * float(pool.costs.sum())
    found = select(pool, budget, searcher="exact", stopping={"kind": "max-step", "limit": 10**9}, seed=0)
    assert found.error == pytest.approx(error, rel=1e-9)
    assert (len(found.members), found.proven) == (size, True)
