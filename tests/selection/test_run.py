from __future__ import annotations

import math

import attrs
import numpy as np
import pytest

from conftest import paper_pool
from fakes import ListSearcher, Profit, SlowestMember, StubbornSearcher, WrongShare
from haversack import (
    CapabilityError,
    ConfigError,
    HaversackError,
    InfeasibleError,
    Pool,
    PoolError,
    SearchError,
    make_plan,
    select,
)
from haversack.capabilities import SizeEstimate
from haversack.costs import Additive
from haversack.energies import OddsCurve, SpatialVote

STEPS = {"kind": "max-step", "limit": 500}


def test_the_paper_run_composes_all_parts(small_pool):
    chosen = select(small_pool, 8.0, seed=3)
    assert chosen.plan.rule in ("beta", "normal")
    assert chosen.seed == 3
    assert chosen.names == tuple(small_pool.names[index] for index in chosen.members)
    assert chosen.error == pytest.approx(1 - chosen.value)
    assert chosen.error_bound <= chosen.error
    assert chosen.gap == pytest.approx(1 - chosen.error_bound / chosen.error)


@pytest.mark.parametrize("searcher", ["sherlock", "monte-carlo"])
def test_same_seed_same_answer_and_same_trace(searcher):
    pool = paper_pool(30, 1)
    first, second = (select(pool, 40.0, searcher=searcher, stopping=STEPS, seed=11) for _ in range(2))
    assert first.members == second.members
    assert [(row.step, row.error) for row in first.trace] == [(row.step, row.error) for row in second.trace]
    other = select(pool, 40.0, searcher=searcher, stopping=STEPS, seed=12)
    assert [row.error for row in other.trace] != [row.error for row in first.trace]


def test_a_drawn_seed_is_told_and_repeats_the_run(small_pool):
    drawn = select(small_pool, 8.0, stopping=STEPS)
    again = select(small_pool, 8.0, stopping=STEPS, seed=drawn.seed)
    assert (again.members, again.steps) == (drawn.members, drawn.steps)


def test_the_trace_improves_step_by_step_and_ends_at_the_answer():
    chosen = select(paper_pool(30, 2), 40.0, stopping=STEPS, seed=0)
    errors = [row.error for row in chosen.trace]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] == chosen.error
    assert all(row.cost <= 40.0 for row in chosen.trace)


def test_parts_are_names_dicts_or_objects(small_pool):
    answers = {
        select(
            small_pool, 8.0, energy="majority", cost=cost, searcher={"kind": "sherlock"}, stopping=rule, seed=0
        ).members
        for cost in ("additive", {"kind": "additive", "size": "mean"})
        for rule in (STEPS, lambda progress: "enough" if progress.steps >= 500 else None)
    }
    assert answers == {(0, 1, 2)}


def test_a_run_of_registered_parts_tells_its_configuration(small_pool):
    chosen = select(small_pool, 8.0, stopping=STEPS, seed=0)
    assert chosen.config["pool"] == small_pool.to_dict()
    assert STEPS.items() <= chosen.config["stopping"].items()
    assert select(small_pool, 8.0, energy=WrongShare(), searcher="monte-carlo", stopping=STEPS).config is None


def test_any_cost_model_will_do_where_the_searcher_allows(small_pool):
    chosen = select(small_pool, 2.0, cost=SlowestMember(), searcher="monte-carlo", stopping=STEPS, seed=0)
    assert (chosen.members, chosen.cost) == ((1,), 2.0)


def test_an_energy_that_is_no_probability_shows_its_value_and_no_error(small_pool):
    chosen = select(small_pool, 8.0, energy=Profit(), searcher="monte-carlo", stopping=STEPS, seed=0)
    assert chosen.value == pytest.approx(2.4)
    assert chosen.error is None
    assert "error" not in chosen.summary()


