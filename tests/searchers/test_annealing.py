from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import OPTIC_DISC, paper_pool
from fakes import Profit, SlowestMember, WrongShare
from haversack import Pool, select
from haversack.searchers import Annealing
from oracles import best_by_enumeration, exact_error
from strategies import pools_with_budget

STEPS = {"kind": "max-step", "limit": 20_000}


def anneal(pool, budget=None, stopping=STEPS, seed=0, **options):
    parts = {key: options.pop(key) for key in ("energy", "cost") if key in options}
    return select(pool, budget, searcher={"kind": "annealing", **options}, stopping=stopping, seed=seed, **parts)


@settings(max_examples=40)
@given(case=pools_with_budget(max_size=8), scale=st.sampled_from(["log", "linear"]))
def test_small_pools_are_solved(case, scale):
    pool, budget = case
    found = anneal(pool, budget, scale=scale)
    best, _ = best_by_enumeration(lambda chosen: float(exact_error(pool.accuracies[list(chosen)])), pool.costs, budget)
    assert found.error == pytest.approx(best, rel=1e-9, abs=1e-300)
    assert found.cost <= budget


@pytest.mark.parametrize(
    ("seed", "value"),
    [(0, 0.9963791691403641), (1, 0.9934451869061925), (2, 0.9971962066005358), (3, 0.9962829807861653)],
)
def test_the_papers_pools_of_thirty_are_solved(seed, value):
    pool = paper_pool(30, seed)
    found = anneal(pool, 0.3 * float(pool.costs.sum()), {"kind": "max-step", "limit": 400_000})
    assert found.value <= value + 1e-15
    assert found.error <= (1 - value) * 1.02


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_number_of_workers_never_changes_the_answer(workers):
    pool = paper_pool(40, 0)
    found = anneal(pool, 40.0, workers=workers, seed=5)
    alone = anneal(pool, 40.0, seed=5)
    assert [(row.step, row.error) for row in found.trace] == [(row.step, row.error) for row in alone.trace]
    assert (found.members, found.steps, found.stop_reason) == (alone.members, alone.steps, alone.stop_reason)


def test_it_ends_by_itself_after_its_restarts():
    found = anneal(paper_pool(10, 0), 20.0, {"kind": "max-step", "limit": 10**9}, restarts=1, chains=4, cooling=0.5)
    assert found.stop_reason == "annealed 2 times"


def test_steps_are_counted_one_by_one():
    assert anneal(paper_pool(20, 0), 20.0, {"kind": "max-step", "limit": 12_345}).steps == 12_345


@pytest.mark.parametrize(
    "parts",
    [
        {"energy": WrongShare()},
        {"energy": Profit()},
        {"energy": {"kind": "spatial", "curve": {"a": -3.43, "b": 101.7}}},
        {"energy": {"kind": "majority", "ties": "coin"}},
        {"cost": SlowestMember()},
        {"cost": "parallel"},
        {"cost": {"kind": "vector", "budgets": {"cost": 100.0}}},
    ],
)
def test_any_energy_and_any_cost_model_will_do(parts):
    """All agree with a long Monte Carlo run on eight members."""
    budget = None if "vector" in str(parts) else 100.0
    found = anneal(OPTIC_DISC, budget, **parts)
    other = select(OPTIC_DISC, budget, searcher="monte-carlo", stopping=STEPS, seed=1, **parts)
    assert found.value == pytest.approx(other.value, rel=1e-12)
    assert found.is_feasible()


def test_pools_without_costs():
    found = anneal(Pool(accuracies=[0.9] + [0.6] * 12))
    assert found.members == (0,)


def test_pools_of_one_and_of_equals():
    assert anneal(Pool(accuracies=[0.6], costs=[1.0]), 1.0, {"kind": "max-step", "limit": 500}).members == (0,)
    equal = anneal(Pool(accuracies=[0.7] * 9, costs=[1.0] * 9), 5.0)
    assert len(equal.members) == 5


def test_perfect_members_are_no_trouble_for_logarithms():
    found = anneal(Pool(accuracies=[1.0, 0.5, 0.5, 0.4], costs=[2.0, 1.0, 1.0, 1.0]), 3.0)
    assert found.error == 0.0


def test_a_start_temperature_can_be_given():
    cold = anneal(paper_pool(30, 0), 40.0, {"kind": "max-step", "limit": 5_000}, start_temperature=1e-9)
    assert np.isfinite(cold.error)


@pytest.mark.parametrize(
    ("option", "value"), [("cooling", 1.0), ("cooling", 0.0), ("chains", 0), ("scale", "square"), ("swap_share", 2.0)]
)
def test_options_out_of_range_are_refused(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        Annealing(**{option: value})


def test_the_trap_of_monte_carlo_is_none_for_annealing():
    """Section 3's pool: one member uses up the budget and is the best; all others are hardly better than a coin."""
    pool = Pool(accuracies=[0.9] + [0.51] * 29, costs=[30.0] + [1.0] * 29)
    hits = [anneal(pool, 30.0, {"kind": "max-step", "limit": 3_000}, seed=seed).members == (0,) for seed in range(50)]
    assert np.mean(hits) >= 0.96


def test_walks_may_start_from_what_sweep_finds():
    pool = paper_pool(100, 0)
    budget = 0.3 * float(pool.costs.sum())
    swept = select(pool, budget, searcher="sweep", stopping={"kind": "max-step", "limit": 10**6}, seed=0)
    found = anneal(pool, budget, {"kind": "max-step", "limit": 3_000}, start="sweep")
    at_random = anneal(pool, budget, {"kind": "max-step", "limit": 3_000})
    assert found.error <= swept.error < at_random.error


def test_walks_from_sweep_are_never_behind_it():
    pool = paper_pool(30, 2)
    budget = 0.3 * float(pool.costs.sum())
    swept = select(pool, budget, searcher="sweep", stopping={"kind": "max-step", "limit": 10**6}, seed=0)
    assert anneal(pool, budget, {"kind": "max-step", "limit": 60_000}, start="sweep").error <= swept.error


def test_a_run_may_be_over_while_sweep_is_at_work():
    found = anneal(paper_pool(30, 0), 40.0, {"kind": "max-step", "limit": 3}, start="sweep")
    assert found.steps == 3


@pytest.mark.parametrize("workers", [1, 3])
def test_workers_change_nothing_about_walks_from_sweep(workers):
    stopping = {"kind": "max-step", "limit": 9_000}
    found = anneal(paper_pool(40, 0), 40.0, stopping, workers=workers, start="sweep", seed=5)
    alone = anneal(paper_pool(40, 0), 40.0, stopping, start="sweep", seed=5)
    assert (found.members, found.trace[-1].step) == (alone.members, alone.trace[-1].step)
