from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool, Problem, build_part
from haversack.costs import Additive, NoCost, Vector
from haversack.energies import MajorityVote
from haversack.searchers.exact.sorted_members import SortedMembers

POOL = Pool(accuracies=[0.6, 0.9, 0.8, 0.9, 0.7], costs=[1.0, 3.0, 9.0, 2.0, 1.0])


def members_of(cost, budget=None, pool=POOL):
    return SortedMembers.of(Problem(pool, MajorityVote(), cost, budget))


def test_members_that_fit_are_sorted_by_accuracy_then_by_cost():
    members = members_of(Additive(), 5.0)
    assert members.indices.tolist() == [3, 1, 4, 0]
    assert members.accuracies.tolist() == [0.9, 0.9, 0.7, 0.6]
    assert members.costs.tolist() == [2.0, 3.0, 1.0, 1.0]
    assert members.cost_limit == pytest.approx(5.0)
    assert len(members) == 4


def test_several_resources_imply_one_cost():
    pool = Pool(accuracies=[0.6, 0.9], costs=[1.0, 3.0], metadata={"memory": [2.0, 1.0]})
    members = members_of(Vector(budgets={"cost": 4.0, "memory": 2.0}), 1.0, pool)
    assert members.costs == pytest.approx([3 / 4 + 1 / 2, 1 / 4 + 2 / 2])
    assert members.cost_limit == pytest.approx(2.0)


@pytest.mark.parametrize(("budget", "size", "is_unconstrained"), [(4.0, 3, False), (15.9, 4, False), (16.0, 5, True)])
def test_the_largest_size_is_that_of_the_cheapest(budget, size, is_unconstrained):
    members = members_of(Additive(), budget)
    assert members.largest_size == size
    assert members.is_unconstrained == is_unconstrained


def test_without_costs_everything_fits():
    assert members_of(NoCost()).is_unconstrained


def test_kernels_get_plain_tuples_of_the_same_arrays():
    members = members_of(Additive(), 5.0)
    accuracies, costs, by_cost = members.by_rank
    assert accuracies is members.accuracies
    assert costs[by_cost].tolist() == sorted(members.costs.tolist())
    assert members.knapsack[0] is members.usage
    assert (type(members.by_rank), type(members.knapsack)) == (tuple, tuple)


def test_sets_of_sorted_members_become_sets_of_the_pool():
    rows = np.array([[True, False, False, True]])
    assert members_of(Additive(), 5.0).to_pool_sets(rows).tolist() == [[True, False, False, True, False]]


@pytest.mark.parametrize(("count", "limits"), [(1, []), (2, [5.0]), (3, [])])
def test_groups_that_allow_an_even_number_limit_odd_panels_by_one_less(count, limits):
    pool = Pool(np.linspace(0.6, 0.9, 24), np.ones(24), metadata={"vendor": list("abc") * 8})
    specs = [{"kind": "at-most", "group": "vendor", "count": count}, {"kind": "size", "least": 2}]
    constraints = tuple(build_part("constraint", spec) for spec in specs)
    members = SortedMembers.with_demands(Problem(pool, MajorityVote(), Additive(), 20.0, constraints), is_even=False)
    limited = members.limit_to_odd_size()
    assert limited.limits[: len(limits)].tolist() == limits
    assert len(limited.limits) == len(members.limits) + len(limits)
    assert limited.largest_size == (5 if limits else members.largest_size)


def test_of_groups_that_overlap_those_count_that_leave_out_most():
    pool = Pool(np.linspace(0.6, 0.9, 24), np.ones(24), metadata={"vendor": list("abc") * 8})
    specs = [
        {"kind": "apart", "members": ["member-0", "member-1"]},
        {"kind": "at-most", "group": "vendor", "count": 4},
        {"kind": "at-most", "group": "vendor", "value": "b", "count": 2},
        {"kind": "size", "most": 20},
    ]
    constraints = tuple(build_part("constraint", spec) for spec in specs)
    members = SortedMembers.of(Problem(pool, MajorityVote(), Additive(), 20.0, constraints))
    assert members.limit_to_odd_size().limits[0] == 9.0
