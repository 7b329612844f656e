from __future__ import annotations

from pathlib import Path

import pytest

import haversack as hs
from haversack.config.paths import anchor_paths, resolve_paths
from haversack.plugins import default_catalog


def test_names_of_files_are_relative_to_the_directory():
    spec = {"kind": "jsonl", "path": "a.jsonl", "members": True}
    found = resolve_paths("observer", spec, default_catalog(), "runs")
    assert found == {"kind": "jsonl", "path": str(Path("runs") / "a.jsonl"), "members": True}


def test_paths_of_parts_within_others_are_relative_to_it_too():
    part, found = ({"kind": "jsonl", "path": path} for path in ("a.jsonl", str(Path("runs") / "a.jsonl")))
    for wrap in (lambda each: [each], lambda each: {"any": [each]}, lambda each: {"label": {"any": [each, "name"]}}):
        assert resolve_paths("observer", wrap(part), default_catalog(), "runs") == wrap(found)


@pytest.mark.parametrize("spec", [{}, {"kind": "unknown", "path": "a"}, {"kind": 3}, {"kind": "jsonl", "path": 3}])
def test_what_is_wrong_is_left_for_others_to_report(spec):
    assert resolve_paths("observer", spec, default_catalog(), "runs") == spec


def test_results_record_absolute_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    catalog = default_catalog()
    spec = {"kind": "jsonl", "path": "a.jsonl", "members": True}
    assert anchor_paths("observer", spec, catalog) == {**spec, "path": str(tmp_path / "a.jsonl")}
    given = {**spec, "path": str(tmp_path / "elsewhere" / "a.jsonl")}
    assert anchor_paths("observer", given, catalog) == given


@pytest.mark.parametrize("spec", [None, {"kind": "max-step", "limit": 5}, {"any": [{"kind": "max-step", "limit": 5}]}])
def test_parts_without_files_are_recorded_as_they_are(spec):
    assert anchor_paths("stopping", spec, default_catalog()) == spec


def test_a_working_directory_that_is_gone_costs_no_answer(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    spec = {"kind": "jsonl", "path": "a.jsonl"}
    assert anchor_paths("observer", spec, default_catalog()) == spec
    assert hs.select(hs.Pool(accuracies=[0.9, 0.8, 0.7]), seed=1).config["seed"] == 1
