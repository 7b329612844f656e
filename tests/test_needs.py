"""What searchers need, and what energies and cost models offer."""

from __future__ import annotations

import attrs
import pytest

import haversack
from fakes import ListSearcher, SlowestMember, WrongShare
from haversack import CapabilityError, PluginError, Problem
from haversack.capabilities import CopiesLosses, UsesResources
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.in_turn import InTurn
from haversack.needs import find_missing_capabilities
from haversack.searchers import MonteCarlo, Sherlock
from haversack.selection.compatibility import check_capabilities


@attrs.frozen
class Demanding:
    """A searcher of a third party."""

    energy_needs = (CopiesLosses,)

    def search(self, problem, monitor, rng): ...


def test_everything_that_is_missing_is_told_at_once(small_pool):
    problem = Problem(small_pool, WrongShare(), SlowestMember(), 4.0)
    assert find_missing_capabilities(Sherlock(), problem) == [
        "energy WrongShare does not offer CopiesLosses",
        "cost model SlowestMember does not offer UsesResources",
    ]
    with pytest.raises(CapabilityError, match="CopiesLosses and cost model SlowestMember does not offer UsesRes"):
        haversack.select(small_pool, 4, energy=WrongShare(), cost=SlowestMember(), searcher="sherlock")


def test_several_searchers_need_what_each_of_them_needs(small_pool):
    problem = Problem(small_pool, WrongShare(), Additive(), 4.0)
    assert find_missing_capabilities(InTurn([MonteCarlo(), Sherlock()]), problem) == [
        "energy WrongShare does not offer CopiesLosses"
    ]


class OnlySmallPools:
    """A searcher whose needs are no list of capabilities."""

    @classmethod
    def find_unmet_needs(cls, problem):
        return ["the pool has more than 2 members"] if len(problem.pool) > 2 else []

    def search(self, problem, monitor, rng): ...


@pytest.mark.parametrize("searcher", [OnlySmallPools, OnlySmallPools(), InTurn([MonteCarlo(), OnlySmallPools()])])
def test_a_searcher_may_look_at_the_problem_for_what_it_needs(searcher, small_pool):
    problem = Problem(small_pool, WrongShare(), Additive(), 4.0)
    assert find_missing_capabilities(searcher, problem) == ["the pool has more than 2 members"]
    with pytest.raises(CapabilityError, match="OnlySmallPools cannot be used here: the pool has more than 2 members"):
        haversack.select(small_pool, 4, searcher=OnlySmallPools())


@pytest.mark.parametrize("searcher", [Sherlock(), Sherlock, MonteCarlo(), ListSearcher(), Demanding()])
def test_nothing_is_missing_from_parts_that_offer_everything(small_pool, builtins, searcher):
    problem = Problem(small_pool, MajorityVote(), Additive(), 8.0)
    assert find_missing_capabilities(searcher, problem) == []
    assert check_capabilities(searcher, problem, builtins) is None


@pytest.mark.parametrize("searcher", [MonteCarlo(), ListSearcher()])
def test_a_searcher_that_needs_nothing_gets_along_with_the_least(small_pool, searcher):
    assert find_missing_capabilities(searcher, Problem(small_pool, WrongShare(), SlowestMember(), 8.0)) == []


def test_the_capabilities_asked_for_are_those_of_the_interfaces():
    assert Sherlock.energy_needs == (CopiesLosses,)
    assert Sherlock.cost_needs == (UsesResources,)


def test_a_searcher_of_a_third_party_can_ask_for_traits(small_pool, builtins):
    class NeedsOddSizes(Demanding):
        energy_needs = ()
        trait_needs = ("odd_sizes_suffice",)

    assert find_missing_capabilities(NeedsOddSizes(), Problem(small_pool, MajorityVote(), Additive(), 8.0)) == []
    unpromising = Problem(small_pool, WrongShare(), Additive(), 8.0)
    with pytest.raises(
        CapabilityError,
        match="^searcher NeedsOddSizes cannot be used here: energy WrongShare does not promise odd_sizes_suffice; ",
    ):
        check_capabilities(NeedsOddSizes(), unpromising, builtins)


def test_a_trait_that_does_not_exist_is_a_fault_of_the_searcher(small_pool):
    class Misspelt(Demanding):
        trait_needs = ("odd_sizes_sufice",)

    with pytest.raises(PluginError, match="searcher Misspelt: trait_needs: .* has no trait 'odd_sizes_su"):
        find_missing_capabilities(Misspelt(), Problem(small_pool, MajorityVote(), Additive(), 8.0))
