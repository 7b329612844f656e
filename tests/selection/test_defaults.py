"""Which parts a run gets that names none."""

from __future__ import annotations

import math

import pytest

from conftest import paper_pool
from fakes import WrongShare
from haversack import Pool, Problem
from haversack.config.build import build_part
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.selection import defaults


@pytest.fixture
def voters():
    return Pool.from_votes([[1, 1, 0], [0, 1, 1], [1, 0, 1]], truth=[1, 1, 1], costs=[1.0, 1.0, 1.0])


def test_every_default_that_names_a_part_names_a_built_in(builtins):
    named = {
        "energy": [defaults.choose_energy(Pool(accuracies=[0.6]))],
        "searcher": [
            defaults.SEARCHER,
            defaults.BOUNDER["kind"],
            defaults.PROVER["kind"],
            defaults.FRONTIER_TRACER,
            defaults.FRONTIER_SMALL_TRACER,
            defaults.FRONTIER_STARTER,
            defaults.COMPARISON_REFERENCE,
            defaults._ANY_SEARCHER,
        ],
        "stopping": [
            defaults.STOPPING,
            defaults.PAPER_STOPPING,
            defaults.TIME_LIMIT,
            defaults.FRONTIER_STOPPING["kind"],
            defaults.FRONTIER_WALKS_STOPPING["kind"],
        ],
        "cost": [defaults.FRONTIER_COST, "none", "additive"],
    }
    for kind, names in named.items():
        assert set(names) <= set(builtins.names(kind))


@pytest.mark.parametrize("spec", [defaults.BOUNDER, defaults.PROVER])
def test_options_of_defaults_are_valid(spec, builtins):
    assert build_part("searcher", spec, builtins).walks is False


def test_costs_are_added_where_there_are_some():
    assert defaults.choose_cost(Pool(accuracies=[0.6])) == "none"
    assert defaults.choose_cost(Pool(accuracies=[0.6], costs=[1.0])) == "additive"


def test_recorded_votes_know_more_than_accuracies(voters):
    assert defaults.choose_energy(voters) == "votes"
    assert defaults.choose_energy(Pool(accuracies=[0.6])) == "majority"


def test_all_budgets_of_a_small_pool_need_nothing_of_the_energy():
    assert defaults.choose_frontier_tracer(paper_pool(12, 0)) == "enumerate"
    assert defaults.choose_frontier_tracer(paper_pool(13, 0)) == "exact"


def test_single_budgets_are_proved_where_that_is_asked_for_and_possible(small_pool, builtins):
    def chosen(energy, *, can_prove):
        problem = Problem(paper_pool(5, 0), energy, Additive(), math.inf)
        return defaults.choose_frontier_searcher(problem, builtins, can_prove=can_prove)

    assert chosen(MajorityVote(), can_prove=True) == "exact"
    assert chosen(MajorityVote(), can_prove=False) == "sweep"
    assert chosen(WrongShare(), can_prove=True) == "annealing"
