from __future__ import annotations

import pytest

from haversack import ConfigError
from haversack.config.input_files import list_input_files, parse_json


def test_files_of_the_pool_and_of_parts_are_found(tmp_path):
    for name in ("pool.csv", "answers.csv", "table.txt", "ann"):
        (tmp_path / name).touch()
    document = {
        "budget": 3,
        "pool": {"path": "pool.csv", "votes": "answers.csv", "truth": "missing.csv", "names": ["ann"]},
        "energy": {"kind": "quadratic", "path": str(tmp_path / "table.txt"), "nested": [{"file": "table.txt"}]},
        "stopping": {"any": ["x" * 5000, "\0", {"kind": "time-limit", "seconds": 1}]},
    }
    found = [file.name for file in list_input_files(document, tmp_path)]
    assert found == ["pool.csv", "answers.csv", "table.txt", "table.txt"]


def test_a_pool_without_files_reads_none(tmp_path):
    assert list_input_files({"pool": {"accuracies": [0.5], "votes": {"truth": [0]}}}, tmp_path) == []
    assert list_input_files({"pool": "pool.csv"}, tmp_path) == []
    assert list_input_files({}, tmp_path) == []


def test_the_files_of_a_log_are_those_that_its_names_stand_for(tmp_path):
    (tmp_path / "logs").mkdir()
    for name in ("one.csv", "logs/two.csv", "three.jsonl"):
        (tmp_path / name).touch()
    document = {"pool": {"votes": ["one.csv", "logs", "*.jsonl", "x*"]}}
    found = {file.relative_to(tmp_path).as_posix() for file in list_input_files(document, tmp_path)}
    assert found == {"one.csv", "logs/two.csv", "three.jsonl"}


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999", "-1E400"])
def test_json_has_finite_numbers_only(word):
    with pytest.raises(ConfigError, match=rf"^a.json: is not JSON: {word} is not a finite number$"):
        parse_json(f'{{"config": [1.5, {word}]}}', "a.json")
    assert parse_json("[1.5, 2, -1e-400]", "a.json") == [1.5, 2, 0.0]
