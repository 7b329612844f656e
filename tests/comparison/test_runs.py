"""The runs on one case."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conftest import paper_pool
from failing_parts import FAILING, FailingSearcher
from fakes import ListSearcher
from haversack import compare, make_plan, select
from haversack.comparison import Comparison

STEPS = {"kind": "max-step", "limit": 50}


def test_a_row_tells_what_the_run_alone_tells(small_pool):
    (row,) = compare(small_pool, "annealing", budget=8, stopping=STEPS, seeds=[3]).rows
    alone = select(small_pool, 8, searcher="annealing", stopping=STEPS, seed=3, certify="off")
    for name in ("value", "error", "cost", "steps", "evaluations", "proven"):
        assert getattr(row, name) == getattr(alone, name)
    assert (row.chosen, row.members, row.budget, row.seed) == (len(alone.members), 4, 8, 3)
    assert [(step.step, step.error) for step in row.trace] == [(step.step, step.error) for step in alone.trace]


def test_stop_is_that_of_the_runs_rule_or_else_the_papers():
    pool = paper_pool(30, 0)
    budget = 0.3 * float(pool.costs.sum())
    ours = {"kind": "beta", "quantile": 0.99}
    rows = compare(pool, "sherlock", budget=budget, stopping=["paper", STEPS, ours], seeds=[5]).rows
    paper = make_plan(pool, budget, seed=5)
    assert (rows[0].stop, rows[0].stop_error) == (paper.threshold, paper.error_threshold)
    assert rows[1].stop == paper.threshold
    assert rows[2].stop == make_plan(pool, budget, stopping=ours, seed=5).threshold != paper.threshold
    assert rows[0].stop_excess == pytest.approx(paper.error_threshold / rows[0].reference.error - 1)


def test_a_search_without_a_set_is_an_outcome(small_pool):
    both = {"none": ListSearcher(reason="tired"), "one": ListSearcher(sets=((0,),))}
    outcome = compare(small_pool, both, budget=8, stopping=STEPS, seeds=1)
    none, one = outcome.rows
    assert (none.value, none.steps, none.trace, none.excess) == (None, None, (), math.inf)
    assert none.stop_reason == "the search ended without a feasible set (tired)"
    assert none.stop == one.stop is not None
    assert (outcome.standings()[0].without_set, outcome.standings()[0].failed) == (1, 0)
    assert (none.failed, outcome.failed) == (False, False)


def test_an_energy_that_breaks_in_the_middle_ends_its_run_and_no_other(small_pool):
    class Breaks:
        """Gives numbers for small sets only."""

        def losses(self, pool, sets):
            losses = 1.0 - sets @ pool.accuracies / len(pool)
            return np.where(sets.sum(axis=1) > 3, np.nan, losses)

    both = {"late": ListSearcher(sets=((0,), (0, 1, 2, 3))), "small": ListSearcher(sets=((0,),))}
    outcome = compare(small_pool, both, energy=Breaks(), stopping=STEPS, seeds=1, reference=None)
    late, small = outcome.rows
    assert (late.chosen, late.failed) == (1, True)
    assert late.stop_reason.endswith("loss of the set [0, 1, 2, 3] is not a number")
    assert (small.chosen, small.failed) == (1, False)
    assert (outcome.standings()[0].failed, outcome.standings()[0].without_set) == (1, 0)
    assert outcome.failures == (f"pool-0: late, seed 0: {late.stop_reason.removeprefix('failed: ')}",)
    assert "failed: a part raised an exception in 1 of 2 runs" in outcome.summary()


@pytest.mark.parametrize("calls", [1, 2, 30])
@pytest.mark.parametrize("kind", sorted(FAILING))
def test_a_contestant_that_fails_costs_no_other_its_row(small_pool, kind, calls):
    """The parts count calls of all runs together, so that only the last runs fail."""
    parts = {kind: FAILING[kind](calls)} if kind in ("energy", "cost") else {}
    searchers = {"good": ListSearcher(sets=((0,), (1,))), "bad": FAILING["searcher"](calls)}
    rules = {"steps": STEPS, "bad": FAILING["stopping"](calls)} if kind == "stopping" else STEPS
    if kind != "searcher":
        searchers["bad"] = ListSearcher(sets=((0,),))
    outcome = compare(small_pool, searchers, budget=8, stopping=rules, seeds=2, reference=None, **parts)
    assert len(outcome.rows) == outcome.planned
    assert outcome.failed == any(row.failed for row in outcome.rows)
    if kind in ("searcher", "stopping"):
        named = [row for row in outcome.rows if "bad" in (row.stopping if kind == "stopping" else row.searcher)]
        assert all(row.failed for row in named) or calls == 30
        others = [row for row in outcome.rows if row not in named]
        assert not any(row.failed for row in others)
        assert {row.chosen for row in others} == {1}
    assert Comparison.from_json(outcome.to_json()).failures == outcome.failures


def test_a_reference_that_fails_is_listed(small_pool):
    outcome = compare(small_pool, ListSearcher(sets=((0,),)), budget=8, stopping=STEPS, reference=FailingSearcher(2))
    assert outcome.failures == ("pool-0: the reference: searcher FailingSearcher raised ValueError: out of order",)
    assert not any(row.failed for row in outcome.rows)


def test_progress_tells_the_stage(small_pool):
    stages = []
    compare({"a": small_pool, "b": small_pool}, "sweep", budget=8, stopping=STEPS, seeds=1, on_progress=stages.append)
    assert [(stage.done, stage.planned, stage.what) for stage in stages if "sweep" in stage.what][:1] == [
        (0, 2, "a: sweep")
    ]
    assert (stages[-1].done, stages[-1].what) == (1, "b: sweep")
    assert any(stage.what == "a: the reference" for stage in stages)
    # Before the first step, the clock may have said that the run goes on.
    assert {stage.what for stage in stages} == {stage.what for stage in stages if stage.progress.steps}
