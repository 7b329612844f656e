"""What energies and cost models compute once for each pool."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from fakes import PreparedWeights, SlowestMember, WeightedColumn, WrongShare
from haversack import CostError, EnergyError, Pool, PoolError, Problem, select
from haversack.capabilities import PreparesForPool
from haversack.costs import NoCost

POOL = Pool(accuracies=[0.9, 0.8, 0.7], costs=[3.0, 2.0, 1.0], metadata={"weight": ["1", "5", "2"]})
OTHER = Pool(accuracies=[0.6, 0.7, 0.8], costs=[1.0, 2.0, 3.0], metadata={"weight": ["4", "1", "1"]})
EVERYBODY = np.ones((1, 3), dtype=bool)


@attrs.frozen
class Prepares:
    """An energy or cost model whose preparation is given."""

    result: object

    def losses(self, pool, sets):
        return np.zeros(len(sets))

    costs = losses

    def prepare(self, pool):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@attrs.frozen
class ShowsProfit(Prepares):
    def value(self, loss):
        return -loss


def test_a_part_without_preparation_is_used_as_it_is():
    energy, cost = WrongShare(), SlowestMember()
    problem = Problem(POOL, energy, cost)
    assert not isinstance(energy, PreparesForPool)
    assert problem.energy is problem.original_energy is energy
    assert problem.cost_model is problem.original_cost_model is cost


def test_a_problem_holds_what_its_parts_prepared_and_the_parts():
    energy = WeightedColumn()
    problem = Problem(POOL, energy, NoCost())
    assert problem.original_energy is energy
    assert problem.energy == PreparedWeights((1.0, 5.0, 2.0))
    assert problem.losses(EVERYBODY).tolist() == [-8.0]
    assert problem.value(-8.0) == 8.0


def test_another_budget_needs_no_preparation_and_another_pool_does():
    problem = Problem(POOL, WeightedColumn(), NoCost())
    assert attrs.evolve(problem, budget=2.0).energy is problem.energy
    assert attrs.evolve(attrs.evolve(problem, budget=2.0), budget=1.0).energy is problem.energy
    elsewhere = attrs.evolve(problem, pool=OTHER)
    assert elsewhere.energy == PreparedWeights((4.0, 1.0, 1.0))
    assert attrs.evolve(elsewhere, energy=WrongShare()).energy == WrongShare()
    assert attrs.evolve(problem, cost_model=SlowestMember()).energy is problem.energy


def test_equality_and_text_are_those_of_the_originals():
    problem = Problem(POOL, WeightedColumn(), NoCost(), 1.0)
    assert problem == Problem(POOL, WeightedColumn(), NoCost(), 1.0)
    assert problem != Problem(POOL, WrongShare(), NoCost(), 1.0)
    assert "Prepar" not in repr(problem)
    assert "original_energy=WeightedColumn(column='weight')" in repr(problem)


def test_a_run_prepares_once_and_describes_the_original():
    calls = []

    @attrs.frozen
    class Counted(WeightedColumn):
        def prepare(self, pool):
            calls.append(pool)
            return super().prepare(pool)

        def losses(self, pool, sets):
            raise AssertionError("the prepared energy is asked")

    chosen = select(POOL, 3.0, energy=Counted(), seed=0)
    assert calls == [POOL]
    assert (chosen.members, chosen.value) == ((1, 2), 7.0)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("no"), r"energy Prepares\(result=ValueError\('no'\)\): prepare\(\) raised ValueError: no"),
        (PoolError(["pool: no column 'weight'"]), "^pool: no column 'weight'$"),
    ],
)
def test_a_preparation_that_fails_is_reported_before_the_search(error, message):
    with pytest.raises((EnergyError, PoolError), match=message):
        select(POOL, energy=Prepares(error))


def test_a_preparation_of_a_cost_model_that_fails_is_reported():
    with pytest.raises(CostError, match=r"cost model .*: prepare\(\) raised KeyError: 'x'"):
        select(POOL, cost=Prepares(KeyError("x")))


@pytest.mark.parametrize("result", [None, NoCost(), PreparedWeights])
def test_what_is_no_energy_cannot_take_the_place_of_one(result):
    with pytest.raises(EnergyError, match=r"prepare\(\) must return an object with losses\(\), got "):
        Problem(POOL, Prepares(result), NoCost())


def test_what_is_no_cost_model_cannot_take_the_place_of_one():
    with pytest.raises(CostError, match=r"prepare\(\) must return an object with costs\(\), got WrongShare"):
        Problem(POOL, WrongShare(), Prepares(WrongShare()))


def test_an_energy_that_shows_values_prepares_one_that_does():
    with pytest.raises(EnergyError, match=r"must return an object with value\(\), as the energy has it; got WrongSh"):
        Problem(POOL, ShowsProfit(WrongShare()), NoCost())
