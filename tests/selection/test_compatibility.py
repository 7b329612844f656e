"""Searchers that need more than the other parts offer."""

from __future__ import annotations

import attrs
import pytest

import haversack
from fakes import SlowestMember, WrongShare
from haversack import CapabilityError, HaversackError, Problem
from haversack.capabilities import CopiesLosses
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.needs import find_missing_capabilities
from haversack.plugins import Catalog, Entry, Source
from haversack.searchers import Exact
from haversack.selection.compatibility import check_capabilities, is_usable, list_provers


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


def test_a_searcher_is_usable_where_it_is_installed_and_nothing_is_missing(small_pool, builtins):
    problem = Problem(small_pool, WrongShare(), Additive(), 8.0)
    assert is_usable("monte-carlo", problem, builtins)
    assert not is_usable("sherlock", problem, builtins)
    assert not is_usable("monte-carlo", problem, Catalog(()))


@attrs.frozen
class ForeignProver:
    """A prover of another distribution; its bound is false, so any use of it shows."""

    most_nodes: int = 5

    proves_optimality = True
    ends_by_itself = True

    def search(self, problem, monitor, rng):
        monitor.prove(0.999)
        return "falsely proved"


def add_searcher(catalog, factory, distribution):
    entry = Entry("searcher", "foreign", factory, "a prover", Source("foreign", distribution, "1.0"))
    return attrs.evolve(catalog, entries=(*catalog.entries, entry))


def test_provers_are_those_that_ship_and_can_be_cut_short(small_pool, builtins):
    problem = Problem(small_pool, MajorityVote(), Additive(), 8.0)
    assert list_provers(problem, builtins) == [Exact]
    assert list_provers(Problem(small_pool, WrongShare(), Additive(), 8.0), builtins) == []
    assert list_provers(problem, add_searcher(builtins, ForeignProver, "haversack")) == [Exact, ForeignProver]
    assert list_provers(problem, add_searcher(builtins, ForeignProver, "elsewhere")) == [Exact]
