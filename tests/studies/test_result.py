"""Results of a study: rows, statistics, files."""

from __future__ import annotations

import csv
import io
import json
import statistics
import sys

import attrs
import pytest

from haversack import HaversackError
from haversack.studies.result import StudyResult

LABELS = [["a", "", "exact", "", "", "", 3.0, seed] for seed in range(4)] + [["b", "", "sweep", "", "", "", None, 0]]


def done(value, **further):
    return {
        "key": "k",
        "status": "done",
        "value": value,
        "error": 1 - value,
        "proven": value > 0.85,
        "seconds": 0.5,
        "members": [0, 2],
        "names": ["ann", "=cat"],
        **further,
    }


@pytest.fixture
def result():
    failed = {"key": "k", "status": "failed", "reason": "broke"}
    infeasible = {"key": "k", "status": "infeasible", "reason": "too small"}
    return StudyResult(LABELS, [done(0.8), done(0.9), failed, infeasible, None])


def test_counts(result):
    assert (len(result), result.finished, result.infeasible, result.failed) == (5, 4, 1, True)
    assert result.failures == ("a, exact, budget 3, seed 2: broke",)
    assert not StudyResult(LABELS, [None] * 5).failed


def test_rows_are_those_of_finished_tasks(result):
    rows = list(result.rows())
    assert [(row["pool"], row["seed"], row["status"], row["value"], row["chosen"]) for row in rows] == [
        ("a", 0, "done", 0.8, 2),
        ("a", 1, "done", 0.9, 2),
        ("a", 2, "failed", None, None),
        ("a", 3, "infeasible", None, None),
    ]


def test_standings_sum_up_each_combination_of_parts(result):
    exact, sweep = result.standings()
    assert (exact["searcher"], exact["tasks"], exact["finished"], exact["proven"]) == ("exact", 4, 4, 1)
    assert (exact["failed"], exact["infeasible"], exact["answers"]) == (1, 1, 2)
    assert exact["median_value"] == statistics.median([0.8, 0.9])
    assert (exact["best_value"], exact["best_task"]) == (0.9, "a, exact, budget 3, seed 1")
    assert (sweep["finished"], sweep["best_value"], sweep["median_seconds"]) == (0, None, None)


def test_the_best_of_equal_values_has_the_least_error():
    labels = [["a", "", "", "", "", "", 3.0, seed] for seed in range(3)]
    records = [done(1.0, error=1e-20), done(1.0, error=1e-22), done(0.9)]
    (standing,) = StudyResult(labels, records).standings()
    assert (standing["best_value"], standing["best_error"], standing["best_task"]) == (
        1.0,
        1e-22,
        "a, budget 3, seed 1",
    )
    (standing,) = StudyResult(labels, [done(value, error=None) for value in (4.0, 7.0, 5.0)]).standings()
    assert (standing["best_value"], standing["best_error"]) == (7.0, None)


def test_files_hold_the_rows(result):
    assert [json.loads(line) for line in result.to_jsonl().splitlines()] == list(result.rows())
    assert json.loads(result.to_json())["rows"] == list(result.rows())
    lines = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert [line["value"] for line in lines] == ["0.8", "0.9", "", ""]
    assert (lines[0]["members"], lines[0]["names"]) == ("0 2", "ann;=cat")


def test_parquet_holds_the_rows(result, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    result.to_parquet(tmp_path / "rows.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert table.to_pylist() == list(result.rows())
    attrs.evolve(result, records=[None] * len(result)).to_parquet(tmp_path / "empty.parquet")
    assert parquet.read_schema(tmp_path / "empty.parquet") == table.schema
    with pytest.raises(HaversackError, match=r"rows.parquet: cannot be written: "):
        result.to_parquet(tmp_path / "no" / "rows.parquet")


def test_parquet_holds_seeds_of_128_bits(result, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    for seed, kept in [(2**63 - 1, 2**63 - 1), (2**63, str(2**63)), (2**128 - 1, str(2**128 - 1))]:
        first, *others = result.labels
        attrs.evolve(result, labels=[[*first[:-1], seed], *others]).to_parquet(tmp_path / "rows.parquet")
        seeds = parquet.read_table(tmp_path / "rows.parquet")["seed"].to_pylist()
        assert seeds == [kept, *map(type(kept), (1, 2, 3))]


def test_parquet_needs_pyarrow(result, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(HaversackError, match=r"^parquet: needs pyarrow: pip install pyarrow$"):
        result.to_parquet(tmp_path / "rows.parquet")


def test_the_summary_is_the_text(result):
    assert str(result) == result.summary()
    assert "4 of 5 tasks are finished" in str(result)
