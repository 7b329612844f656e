"""The problem whose frontier is searched."""

from __future__ import annotations

import pytest

from haversack import ConfigError, Pool
from haversack.costs import Additive, NoCost, Parallel
from haversack.energies import MajorityVote
from haversack.frontiers.choosing import Never
from haversack.frontiers.posing import pose_problem
from haversack.selection.assembly import Parts

POOL = Pool(accuracies=[0.9, 0.8], costs=[4.0, 2.0])


def pose(pool, cost, catalog):
    return pose_problem(pool, Parts(MajorityVote(), Never(), cost, None), catalog)


@pytest.mark.parametrize(("cost", "budget"), [(Additive(), 6.0), (Parallel(), 4.0)])
def test_all_members_fit(builtins, cost, budget):
    # For costs that do not add up, the bound of all sets is larger than the cost of all members.
    assert pose(POOL, cost, builtins).budget >= budget


def test_members_that_cost_nothing_have_a_budget(builtins):
    assert pose(Pool(accuracies=[0.9, 0.8], costs=[0.0, 0.0]), Additive(), builtins).budget == 1.0


def test_costs_that_are_no_costs_are_reported(builtins):
    with pytest.raises(ConfigError, match=r"cost: a frontier needs costs, and under NoCost\(\) nothing has a cost$"):
        pose(POOL, NoCost(), builtins)
