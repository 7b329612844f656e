from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import OPTIC_DISC, paper_pool
from fakes import SlowestMember, WrongShare
from haversack import CapabilityError, Pool, Problem, select
from haversack.costs import Additive, Parallel, Vector
from haversack.energies import MajorityVote, OddsCurve, SpatialVote
from strategies import pools, pools_with_budget

PATIENT = {"kind": "max-step", "limit": 10**9}
ENERGIES = [MajorityVote(), MajorityVote(ties="coin"), SpatialVote(curve=OddsCurve(a=-3.43, b=101.7))]


def exact(pool, budget=None, stopping=PATIENT, **parts):
    return select(pool, budget, searcher="exact", stopping=stopping, seed=0, **parts)


def best_of_all(pool, energy, cost, budget):
    """The smallest loss over all sets that fit, one by one."""
    sets = np.array([[bool(bits >> i & 1) for i in range(len(pool))] for bits in range(1, 2 ** len(pool))])
    problem = Problem(pool, energy, cost, budget)
    return problem.losses(sets[problem.fits(sets)]).min()


@pytest.mark.slow
@settings(max_examples=1_000)
@given(case=pools_with_budget(max_size=9), energy=st.sampled_from(ENERGIES))
def test_the_optimum_agrees_with_enumeration(case, energy):
    pool, budget = case
    found = exact(pool, budget, energy=energy)
    assert found.error == pytest.approx(best_of_all(pool, energy, Additive(), budget), rel=1e-9, abs=1e-300)
    assert found.proven
    assert found.gap == 0.0
    assert found.cost <= budget
    assert found.stop_reason == "proved optimal"


@settings(max_examples=60)
@given(case=pools_with_budget(min_size=10, max_size=12), energy=st.sampled_from(ENERGIES))
@pytest.mark.slow
def test_the_optimum_of_up_to_twelve_members_agrees_with_enumeration(case, energy):
    pool, budget = case
    found = exact(pool, budget, energy=energy)
    assert found.error == pytest.approx(best_of_all(pool, energy, Additive(), budget), rel=1e-9, abs=1e-300)


@settings(max_examples=200)
@given(pool=pools(max_size=8), data=st.data())
@pytest.mark.slow
def test_several_budgets_and_parallel_costs_agree_with_enumeration(pool, data):
    second = data.draw(st.lists(st.floats(0.0, 5.0), min_size=len(pool), max_size=len(pool)))
    pool = Pool(accuracies=pool.accuracies, costs=pool.costs, metadata={"memory": second})
    share = data.draw(st.floats(0.3, 1.0))
    limits = {"cost": float(pool.costs.min() + share * np.ptp(pool.costs) + 1), "memory": max(second) + 1.0}
    vector = Vector(budgets=limits)
    found = exact(pool, cost=vector)
    assert found.error == pytest.approx(best_of_all(pool, MajorityVote(), vector, 1.0), rel=1e-9, abs=1e-300)
    budget = float(np.quantile(pool.costs, share))
    parallel = exact(pool, budget, cost="parallel")
    assert parallel.error == pytest.approx(best_of_all(pool, MajorityVote(), Parallel(), budget), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize(
    ("members", "share", "seed", "value", "size"),
    [
        (30, 0.3, 0, 0.9963791691403641, 13),
        (30, 0.3, 1, 0.9934451869061925, 13),
        (30, 0.3, 2, 0.9971962066005358, 15),
        (30, 0.3, 3, 0.9962829807861653, 11),
        (100, 0.2, 0, 0.99999852392536, 37),
        (100, 0.2, 1, 0.9999990669896914, 45),
        (100, 0.2, 2, 0.9999989479517842, 47),
        (100, 0.2, 3, 0.9999986204696124, 49),
    ],
)
def test_the_proven_optima_of_the_papers_pools(members, share, seed, value, size):
    pool = paper_pool(members, seed)
    found = exact(pool, share * float(pool.costs.sum()))
    assert found.value == pytest.approx(value, abs=1e-14)
    assert len(found.members) == size
    assert found.proven


def test_the_optic_disc_pool():
    found = exact(OPTIC_DISC, 0.8 * 301, energy=ENERGIES[2])
    assert [OPTIC_DISC.accuracies[index] for index in found.members] == [0.958, 0.976]
    assert found.proven


def test_without_a_budget_the_most_accurate_are_best():
    found = exact(Pool(accuracies=[0.6] * 12 + [0.9]))
    assert (found.members, found.proven) == ((12,), True)
    large = exact(Pool(accuracies=np.random.default_rng(0).uniform(0.4, 0.6, 3_001)))
    assert large.proven
    assert len(large.members) > 900


def test_stopped_early_it_has_a_bound_that_holds():
    pool = paper_pool(100, 7)
    budget = 0.2 * float(pool.costs.sum())
    early = exact(pool, budget, {"kind": "max-step", "limit": 500})
    optimum = exact(pool, budget)
    assert not early.proven
    assert early.error_bound <= optimum.error <= early.error
    assert 0.0 < early.gap < 1.0
    assert early.bound >= optimum.value
    assert "  optimality   gap " in early.summary()
    assert "proved: no set within the budget is better" in optimum.summary()


def test_a_gap_that_is_small_enough_ends_the_search():
    pool = paper_pool(100, 7)
    budget = 0.2 * float(pool.costs.sum())
    found = exact(pool, budget, {"kind": "gap", "share": 0.9})
    assert found.gap <= 0.9
    assert found.stop_reason.endswith("is within 90.00%")
    whole = exact(pool, budget, {"kind": "gap", "share": 0.0})
    assert whole.gap == 0.0


@pytest.mark.slow
def test_no_long_search_beats_the_optimum():
    pool = paper_pool(60, 1)
    budget = 0.2 * float(pool.costs.sum())
    optimum = exact(pool, budget)
    for searcher in ("annealing", "sherlock", "monte-carlo", "sweep"):
        found = select(pool, budget, searcher=searcher, stopping={"kind": "max-step", "limit": 200_000}, seed=1)
        assert found.error >= optimum.error * (1 - 1e-12)


def test_a_larger_budget_is_never_worse():
    pool = paper_pool(40, 2)
    errors = [exact(pool, share * float(pool.costs.sum())).error for share in np.linspace(0.02, 1.0, 25)]
    assert all(later <= earlier * (1 + 1e-12) for earlier, later in pairwise(errors))


def test_what_it_cannot_do_is_told():
    pool = paper_pool(10, 0)
    with pytest.raises(
        CapabilityError,
        match="energy WrongShare does not offer CountsVotes and .* monotone_in_accuracy; searchers ",
    ):
        exact(pool, 20.0, energy=WrongShare())
    with pytest.raises(CapabilityError, match="cost model SlowestMember does not offer UsesResources"):
        exact(pool, 20.0, cost=SlowestMember())


def test_energies_that_promise_nothing_are_refused():
    class Silent:
        def losses(self, pool, sets):
            return MajorityVote().losses(pool, sets)

        def error_weights(self, size):
            return MajorityVote().error_weights(size)

    with pytest.raises(CapabilityError, match="energy Silent does not promise monotone_in_accuracy"):
        exact(paper_pool(10, 0), 20.0, energy=Silent())


def test_one_who_is_never_wrong_is_found_at_once_in_a_large_pool():
    pool = Pool(accuracies=np.linspace(0, 1, 200), costs=np.linspace(0.1, 3, 200))
    found = exact(pool, 20.0, {"kind": "max-step", "limit": 1_000})
    assert (found.error, found.proven) == (0.0, True)
