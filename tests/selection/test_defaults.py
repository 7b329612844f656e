"""Which parts a run gets that names none."""

from __future__ import annotations

import math

import pytest

from conftest import paper_pool
from fakes import Profit, SlowestMember, WrongShare
from haversack import Pool, Problem
from haversack.config.build import build_part
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.plugins import Catalog
from haversack.selection import defaults


@pytest.fixture
def voters():
    return Pool.from_votes([[1, 1, 0], [0, 1, 1], [1, 0, 1]], truth=[1, 1, 1], costs=[1.0, 1.0, 1.0])


def test_every_default_that_names_a_part_names_a_built_in(builtins):
    named = {
        "energy": [defaults.ENERGY],
        "searcher": [
            defaults.FRONTIER_TRACER,
            defaults.FRONTIER_STARTER,
            defaults.COMPARISON_REFERENCE,
            defaults._PAPER_SEARCHER,
            defaults._ANY_SEARCHER,
        ],
        "stopping": [
            defaults.PAPER_STOPPING,
            defaults.TIME_LIMIT,
            *(rule["kind"] for rule in (defaults.PATIENT_STOPPING, defaults.FRONTIER_STOPPING)),
            defaults.FRONTIER_WALKS_STOPPING["kind"],
        ],
        "cost": [defaults.FRONTIER_COST, "none", "additive"],
    }
    for kind, names in named.items():
        assert set(names) <= set(builtins.names(kind))


def test_costs_are_added_where_there_are_some():
    assert defaults.choose_cost(Pool(accuracies=[0.6])) == "none"
    assert defaults.choose_cost(Pool(accuracies=[0.6], costs=[1.0])) == "additive"


def test_only_plain_probabilities_stop_by_the_papers_rule(builtins):
    assert defaults.choose_stopping(MajorityVote()) == defaults.PAPER_STOPPING
    assert defaults.choose_stopping(Profit()) == defaults.PATIENT_STOPPING
    assert defaults.choose_stopping(build_part("energy", "votes", builtins)) == defaults.PATIENT_STOPPING


def test_the_papers_searcher_is_taken_where_it_can_be_used(small_pool, voters, builtins):
    def chosen(pool, energy, cost):
        return defaults.choose_searcher(Problem(pool, energy, cost), builtins)

    assert chosen(small_pool, MajorityVote(), Additive()) == "sherlock"
    assert chosen(Pool(accuracies=[0.6]), MajorityVote(), Additive()) == "annealing"
    assert chosen(small_pool, WrongShare(), Additive()) == "annealing"
    assert chosen(small_pool, MajorityVote(), SlowestMember()) == "annealing"
    assert chosen(voters, build_part("energy", "votes", builtins), Additive()) == "annealing"
    assert defaults.choose_searcher(Problem(small_pool, MajorityVote(), Additive()), Catalog(())) == "annealing"


def test_single_budgets_are_proved_where_that_is_asked_for_and_possible(small_pool, builtins):
    def chosen(energy, *, can_prove):
        problem = Problem(paper_pool(5, 0), energy, Additive(), math.inf)
        return defaults.choose_frontier_searcher(problem, builtins, can_prove=can_prove)

    assert chosen(MajorityVote(), can_prove=True) == "exact"
    assert chosen(MajorityVote(), can_prove=False) == "sweep"
    assert chosen(WrongShare(), can_prove=True) == "annealing"
