"""The text of a study."""

from __future__ import annotations

from haversack.reports.study import summarise_study
from haversack.studies.result import StudyResult


def make_result(*searchers):
    labels = [["a", "", searcher, "", "", "", 3.0, 0] for searcher in searchers]
    record = {"key": "k", "status": "done", "value": 0.9, "error": 0.1, "proven": True, "seconds": 0.25}
    failed = {"key": "k", "status": "failed", "reason": "broke"}
    infeasible = {"key": "k", "status": "infeasible", "reason": "too small"}
    return StudyResult(labels, [record, failed, infeasible, None][: len(labels)])


def test_a_table_with_a_row_for_each_combination_of_parts():
    lines = summarise_study(make_result("exact", "sweep", "", "auto")).splitlines()
    assert lines[0].split() == ["searcher", "finished", "proved", "median", "best", "seconds", "best", "of"]
    assert lines[2].split()[:8] == ["exact", "1", "of", "1", "1", "0.9", "0.9", "0.25"]
    assert lines[4].startswith("default ")
    assert lines[-1] == "3 of 4 tasks are finished, 1 without a set within the budget, 1 failed"


def test_long_tables_are_truncated():
    text = summarise_study(make_result("exact", "sweep"), most=1)
    assert "sweep" not in text
    assert "and 1 more combinations" in text
