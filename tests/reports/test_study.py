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
    lines = summarise_study(make_result("exact", "sweep", "", "auto"), width=120).splitlines()
    assert lines[0].split() == [
        *("searcher", "finished", "failed", "infeasible", "proved", "median", "best", "seconds", "best", "of")
    ]
    assert lines[2].split()[:10] == ["exact", "1", "of", "1", "0", "0", "1", "0.9", "0.9", "0.25"]
    assert lines[3].split()[:6] == ["sweep", "1", "of", "1", "1", "0"]
    assert lines[4].startswith("default ")
    assert lines[-1] == "3 of 4 tasks are finished, 1 without a set within the budget, 1 failed"


def test_counts_of_nothing_have_no_column():
    assert summarise_study(make_result("exact")).splitlines()[0].split()[:3] == ["searcher", "finished", "proved"]


def test_medians_are_of_what_all_rows_have_answered():
    done = make_result("exact").records[0]
    labels = [[pool, "", searcher, "", "", "", 3.0, 0] for searcher in ("exact", "sweep") for pool in "abc"]
    poor, failed = {**done, "value": 0.6, "error": 0.4}, {"key": "k", "status": "failed", "reason": "broke"}
    text = summarise_study(StudyResult(labels, [done, done, poor, done, failed, failed]))
    assert [line.split()[5:7] for line in text.splitlines()[2:4]] == [["3", "0.9"], ["1", "0.9"]]
    assert "median and seconds: over the 1 of 3 problems that every row answered" in text
    apart = summarise_study(StudyResult(labels, [done, failed, failed, failed, done, poor]))
    assert "median and seconds: not comparable; no problem was answered in every row" in apart
    assert "median and seconds" not in summarise_study(StudyResult(labels[:3], [done, failed, poor]))


def test_long_tables_are_truncated():
    text = summarise_study(make_result("exact", "sweep"), most=1)
    assert "sweep" not in text
    assert "and 1 more combination\n" in text
    assert "and 2 more combinations\n" in summarise_study(make_result("exact", "sweep", "auto"), most=1)


def test_the_smallest_errors_leave_room_for_the_best_answer():
    found = make_result("annealing", "greedy-forward")
    small = {**found.records[0], "value": 1.0, "error": 1.23456e-17}
    head, _, *rows = summarise_study(StudyResult(found.labels, [small, small]), width=80).splitlines()
    assert {"median", "best", "seconds"} <= set(head.split())
    assert rows[0].count("1 - 1.235e-17") == 2


def test_rows_can_be_told_apart_where_labels_are_shortened():
    labels = [f"annealing cooling {cooling}" for cooling in (0.9, 0.99, 0.999)]
    for width in (60, 80, 100):
        rows = summarise_study(make_result(*labels), width=width).splitlines()[2:5]
        assert len({row[:24] for row in rows}) == 3


def test_a_long_label_leaves_room_for_numbers():
    assert "finished" in summarise_study(make_result("x" * 200, "x" * 199), width=80).splitlines()[0]
