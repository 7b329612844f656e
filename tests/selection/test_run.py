from __future__ import annotations

import numpy as np
import pytest

from conftest import paper_pool
from fakes import ListSearcher, SlowestMember
from haversack import (
    PartError,
    Pool,
    SearchError,
    select,
)

STEPS = {"kind": "max-step", "limit": 500}


def test_the_paper_run_composes_all_parts(small_pool):
    chosen = select(small_pool, 8.0, preset="paper", seed=3)
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


def test_any_cost_model_will_do_where_the_searcher_allows(small_pool):
    chosen = select(small_pool, 2.0, cost=SlowestMember(), searcher="monte-carlo", stopping=STEPS, seed=0)
    assert (chosen.members, chosen.cost) == ((1,), 2.0)


def test_a_searcher_that_finds_nothing_feasible_is_an_error(small_pool):
    with pytest.raises(SearchError, match="without a feasible set"):
        select(small_pool, 1.5, searcher=ListSearcher(((0, 1),)), stopping=STEPS)


def test_progress_is_told_with_the_plan(small_pool):
    seen = []
    select(small_pool, 8.0, stopping="paper", seed=0, on_progress=lambda progress, plan: seen.append((progress, plan)))
    assert seen[-1][0].steps >= 1
    assert seen[-1][1].threshold < 1


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


def test_a_rule_that_answers_yes_or_no_is_told_what_to_answer(small_pool):
    with pytest.raises(PartError, match="must return a reason as text, or None; got False"):
        select(small_pool, 8.0, stopping=lambda progress: progress.steps >= 100)


def test_recorded_votes_are_the_energy_unless_another_is_named():
    """By their accuracies these members would be right in 3 of 4 cases; together they never are."""
    pool = Pool.from_votes([[1, 0, 0], [0, 1, 0], [0, 0, 1]], truth=[1, 1, 1], costs=[1.0, 1.0, 1.0])
    chosen = select(pool, 3.0)
    assert (chosen.config["energy"]["kind"], chosen.assumes_independence) == ("votes", False)
    assert chosen.value == pytest.approx(1 / 3)
    assert "independently" not in chosen.summary()
    by_accuracies = select(pool, 3.0, energy="majority")
    assert by_accuracies.assumes_independence
    assert "if members err independently" in by_accuracies.summary()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("members", "share"), [(8, 0.4), (25, 0.3), (100, 0.2)])
def test_the_default_is_proved_and_no_worse_than_any_other_way(members, share, seed):
    pool = paper_pool(members, seed)
    budget = share * float(pool.costs.sum())
    chosen = select(pool, budget, seed=0)
    assert chosen.proven
    assert chosen.stop_reason == "proved optimal"
    assert chosen.error <= chosen.best_single.error == pytest.approx(1 - pool.accuracies[pool.costs <= budget].max())
    for searcher in ("annealing", "exact", "greedy-backward", "greedy-forward", "monte-carlo", "sherlock", "sweep"):
        other = select(pool, budget, searcher=searcher, stopping=STEPS, certify="off", seed=0)
        assert chosen.error <= other.error * (1 + 1e-12)


def test_the_record_of_a_default_run_names_what_was_chosen_and_repeats_it():
    pool = paper_pool(25, 0)
    chosen = select(pool, 40.0, energy=None, seed=5)
    kinds = [part["kind"] for part in chosen.config["searcher"]["in-turn"]]
    assert kinds == ["exact", "enumerate", "annealing"]
    again = select(**(chosen.config | {"pool": pool}))
    assert (again.members, again.steps, again.stop_reason) == (chosen.members, chosen.steps, chosen.stop_reason)
    assert [(row.step, row.error) for row in again.trace] == [(row.step, row.error) for row in chosen.trace]


def test_exact_without_a_rule_runs_until_it_has_its_proof():
    pool = paper_pool(100, 7)
    chosen = select(pool, 0.2 * float(pool.costs.sum()), searcher="exact")
    assert (chosen.proven, chosen.stop_reason) == (True, "proved optimal")


def test_a_limit_before_the_first_set_leaves_the_best_single_member():
    class Slow:
        def search(self, problem, monitor, rng):
            monitor.offer(np.zeros((0, len(problem.pool)), dtype=bool), steps=9)

    pool = Pool(accuracies=[0.6, 0.9, 0.8], costs=[1.0, 5.0, 2.0])
    found = select(pool, 3.0, searcher=Slow(), stopping={"kind": "max-step", "limit": 5}, certify="off", seed=0)
    assert (found.members, found.stop_reason) == ((2,), "limit of 5 steps")
