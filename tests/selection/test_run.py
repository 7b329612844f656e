from __future__ import annotations

import attrs
import numpy as np
import pytest

from conftest import paper_pool
from fakes import ListSearcher, Profit, SlowestMember, StubbornSearcher, WrongShare
from haversack import (
    Pool,
    SearchError,
    select,
)
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


def test_an_energy_that_follows_walks_is_annealed_for_as_long_as_it_gets_better():
    pool = Pool.from_votes([[1, 1, 0], [0, 1, 1], [1, 0, 1]], truth=[1, 1, 1], costs=[1.0, 1.0, 1.0])
    chosen = select(pool, 3.0, energy="votes", seed=0)
    assert chosen.config["searcher"]["kind"] == "annealing"
    assert chosen.stop_reason == "no improvement in 200,000 steps"
    assert (chosen.members, chosen.value) == ((0, 1, 2), 1.0)
    assert select(pool, 3.0, energy="majority", stopping=STEPS).config["searcher"]["kind"] == "sherlock"


def test_ctrl_c_gives_the_best_set_so_far_and_says_so(small_pool):
    class Impatient:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(4, dtype=bool)[:1])
            raise KeyboardInterrupt

    chosen = select(small_pool, 8.0, searcher=Impatient(), stopping=STEPS)
    assert (chosen.members, chosen.interrupted, chosen.stop_reason) == ((0,), True, "interrupted (Ctrl-C)")
    assert chosen.to_dict()["interrupted"] is True
    assert not select(small_pool, 8.0, stopping=STEPS).interrupted


def test_ctrl_c_before_any_set_is_raised(small_pool):
    class Impatient:
        def search(self, problem, monitor, rng):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        select(small_pool, 8.0, searcher=Impatient(), stopping=STEPS)


def test_the_pool_is_written_out_only_when_the_configuration_is_asked_for(small_pool, monkeypatch):
    written = []
    to_dict = Pool.to_dict
    monkeypatch.setattr(Pool, "to_dict", lambda pool: written.append(pool) or to_dict(pool))
    chosen = select(small_pool, 8.0, stopping=STEPS, seed=0)
    assert written == []
    assert chosen.config["pool"] == to_dict(small_pool)
    assert list(chosen.config) == ["budget", "seed", "pool", "energy", "stopping", "cost", "searcher"]
    assert written


def test_a_search_that_is_interrupted_is_not_proved(small_pool):
    class Impatient:
        def search(self, problem, monitor, rng):
            monitor.offer(np.eye(4, dtype=bool)[-1:])
            raise KeyboardInterrupt

    chosen = select(small_pool, 8.0, searcher=Impatient(), stopping=STEPS, certify="prove")
    assert (chosen.members, chosen.interrupted, chosen.proven) == ((3,), True, False)
