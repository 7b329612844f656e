"""The default searcher, compared with proofs, enumeration and every other searcher."""

from __future__ import annotations

import math

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import paper_pool
from fakes import ConstantEnergy, FollowedPairProfit, PairProfit, Profit, SlowestMember, WrongShare
from haversack import Pool, Problem, select
from haversack.costs import Additive, NoCost
from haversack.energies import MajorityVote
from haversack.in_turn import InTurn
from haversack.monitor import RunMonitor
from haversack.searchers import Annealing, BestKnown, Enumerate, Exact
from oracles import every_set
from strategies import costs, probabilities


def pose(members, energy=None, cost=None, budget=math.inf):
    return Problem(paper_pool(members, 0), energy or MajorityVote(), cost or Additive(), budget)


def kinds_of(found):
    return [part["kind"] for part in found.config["searcher"]["in-turn"]]


@pytest.mark.parametrize("members", [1, 2, 12])
@pytest.mark.parametrize("energy", [MajorityVote(), WrongShare()])
def test_small_pools_are_enumerated(members, energy):
    assert BestKnown().choose(pose(members, energy), [Exact]) == Enumerate()


def test_larger_pools_are_proved_then_enumerated_then_annealed():
    chosen = BestKnown(most_nodes=77, most_sets=88, patience=99).choose(pose(13), [Exact])
    assert chosen == InTurn([Exact(most_nodes=77), Enumerate(most_sets=88), Annealing(patience=99)])
    assert chosen.ends_by_itself


def test_where_no_prover_can_be_used_enumeration_comes_first():
    chosen = BestKnown().choose(pose(13, WrongShare()), [])
    assert [type(searcher) for searcher in chosen.searchers] == [Enumerate, Annealing]


def test_without_walks_it_ends_with_enumeration():
    chosen = BestKnown(walks=False).choose(pose(13), [Exact])
    assert [type(searcher) for searcher in chosen.searchers] == [Exact, Enumerate]


