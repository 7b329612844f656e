"""Problems: feasibility, and energies and cost models that break their contracts."""

from __future__ import annotations

import math

import attrs
import numpy as np
import pytest
from hypothesis import given

from fakes import ConstantEnergy, Profit, SlowestMember, WrongShare
from haversack import CostError, EnergyError, Pool, Problem
from haversack.api.problem import ROUNDING
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from strategies import pools_with_budget


@attrs.frozen
class Returns:
    """An energy and a cost model in one, which answers everything with the same thing."""

    answer: object

    def losses(self, pool, sets):
        return self.answer

    def costs(self, pool, sets):
        return self.answer


TWO_SETS = np.array([[True, False, False, True], [False, True, True, False]])


def test_losses_and_costs_are_those_of_the_parts(small_pool):
    problem = Problem(small_pool, WrongShare(), Additive(), 5.0)
    assert problem.losses(TWO_SETS).tolist() == pytest.approx([0.25, 0.25])
    assert problem.costs(TWO_SETS).tolist() == [5.0, 4.0]
    assert problem.fits(TWO_SETS).tolist() == [True, True]
    assert len(problem.pool) == 4


def test_whole_number_losses_become_floats(small_pool):
    assert Problem(small_pool, Returns([1, 0]), NoCost()).losses(TWO_SETS).dtype == np.float64


@pytest.mark.parametrize(
    ("answer", "shape"), [([0.1], "(1,)"), (0.5, "()"), ([[0.1, 0.2]], "(1, 2)"), (np.zeros((2, 1)), "(2, 1)")]
)
def test_losses_of_a_wrong_shape_are_told(small_pool, answer, shape):
    with pytest.raises(EnergyError) as caught:
        Problem(small_pool, Returns(answer), NoCost()).losses(TWO_SETS)
    assert str(caught.value).startswith("energy Returns(answer=")
    assert str(caught.value).endswith(f": expected one loss per set, shape (2,), got {shape}")


@pytest.mark.parametrize(("answer", "shape"), [([0.1], "(1,)"), (0.5, "()"), ([[0.1, 0.2]], "(1, 2)")])
def test_costs_of_a_wrong_shape_are_told(small_pool, answer, shape):
    with pytest.raises(CostError) as caught:
        Problem(small_pool, ConstantEnergy(), Returns(answer)).costs(TWO_SETS)
    assert str(caught.value).startswith("cost model Returns(answer=")
    assert str(caught.value).endswith(f": expected one cost per set, shape (2,), got {shape}")


def test_a_loss_that_is_no_number_is_told_with_its_set(small_pool):
    with pytest.raises(EnergyError, match=r"^energy Returns\(.*\): loss of the set \[1, 2\] is not a number$"):
        Problem(small_pool, Returns([0.1, math.nan]), NoCost()).losses(TWO_SETS)


def test_a_cost_that_is_no_number_is_told_with_its_set(small_pool):
    with pytest.raises(CostError, match=r"^cost model Returns\(.*\): cost of the set \[0, 3\] is not a number$"):
        Problem(small_pool, ConstantEnergy(), Returns([math.nan, math.nan])).costs(TWO_SETS)


def test_ten_costs_of_a_tenth_fit_into_one():
    """In floating point they sum to a little more or less than 1, depending on the order."""
    pool = Pool(accuracies=[0.6] * 10, costs=[0.1] * 10)
    assert sum([0.1] * 10) != 1.0
    everybody = np.ones((1, 10), dtype=bool)
    assert Problem(pool, MajorityVote(), Additive(), 1.0).fits(everybody).all()
    assert Problem(pool, MajorityVote(), Additive(), sum([0.1] * 10)).fits(everybody).all()
    assert not Problem(pool, MajorityVote(), Additive(), 1.0 - 1e-9).fits(everybody).any()


def test_two_costs_whose_sum_rounds_up_fit():
    pool = Pool(accuracies=[0.6] * 2, costs=[0.1, 0.2])
    problem = Problem(pool, MajorityVote(), Additive(), 0.3)
    everybody = np.ones((1, 2), dtype=bool)
    assert problem.costs(everybody)[0] > problem.budget
    assert problem.fits(everybody).all()


def test_room_for_rounding_is_tiny_and_infinity_stays(small_pool):
    assert Problem(small_pool, ConstantEnergy(), NoCost(), 2.0).limit == 2.0 * (1 + ROUNDING)
    assert ROUNDING <= 1e-9
    assert Problem(small_pool, ConstantEnergy(), NoCost()).limit == math.inf


def test_resources_have_room_for_rounding_too(small_pool):
    resources = Problem(small_pool, ConstantEnergy(), Additive(), 5.0).resources()
    assert resources.usage.tolist() == [[4.0], [2.0], [2.0], [1.0]]
    assert resources.usage.flags.c_contiguous
    assert resources.limits.tolist() == [5.0 * (1 + ROUNDING)]


def test_a_cost_model_without_resources_has_none(small_pool):
    assert Problem(small_pool, ConstantEnergy(), SlowestMember(), 5.0).resources() is None


@pytest.mark.parametrize(
    ("budget", "fitting"),
    [(0.5, []), (1.0, [3]), (2.0, [1, 2, 3]), (3.99, [1, 2, 3]), (4.0, [0, 1, 2, 3]), (math.inf, [0, 1, 2, 3])],
)
@pytest.mark.parametrize("cost_model", [Additive(), SlowestMember()])
def test_members_that_fit_alone_are_found(small_pool, budget, fitting, cost_model):
    problem = Problem(small_pool, ConstantEnergy(), cost_model, budget)
    assert np.flatnonzero(problem.members_that_fit()).tolist() == fitting


def test_members_of_a_pool_larger_than_a_slice_are_all_looked_at():
    size = 2500
    pool = Pool(accuracies=[0.6] * size, costs=np.arange(1, size + 1))
    assert 4_000_000 // size < size
    assert Problem(pool, ConstantEnergy(), Additive(), 2000.0).members_that_fit().tolist() == [
        cost <= 2000 for cost in range(1, size + 1)
    ]


@given(pools_with_budget())
def test_who_fits_alone_is_who_costs_no_more_than_the_budget(pool_and_budget):
    pool, budget = pool_and_budget
    problem = Problem(pool, ConstantEnergy(), Additive(), budget)
    assert problem.members_that_fit().tolist() == (pool.costs <= problem.limit).tolist()


def test_a_loss_is_shown_as_its_complement_unless_the_energy_says_otherwise(small_pool):
    probability, profit = (Problem(small_pool, energy, NoCost()) for energy in (WrongShare(), Profit()))
    assert (probability.is_probability, probability.value(0.25)) == (True, 0.75)
    assert (profit.is_probability, profit.value(-3.0)) == (False, 3.0)


def test_an_energy_that_promises_nothing_has_no_traits(small_pool):
    assert not Problem(small_pool, WrongShare(), NoCost()).traits.odd_sizes_suffice
    assert Problem(small_pool, MajorityVote(), NoCost()).traits.odd_sizes_suffice