def test_a_searcher_that_ends_by_itself_says_why(small_pool):
    chosen = select(small_pool, 8.0, searcher=ListSearcher(((0,), (1, 2)), "list done"), stopping=STEPS)
    assert (chosen.members, chosen.stop_reason, chosen.steps) == ((0,), "list done", 2)
    silent = select(small_pool, 8.0, searcher=ListSearcher(((0,),)), stopping=STEPS)
    assert silent.stop_reason == "the searcher had nothing left to try"


def test_a_searcher_that_will_not_stop_is_stopped(small_pool):
    chosen = select(small_pool, 8.0, searcher=StubbornSearcher(), stopping=STEPS)
    assert (chosen.steps, chosen.stop_reason) == (500, "limit of 500 steps")


def test_a_searcher_that_finds_nothing_feasible_is_an_error(small_pool):
    with pytest.raises(SearchError, match="without a feasible set"):
        select(small_pool, 1.5, searcher=ListSearcher(((0, 1),)), stopping=STEPS)


def test_progress_is_told_with_the_plan(small_pool):
    seen = []
    select(small_pool, 8.0, stopping="paper", seed=0, on_progress=lambda progress, plan: seen.append((progress, plan)))
    assert seen[-1][0].steps >= 1
    assert seen[-1][1].threshold < 1


def test_pools_without_costs_need_no_budget():
    chosen = select(Pool(accuracies=[0.9, 0.6, 0.55]), stopping=STEPS, seed=0)
    assert (chosen.members, chosen.cost, chosen.budget) == ((0,), 0.0, math.inf)


def test_costs_without_a_budget_are_told_but_limit_nothing(small_pool):
    chosen = select(small_pool, stopping=STEPS, seed=0)
    assert chosen.cost == small_pool.costs[list(chosen.members)].sum()


@pytest.mark.parametrize("budget", [0, -1.0, float("nan"), "8", True])
def test_a_budget_is_a_number_above_zero(small_pool, budget):
    with pytest.raises(ConfigError, match="budget: must be a number above 0, got"):
        select(small_pool, budget)


def test_a_budget_that_nothing_fits_in_is_told_with_the_cheapest(small_pool):
    with pytest.raises(InfeasibleError, match="no member fits in 0.5; the cheapest, 'dan', costs 1"):
        select(small_pool, 0.5)


def test_a_budget_without_costs_is_refused():
    with pytest.raises(ConfigError, match="budget: 3 was given, but the pool has no costs"):
        select(Pool(accuracies=[0.7]), 3)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", True])
def test_a_seed_is_a_whole_number(small_pool, seed):
    with pytest.raises(ConfigError, match="seed: must be a whole number of at least 0, got"):
        select(small_pool, 8.0, seed=seed)


def test_what_is_no_pool_is_refused():
    with pytest.raises(ConfigError, match=r"expected a haversack.Pool, got 'pool.csv'; Pool.from_csv reads a file"):
        select("pool.csv", 8.0)


def test_accuracies_are_asked_for_where_they_are_needed():
    with pytest.raises(PoolError, match="the pool has no accuracies"):
        select(Pool(costs=[1.0, 2.0]), 2.0, stopping=STEPS)


def test_no_plan_without_a_rule_that_plans(small_pool):
    with pytest.raises(HaversackError, match="there is no plan; 'paper' does"):
        make_plan(small_pool, 8.0, stopping=STEPS)


def test_ties_and_equal_costs_are_settled_by_the_seed_alone():
    pool = Pool(accuracies=[0.7] * 20, costs=[1.0] * 20)
    answers = {select(pool, 5.0, stopping=STEPS, seed=4).members for _ in range(3)}
    assert len(answers) == 1
    assert len(next(iter(answers))) == 5


def test_pools_of_zeros_and_ones():
    assert select(Pool(accuracies=[0.0, 0.0], costs=[1, 1]), 2, stopping=STEPS, seed=0).value == 0.0
    assert select(Pool(accuracies=[1.0, 0.5], costs=[1, 1]), 2, stopping=STEPS, seed=0).error == 0.0


