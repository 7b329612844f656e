"""The runs on one case."""

from __future__ import annotations

import math

import numpy as np
import pytest

from conftest import paper_pool
from fakes import ListSearcher
from haversack import compare, make_plan, select

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
    assert outcome.standings()[0].failed == 1


def test_an_energy_that_breaks_in_the_middle_costs_its_run_and_no_other(small_pool):
    class Breaks:
        """Gives numbers for small sets only."""

        def losses(self, pool, sets):
            losses = 1.0 - sets @ pool.accuracies / len(pool)
            return np.where(sets.sum(axis=1) > 3, np.nan, losses)

    both = {"late": ListSearcher(sets=((0,), (0, 1, 2, 3))), "small": ListSearcher(sets=((0,),))}
    outcome = compare(small_pool, both, energy=Breaks(), stopping=STEPS, seeds=1, reference=None)
    late, small = outcome.rows
    assert late.chosen is None
    assert late.stop_reason.endswith("loss of the set [0, 1, 2, 3] is not a number")
    assert (small.chosen, outcome.standings()[0].failed) == (1, 1)


def test_progress_tells_the_stage(small_pool):
    stages = []
    compare({"a": small_pool, "b": small_pool}, "sweep", budget=8, stopping=STEPS, seeds=1, on_progress=stages.append)
    assert [(stage.done, stage.planned, stage.what) for stage in stages if "sweep" in stage.what][:1] == [
        (0, 2, "a: sweep")
    ]
    assert (stages[-1].done, stages[-1].what) == (1, "b: sweep")
    assert any(stage.what == "a: the reference" for stage in stages)
    assert all(stage.progress.steps for stage in stages)
