"""Study files: from TOML to tasks, with all mistakes at once."""

from __future__ import annotations

import json
import math

import pytest

from haversack import ConfigError
from haversack.comparison import Case
from haversack.config.embedded import embed_json
from haversack.studies.study_file import StudySource, build_study, read_study

STUDY = """\
seeds = [3, 5]
budgets = [10.0, 20.0]
budget_shares = [0.1]
certify = "off"
searchers = ["exact", "sweep"]

[stopping.short]
kind = "max-step"
limit = 50

[[pools]]
generator = "paper"
sizes = [10]
count = 2
"""


def test_a_file_lists_every_combination(tmp_path, builtins):
    file = tmp_path / "study.toml"
    file.write_text(STUDY)
    read = read_study(file)
    assert (read.place, read.directory, read.versions) == (str(file), tmp_path, {})
    found = build_study(read.document, builtins, source=read.place, directory=read.directory)
    assert len(found.tasks) == 2 * 2 * 3 * 2
    assert {row[3] for row in found.rows} == {"short"}
    assert {task.settings["certify"] for task, _ in found.tasks} == {"off"}


def test_all_mistakes_are_reported_at_once(builtins):
    document = {"seeds": 0, "budgets": [3, -1], "budget_shares": 2, "certify": "of", "pool": [], "searchers": "exakt"}
    with pytest.raises(ConfigError) as caught:
        build_study(document, builtins, source="study.toml")
    assert [problem.partition(" got ")[0] for problem in caught.value.problems] == [
        "study.toml: pool: unknown key; did you mean 'pools'?",
        "study.toml: budgets: each must be a number above 0,",
        "study.toml: budget_shares: each must be a number above 0 and at most 1,",
        "study.toml: seeds: must be a whole number of at least 1 and at most 10,000,000, or a list of seeds,",
        "study.toml: certify: must be 'off', 'quick' or 'prove',",
        "study.toml: pools: missing; expected a list of files, or sections [[pools]]",
        caught.value.problems[-1],
    ]
    assert caught.value.problems[-1].startswith("study.toml: searchers[0].kind: 'exakt' is not registered")


@pytest.mark.parametrize(("seeds", "got"), [([], "none"), ([-1], "-1")])
def test_seeds_are_whole_numbers(builtins, seeds, got):
    with pytest.raises(ConfigError, match=rf"seeds: each must be a whole number .*, got {got}"):
        build_study({"pools": [], "seeds": seeds}, builtins)


def test_a_result_of_another_kind_is_no_study(tmp_path):
    (tmp_path / "result.json").write_text('{"config": {}}')
    message = r"result.json: expected a study file, in TOML, or the result of one study, got the results of 0 studies$"
    with pytest.raises(ConfigError, match=message):
        read_study(tmp_path / "result.json")


@pytest.mark.parametrize("name", ["result.json", "report.html"])
def test_the_result_of_a_study_is_one(tmp_path, name):
    config = {"pools": ["a.csv"]}
    document = {"tasks": 1, "finished": 0, "versions": {"haversack": "0.1"}, "config": config}
    (tmp_path / name).write_text(json.dumps(document) if name.endswith("json") else embed_json(document))
    assert read_study(tmp_path / name) == StudySource(config, str(tmp_path / name), tmp_path, {"haversack": "0.1"})


def test_of_two_studies_none_is_chosen(tmp_path):
    document = {"tasks": 1, "finished": 0, "config": {"pools": ["a.csv"]}}
    (tmp_path / "report.html").write_text(embed_json(document) * 2)
    with pytest.raises(ConfigError, match="report.html: expected a study file, .* got the results of 2 studies$"):
        read_study(tmp_path / "report.html")


def test_no_limit_has_a_word_in_json(small_pool, builtins):
    document = {"pools": [small_pool], "budgets": [5.0, math.inf], "disable": ["mlflow"]}
    found = build_study(document, builtins)
    assert found.config["budgets"] == [5.0, None]
    assert found.config["disable"] == ["mlflow"]
    again = build_study({**document, "budgets": found.config["budgets"]}, builtins)
    assert [task.key for task, _ in again.tasks] == [task.key for task, _ in found.tasks]


def test_a_pool_without_a_limit_records_none(small_pool, builtins):
    found = build_study({"pools": [Case(pool=small_pool, name="free", budget=math.inf)]}, builtins)
    assert found.config["pools"][0].keys() == {"name", "pool"}


def test_observers_write_to_the_same_file_in_all_processes(builtins, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    document = {"pools": [{"accuracies": [0.9]}], "observers": [{"kind": "jsonl", "path": "runs.jsonl"}]}
    (observer,) = build_study(document, builtins).observers
    assert observer.path == tmp_path / "runs.jsonl"
