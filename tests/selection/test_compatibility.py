"""Searchers that need more than the other parts offer."""

from __future__ import annotations

import attrs
import pytest

import haversack
from fakes import ListSearcher, SlowestMember, WrongShare
from haversack import CapabilityError, HaversackError, PluginError, Problem
from haversack.capabilities import CopiesLosses, UsesResources
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.plugins import Catalog
from haversack.searchers import MonteCarlo, Sherlock
from haversack.selection.compatibility import check_capabilities, find_missing_capabilities, is_usable


@attrs.frozen
class Demanding:
    """A searcher of a third party."""

    energy_needs = (CopiesLosses,)

    def search(self, problem, monitor, rng): ...


def working(problem, catalog):
    return ", ".join(
        entry.name for entry in catalog.of_kind("searcher") if not find_missing_capabilities(entry.factory, problem)
    )


def test_an_energy_that_lacks_what_sherlock_needs_is_told_with_the_searchers_that_work(small_pool, builtins):
    problem = Problem(small_pool, WrongShare(), Additive(), 8.0)
    with pytest.raises(CapabilityError) as caught:
        haversack.select(small_pool, 8, energy=WrongShare(), searcher="sherlock", catalog=builtins)
    assert str(caught.value) == (
        "searcher 'sherlock' cannot be used here: energy WrongShare does not offer CopiesLosses; "
        f"searchers that work: {working(problem, builtins)}"
    )
    assert "monte-carlo" in working(problem, builtins)
    assert "sherlock" not in working(problem, builtins)
    assert isinstance(caught.value, HaversackError)


def test_a_cost_model_that_lacks_what_sherlock_needs_is_told(small_pool, builtins):
    with pytest.raises(
        CapabilityError, match="here: cost model SlowestMember does not offer UsesResources; searchers that work: .*mon"
    ):
        haversack.select(small_pool, 4, cost=SlowestMember(), searcher="sherlock", catalog=builtins)


def test_everything_that_is_missing_is_told_at_once(small_pool):
    problem = Problem(small_pool, WrongShare(), SlowestMember(), 4.0)
    assert find_missing_capabilities(Sherlock(), problem) == [
        "energy WrongShare does not offer CopiesLosses",
        "cost model SlowestMember does not offer UsesResources",
    ]
    with pytest.raises(CapabilityError, match="CopiesLosses and cost model SlowestMember does not offer UsesRes"):
        haversack.select(small_pool, 4, energy=WrongShare(), cost=SlowestMember(), searcher="sherlock")


def test_the_searchers_that_are_named_do_work(small_pool, builtins):
    problem = Problem(small_pool, WrongShare(), SlowestMember(), 4.0)
    for name in working(problem, builtins).split(", "):
        chosen = haversack.select(
            small_pool,
            4,
            energy=WrongShare(),
            cost=SlowestMember(),
            searcher=name,
            stopping={"kind": "max-step", "limit": 200},
            seed=0,
            catalog=builtins,
        )
        assert chosen.members == (0,)


def test_a_searcher_without_a_registered_name_is_named_by_its_class(small_pool, builtins):
    with pytest.raises(CapabilityError, match="^searcher Demanding cannot be used here: "):
        check_capabilities(Demanding(), Problem(small_pool, WrongShare(), Additive(), 8.0), builtins)


def test_where_no_searcher_works_that_is_told(small_pool):
    with pytest.raises(CapabilityError, match="searchers that work: none$"):
        check_capabilities(Demanding(), Problem(small_pool, WrongShare(), Additive(), 8.0), Catalog(()))


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


def test_a_searcher_is_usable_where_it_is_installed_and_nothing_is_missing(small_pool, builtins):
    problem = Problem(small_pool, WrongShare(), Additive(), 8.0)
    assert is_usable("monte-carlo", problem, builtins)
    assert not is_usable("sherlock", problem, builtins)
    assert not is_usable("monte-carlo", problem, Catalog(()))