@pytest.mark.parametrize(("members", "most"), [(13, 2**20), (4_096, 2**19), (100_000, 2**31 // 100_000)])
def test_fewer_sets_are_evaluated_where_each_is_a_longer_row(members, most):
    pool = Pool(accuracies=np.full(members, 0.7))
    chosen = BestKnown().choose(Problem(pool, WrongShare(), NoCost()), [])
    assert chosen.searchers[0].most_sets == most


def test_by_itself_it_chooses_among_the_searchers_that_ship():
    for energy, reason in ((MajorityVote(), "proved optimal"), (WrongShare(), "feasible sets evaluated")):
        problem = pose(14, energy, budget=20.0)
        monitor = RunMonitor(problem, lambda progress: None)
        assert reason in BestKnown().search(problem, monitor, np.random.default_rng(0))
        assert monitor.loss_bound >= monitor.best_loss * (1 - 1e-12)


def test_a_prover_that_does_not_finish_is_followed_by_enumeration():
    pool = paper_pool(60, 3)
    budget = 0.2 * float(pool.costs.sum())
    few = select(pool, 3.0, searcher={"kind": "auto", "most_nodes": 1})
    assert few.proven
    assert few.error == pytest.approx(select(pool, 3.0, searcher="exact").error, rel=1e-12)
    many = select(pool, budget, searcher={"kind": "auto", "most_nodes": 1, "most_sets": 500, "patience": 700}, seed=0)
    assert many.stop_reason == "no better set in 700 steps", "annealing came last and ended by its patience"
    assert kinds_of(many) == ["exact", "enumerate", "annealing"]


def test_annealing_goes_on_from_the_best_set_so_far():
    pool = paper_pool(100, 0)
    budget = 0.2 * float(pool.costs.sum())
    cut_short = {"kind": "auto", "most_nodes": 1, "most_sets": 1}
    start = select(pool, budget, searcher=cut_short | {"walks": False}, certify="off", seed=0)
    found = select(pool, budget, searcher=cut_short | {"patience": 2_000}, certify="off", seed=0)
    assert found.error <= start.error


some_probabilities = probabilities | st.sampled_from([0.6, 0.7, 0.7])
some_costs = costs | st.sampled_from([0.0, 1e-300, 1e-12, 1.0, 1e12])


@st.composite
def cases(draw, most):
    members = draw(st.integers(1, most))
    pool = Pool(
        accuracies=draw(st.lists(some_probabilities, min_size=members, max_size=members)),
        costs=draw(st.lists(some_costs, min_size=members, max_size=members)),
    )
    least, total = float(pool.costs.min()), float(pool.costs.sum())
    budget = draw(st.sampled_from([least, (least + total) / 2, 0.1 * total + least, total, 2 * total, None]))
    return pool, 1.0 if budget == 0.0 else budget


@settings(max_examples=60)
@given(case=cases(60), ties=st.sampled_from(["wrong", "coin"]))
@pytest.mark.slow
def test_it_finds_what_exact_proves(case, ties):
    pool, budget = case
    energy = MajorityVote(ties=ties)
    found = select(pool, budget, energy=energy, seed=0)
    proof = select(pool, budget, energy=energy, searcher="exact", stopping={"kind": "gap", "share": 0.0})
    assert found.proven
    assert proof.proven
    assert found.error == pytest.approx(proof.error, rel=1e-11, abs=1e-300)
    assert found.is_feasible()
    assert found.error <= found.best_single.error * (1 + 1e-12)


@settings(max_examples=40)
@given(case=cases(8), energy=st.sampled_from([WrongShare(), Profit(), PairProfit(), FollowedPairProfit()]))
@pytest.mark.slow
def test_it_proves_the_best_set_of_any_energy(case, energy):
    pool, budget = case
    found = select(pool, budget, energy=energy, seed=0)
    problem = Problem(pool, energy, Additive(), math.inf if budget is None else budget)
    sets = every_set(len(pool))[1:]
    best = problem.losses(sets[problem.fits(sets)]).min()
    assert found.proven
    assert found.value == pytest.approx(problem.value(best), abs=1e-12)


@pytest.mark.parametrize("energy", [WrongShare(), PairProfit(), FollowedPairProfit(), ConstantEnergy()])
@pytest.mark.slow
def test_foreign_parts_need_no_option(energy):
    """16 members without a list of limits: 2^16 sets are evaluated."""
    pool = paper_pool(16, 0)
    for cost, budget in ((Additive(), 20.0), (SlowestMember(), 5.0), (NoCost(), None)):
        found = select(pool, budget, energy=energy, cost=cost, seed=0)
        problem = Problem(pool, energy, cost, math.inf if budget is None else budget)
        sets = every_set(16)[1:]
        best = problem.losses(sets[problem.fits(sets)]).min()
        assert found.proven
        assert found.value == pytest.approx(problem.value(best), abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_a_foreign_energy_in_a_large_pool_is_annealed_and_repeats_with_its_seed(seed):
    pool = paper_pool(40, seed)
    budget = 0.4 * float(pool.costs.sum())
    searcher = {"kind": "auto", "patience": 3_000}
    first, second = (select(pool, budget, energy=PairProfit(), searcher=searcher, seed=seed) for _ in range(2))
    assert (first.members, first.steps, first.stop_reason) == (second.members, second.steps, second.stop_reason)
    assert first.value >= first.best_single.value
    assert not first.proven


def test_the_record_repeats_the_run_without_choosing_again():
    pool = paper_pool(40, 0)
    searcher = {"kind": "auto", "most_nodes": 1, "most_sets": 100, "patience": 900}
    found = select(pool, 40.0, searcher=searcher, certify="off", seed=3)
    assert kinds_of(found) == ["exact", "enumerate", "annealing"]
    again = select(**(found.config | {"pool": pool}))
    assert attrs.evolve(again, seconds=0.0, setup_seconds=0.0, trace=()) == attrs.evolve(
        found, seconds=0.0, setup_seconds=0.0, trace=()
    )


@pytest.mark.parametrize("members", [5, 12])
def test_small_pools_are_recorded_as_enumerated(members):
    assert select(paper_pool(members, 0), 20.0).config["searcher"] == {"kind": "enumerate"}
