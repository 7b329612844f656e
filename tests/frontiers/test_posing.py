"""The problem whose frontier is searched."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from fakes import PreparedWeights, WeightedColumn
from haversack import ConfigError, Pool
from haversack.config.origins import recall_entry
from haversack.costs import Additive, NoCost, Parallel
from haversack.energies import MajorityVote
from haversack.frontiers.choosing import Never
from haversack.frontiers.posing import pose_problem
from haversack.plugins import Entry, Source
from haversack.selection.assembly import Parts

POOL = Pool(accuracies=[0.9, 0.8], costs=[4.0, 2.0])


def pose(pool, cost, catalog):
    return pose_problem(pool, Parts(MajorityVote(), Never(), cost, None), catalog)


class Wholesale:
    """Both members together cost less than either alone."""

    def costs(self, pool, sets):
        return np.where(sets.all(axis=1), 1.0, sets @ pool.costs)

    def least_costs(self, pool, sets):
        return sets.any(axis=1).astype(float)


@pytest.mark.parametrize(("cost", "budget"), [(Additive(), 6.0), (Parallel(), 4.0), (Wholesale(), 6.0)])
def test_all_sets_fit(builtins, cost, budget):
    assert pose(POOL, cost, builtins).budget == budget


def test_prepared_parts_have_the_names_of_those_that_were_given(builtins):
    entry = Entry("energy", "weight", WeightedColumn, "", Source("x", "x", "1"))
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, entry))
    pool = attrs.evolve(POOL, metadata={"weight": ["1", "2"]})
    problem = pose_problem(pool, Parts(WeightedColumn(), Never(), Additive(), None), catalog)
    assert isinstance(problem.energy, PreparedWeights)
    assert recall_entry(problem.energy) is entry


def test_members_that_cost_nothing_have_a_budget(builtins):
    assert pose(Pool(accuracies=[0.9, 0.8], costs=[0.0, 0.0]), Additive(), builtins).budget == 1.0


def test_costs_that_are_no_costs_are_reported(builtins):
    with pytest.raises(ConfigError, match=r"cost: a frontier needs costs, and under NoCost\(\) nothing has a cost$"):
        pose(POOL, NoCost(), builtins)
