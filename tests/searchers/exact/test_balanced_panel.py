from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from conftest import paper_pool
from haversack import Pool, Problem
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.searchers.exact.balanced_panel import find_balanced_panel
from haversack.searchers.exact.sorted_members import SortedMembers
from oracles import odd_log_error
from strategies import pools_with_budget


def members_of(pool, budget):
    return SortedMembers.of(Problem(pool, MajorityVote(), Additive(), budget))


@settings(max_examples=200)
@given(case=pools_with_budget(max_size=9))
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
