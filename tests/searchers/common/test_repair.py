"""Sets that are changed until constraints allow them."""

from __future__ import annotations

import numpy as np
import pytest

from constrained import list_feasible, random_case
from haversack import Pool, Problem, build_part, select
from haversack.searchers.common.repair import Repair, join_members


def pose(pool, budget, specs):
    constraints = tuple(build_part("constraint", spec) for spec in specs)
    return Problem(pool, build_part("energy", "majority"), build_part("cost", "additive"), budget, constraints)


@pytest.mark.parametrize("seed", range(20))
def test_repaired_sets_are_feasible_and_feasible_ones_stay(seed):
    rng = np.random.default_rng(seed)
    pool, budget, specs, meanings = random_case(rng)
    feasible, problem = list_feasible(pool, budget, meanings), pose(pool, budget, specs)
    if not len(feasible):
        return
    repair = Repair.of(problem)
    drawn = rng.random((50, len(pool))) < 0.5
    for repaired in (repair(drawn), repair(drawn, rng)):
        assert problem.fits(repaired).all()
        assert repaired.any(axis=1).all()
    assert (repair(feasible) == feasible).all()
    assert (repair(drawn) == repair(drawn)).all()


def test_members_that_belong_together_have_one_number():
    rng = np.random.default_rng(0)
    pool, budget, _, _ = random_case(rng)
    specs = [
        {"kind": "together", "members": list(pool.names[:2])},
        {"kind": "together", "members": list(pool.names[1:3])},
    ]
    units = join_members(pose(pool, budget, specs))
    assert len(set(units[:3].tolist())) == 1
    assert len(set(units.tolist())) == len(pool) - 2


@pytest.mark.filterwarnings("error")
def test_limits_beyond_the_range_of_numbers_are_infinite_without_a_warning(capfd):
    pool = Pool([0.0], [1e-9])
    specs = [{"kind": "size", "least": 1}, {"kind": "limit", "column": "cost", "most": 0.6}]
    assert np.isinf(Repair.of(pose(pool, 1e300, specs)).limits).any()
    assert select(pool, 1e300, constraints=specs, searcher="annealing", seed=0).members == (0,)
    assert not capfd.readouterr().err


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("searcher", ["annealing", "exact", "sweep", "greedy-forward"])
def test_sums_beyond_the_range_of_numbers_exceed_a_limit_without_a_warning(searcher):
    pool = Pool([0.6, 0.7, 0.8] * 10, [1.0] * 30, metadata={"latency": [1e308] * 30})
    specs = [{"kind": "size", "least": 1}, {"kind": "limit", "column": "latency", "most": 1.5e308}]
    assert len(select(pool, 5.0, constraints=specs, searcher=searcher, seed=0).members) == 1
