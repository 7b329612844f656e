from __future__ import annotations

import json

import pytest

from conftest import paper_pool
from fakes import ListSearcher
from haversack import ConfigError, SearchError, select
from haversack.observers import JsonLines
from haversack.plugins import PluginWarning

POOL = paper_pool(30, 0)


def read_lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_it_writes_a_line_for_each_event(tmp_path):
    path = tmp_path / "runs.jsonl"
    found = select(POOL, 20.0, seed=7, observers=[JsonLines(path=path)])
    lines = read_lines(path)
    assert [lines[0]["event"], lines[-1]["event"]] == ["started", "ended"]
    assert len({line["run"] for line in lines}) == 1
    assert (lines[0]["pool_size"], lines[0]["budget"], lines[0]["seed"]) == (30, 20.0, 7)
    assert lines[0]["settings"] == json.loads(json.dumps(found.settings))
    improved = [line for line in lines if line["event"] == "improved"]
    assert [(line["value"], line["steps"], line["cost"]) for line in improved] == [
        (row.value, row.step, row.cost) for row in found.trace
    ]
    assert improved[-1]["members"] == lines[-1]["members"] == list(found.members)
    assert improved[0]["bound"] is None
    bounded = [line for line in lines if line["event"] == "bounded"]
    assert (bounded[-1]["gap"], bounded[-1]["bound"]) == (found.gap, found.bound)
    assert (lines[-1]["error"], lines[-1]["stop_reason"]) == (found.error, found.stop_reason)


def test_runs_are_appended_and_told_apart_and_members_may_be_left_out(tmp_path):
    path = tmp_path / "runs.jsonl"
    for seed in (0, 1):
        select(POOL, 20.0, seed=seed, observers=[{"kind": "jsonl", "path": str(path), "members": False}])
    lines = read_lines(path)
    assert len({line["run"] for line in lines}) == 2
    assert [line["seed"] for line in lines if line["event"] == "started"] == [0, 1]
    assert all("members" not in line for line in lines if line["event"] == "improved")


def test_a_run_without_an_answer_ends_with_the_reason(tmp_path):
    path = tmp_path / "runs.jsonl"
    with pytest.raises(SearchError):
        select(POOL, None, seed=0, searcher=ListSearcher(), observers=[JsonLines(path=path)])
    first, last = read_lines(path)
    assert first["budget"] is None
    assert first["settings"] is None
    assert (last["event"], last["reason"][:12]) == ("aborted", "SearchError:")


def test_a_file_that_cannot_be_written_is_reported_and_the_answer_stays(tmp_path):
    with pytest.warns(PluginWarning, match=r"^observer 'jsonl' of haversack .* failed in watch\(\).*FileNotFoundError"):
        found = select(POOL, 20.0, seed=0, observers=[JsonLines(path=tmp_path / "missing" / "runs.jsonl")])
    assert found.proven


def test_only_files_of_lines_are_written(tmp_path):
    with pytest.raises(ConfigError, match=r"^observers\[0\]: path must be a file name in \.jsonl, got"):
        select(POOL, 20.0, observers=[{"kind": "jsonl", "path": "pool.csv"}])
