"""Limits and demands of a panel say together what the constraints say."""

from __future__ import annotations

import attrs
import numpy as np

from constrained import random_case
from haversack import Problem
from haversack.config.build import build_part
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.plugins import get_catalog
from haversack.searchers.exact_votes.panel_limits import PanelLimits
from oracles import every_set


def test_rows_and_members_allow_just_the_feasible_sets():
    rng, catalog = np.random.default_rng(0), get_catalog(None)
    for _ in range(150):
        pool, budget, specs, _ = random_case(rng, members=7)
        constraints = tuple(build_part("constraint", spec, catalog) for spec in specs)
        problem = Problem(pool, MajorityVote(), Additive(), budget, constraints)
        limits, sets = PanelLimits.of(problem), every_set(len(pool))
        joining = sets & ~limits.inside
        outside = problem.conditions.outside
        kept = (
            ~(sets & outside).any(axis=1)
            & (sets | ~limits.inside).all(axis=1)
            & ~(joining & ~limits.fitting).any(axis=1)
        )
        kept &= (joining @ limits.usage <= limits.left).all(axis=1)
        kept &= (joining @ limits.demands <= limits.spare).all(axis=1)
        assert (limits.usage >= 0.0).all()
        assert (kept == problem.fits(sets))[sets.any(axis=1)].all()


def test_without_demands_the_rows_are_those_of_the_resources():
    pool, budget, _, _ = random_case(np.random.default_rng(1), members=7)
    problem = Problem(pool, MajorityVote(), Additive(), budget)
    limits, resources = PanelLimits.of(problem), problem.resources()
    assert limits.demands.shape == (len(pool), 0)
    assert not limits.inside.any()
    np.testing.assert_array_equal(limits.usage, resources.usage)
    np.testing.assert_array_equal(limits.fitting, problem.members_that_fit())
    assert attrs.astuple(limits)[1].tolist() == resources.limits.tolist()
