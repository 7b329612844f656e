import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import ConstantEnergy, PairProfit, SlowestMember, WrongShare
from haversack import Pool, Problem, frontier, select
from haversack.costs import NoCost
from haversack.energies import MajorityVote
from haversack.monitor import RunMonitor
from haversack.searchers import Enumerate
from haversack.testing import searcher_checks
from oracles import as_row, best_by_enumeration


@pytest.mark.parametrize("check", searcher_checks(Enumerate()), ids=str)
def test_it_keeps_the_promises_of_a_searcher(check):
    check()


@given(
    accuracies=st.lists(st.floats(0, 1), min_size=1, max_size=7),
    budget=st.sampled_from([1.0, 2.0, 5.5, math.inf]),
    energy=st.sampled_from([WrongShare(), PairProfit(), MajorityVote()]),
)
def test_the_best_set_of_any_energy_is_proved(accuracies, budget, energy):
    pool = Pool(accuracies=accuracies, costs=[1 + member % 3 for member in range(len(accuracies))])
    found = select(pool, budget, energy=energy, searcher="enumerate")
    best, _ = best_by_enumeration(
        lambda chosen: energy.losses(pool, as_row(chosen, len(pool)))[0], pool.costs, min(budget, 99.0)
    )
    loss = found.error if found.error is not None else -found.value
    assert loss == pytest.approx(best, abs=1e-15)
    assert found.proven


def test_the_smallest_of_equally_good_sets_is_chosen():
    pool = Pool(accuracies=[0.6, 0.7, 0.8], costs=[1, 1, 1])
    found = select(pool, 2.0, energy=ConstantEnergy(), searcher="enumerate")
    assert (found.members, found.steps, found.proven) == ((0,), 6, True)


def test_a_cost_model_without_limits_on_sums_will_do():
    pool = Pool(accuracies=[0.6, 0.7, 0.8, 0.9], costs=[1, 2, 3, 4])
    found = select(pool, 3.0, energy=WrongShare(), cost=SlowestMember(), searcher="enumerate")
    assert (found.members, found.stop_reason, found.proven) == ((2,), "proved optimal", True)


def test_with_too_many_sets_none_is_evaluated():
    problem = Problem(Pool(accuracies=[0.6, 0.7, 0.8, 0.9]), WrongShare(), NoCost())
    monitor, rng = RunMonitor(problem, lambda progress: None), np.random.default_rng(0)
    assert Enumerate(most_sets=14).search(problem, monitor, rng) == "there are more than 14 feasible sets"
    assert monitor.best_set is None
    assert Enumerate(most_sets=15).search(problem, monitor, rng) == "all 15 feasible sets evaluated"


def test_a_stopped_enumeration_proves_nothing():
    found = select(
        Pool(accuracies=[0.6] * 8), searcher="enumerate", stopping={"kind": "max-step", "limit": 9}, certify="off"
    )
    assert (found.steps, found.proven, found.bound) == (9, False, None)


def test_all_budgets_are_proved_at_once():
    pool = Pool(accuracies=[0.6, 0.7, 0.8, 0.9, 0.65], costs=[1, 2, 3, 4, 2])
    found = frontier(pool, energy=WrongShare(), searcher="enumerate")
    assert found.whole
    for point in found.points:
        one = select(pool, point.cost, energy=WrongShare(), searcher="enumerate")
        assert one.error == pytest.approx(point.error)
