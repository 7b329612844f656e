"""Rows from records."""

from __future__ import annotations

from haversack.comparison import Reference
from haversack.comparison.case_rows import collect_rows
from haversack.comparison.cases import Case
from haversack.comparison.contestants import Contestant
from haversack.comparison.runs import CaseRun, CaseWork

TASKS = [CaseRun("r", None, 0), CaseRun("a", 0, 0), CaseRun("b", 0, 1)]


def answer(key, value, **more):
    fields = {"value": value, "error": 1 - value, "cost": 1.0, "seconds": 0.1, "chosen": 1, "steps": 2}
    return (
        {"key": key, "status": "done", "reason": "why", "evaluations": 2, "proven": False, "trace": []} | fields | more
    )


def test_runs_are_measured_against_all_that_is_there(small_pool):
    work = CaseWork(Case(pool=small_pool, name="case"), [Contestant("s", "r", None, None)], None, None, 0)
    records = {"a": answer("a", 0.75), "b": answer("b", 0.5, stop=0.9, stop_error=0.1)}
    rows, failures = collect_rows(work, TASKS, records, None)
    assert ([row.reference for row in rows], failures) == ([Reference("best-found", 0.75, 0.25)] * 2, [])
    assert [row.stop for row in rows] == [None, 0.9]
    records["r"] = answer("r", 0.875, proven=True, stop=0.8, stop_error=0.2)
    rows, _ = collect_rows(work, TASKS, records, None)
    assert [row.reference for row in rows] == [Reference("optimum", 0.875, 0.125)] * 2
    assert [row.stop for row in rows] == [0.8, 0.9]
    known = Reference("best-known", 1.0, 0.0)
    assert collect_rows(work, TASKS, records, known)[0][0].reference == known


def test_runs_that_are_not_complete_have_no_row(small_pool):
    work = CaseWork(Case(pool=small_pool, name="case"), [Contestant("s", "r", None, None)], None, None, 0)
    failed = {"key": "b", "status": "failed", "reason": "failed: why"}
    rows, failures = collect_rows(work, TASKS, {"b": failed}, None)
    assert [(row.seed, row.failed, row.value) for row in rows] == [(1, True, None)]
    assert failures == ["case: s, seed 1: why"]
    assert collect_rows(work, TASKS, {}, None) == ([], [])