def test_a_large_pool_runs_in_moderate_memory():
    pool = Pool(accuracies=np.random.default_rng(0).beta(17, 5, 20_000), costs=np.ones(20_000))
    chosen = select(pool, 15.0, stopping={"kind": "max-step", "limit": 20}, seed=0)
    assert len(chosen.members) == 15


def test_where_sherlock_cannot_be_used_the_default_is_annealing():
    chosen = select(paper_pool(10, 0), 20.0, energy=WrongShare(), stopping=STEPS, seed=0)
    assert chosen.steps == 500


def test_a_budget_under_a_model_without_costs_is_refused(small_pool):
    with pytest.raises(ConfigError, match="budget: 8 was given, but under this cost model nothing has a cost"):
        select(small_pool, 8.0, cost="none")


def test_a_rule_that_answers_yes_or_no_is_told_what_to_answer(small_pool):
    with pytest.raises(SearchError, match="must return a reason as text, or None; got False"):
        select(small_pool, 8.0, stopping=lambda progress: progress.steps >= 100)


def test_a_run_with_an_object_of_ones_own_inside_is_not_said_to_be_repeatable(small_pool):
    @attrs.frozen
    class Steep:
        a: float = -1.0
        b: float = 1.0

        def errors(self, shares):
            return (1.0 - shares) ** 2

    chosen = select(small_pool, 8.0, energy=SpatialVote(curve=Steep()), stopping=STEPS, seed=0)
    assert chosen.config is None
    known = select(small_pool, 8.0, energy=SpatialVote(curve=OddsCurve(a=-3.0, b=9.0)), stopping=STEPS, seed=0)
    assert known.config["energy"]["curve"] == {"a": -3.0, "b": 9.0}


def test_whatever_a_cost_model_expects_the_size_is_possible(small_pool):
    @attrs.frozen
    class Odd(Additive):
        def expected_size(self, pool, budget, accuracy):
            return SizeEstimate(0 if budget < 5 else 50, "a guess")

    assert [make_plan(small_pool, budget, cost=Odd()).size for budget in (4.0, 8.0)] == [1, 4]


def test_equal_accuracies_stop_at_their_own_value():
    chosen = select(Pool(accuracies=[0.7] * 3, costs=[1.0] * 3), 3.0, seed=0)
    assert chosen.plan.accuracy_variance == 0.0
    assert chosen.steps == 1


def test_an_energy_that_follows_walks_is_annealed_for_as_long_as_it_gets_better():
    pool = Pool.from_votes([[1, 1, 0], [0, 1, 1], [1, 0, 1]], truth=[1, 1, 1], costs=[1.0, 1.0, 1.0])
    chosen = select(pool, 3.0, energy="votes", seed=0)
    assert chosen.config["searcher"]["kind"] == "annealing"
    assert chosen.stop_reason == "no improvement in 200,000 steps"
    assert (chosen.members, chosen.value) == ((0, 1, 2), 1.0)
    assert select(pool, 3.0, energy="majority", stopping=STEPS).config["searcher"]["kind"] == "sherlock"


def test_a_plan_is_that_of_the_papers_rule_whatever_rule_a_run_would_have():
    pool = Pool.from_votes([[1, 1, 0], [0, 1, 1], [1, 0, 1]], truth=[1, 1, 1], costs=[1.0, 1.0, 1.0])
    assert make_plan(pool, 2.0, energy="votes", seed=0).size == 2


def test_an_energy_that_is_no_probability_stops_by_stagnation_unless_told_otherwise(small_pool):
    chosen = select(small_pool, 5, energy=Profit(), seed=0)
    assert chosen.stop_reason == "no improvement in 200,000 steps"
    with pytest.raises(CapabilityError, match="needs an energy that is a probability"):
        select(small_pool, 5, energy=Profit(), stopping="paper")
