"""The section of a run file that describes the pool."""

from __future__ import annotations

from pathlib import Path

import pytest

from haversack import Pool
from haversack.config.pool_section import build_pool, list_pool_keys, list_sufficient_keys
from haversack.pools.columns import COLUMNS


def build(section, directory=Path()):
    problems = []
    pool = build_pool(section, "run.toml: pool", directory, problems)
    return pool, problems


def test_keys_are_the_columns_and_the_files():
    keys = list_pool_keys()
    assert list(keys) == ["path", *(column.key for column in COLUMNS), "truth", "columns", "answers", "format"]
    assert keys["path"] == (str, "CSV file with the columns name, accuracy and cost, relative to the run file.")
    assert all(text.endswith(".") for _, text in keys.values())


@pytest.mark.parametrize("key", list_sufficient_keys())
def test_one_sufficient_column_makes_a_pool(key):
    values = {"votes": {"labels": ["a"], "truth": [0], "answers": ["0"]}}.get(key, [0.5])
    assert build({key: values}) == (Pool(**{key: values}), [])


def test_other_columns_alone_make_none():
    assert build({"names": ["ann"]}) == (None, ["run.toml: pool: expected a path, or one of accuracies, costs, votes"])


def test_problems_are_added_to_earlier_ones_with_their_place():
    problems = ["earlier"]
    assert build_pool({"costs": "x", "cots": 1}, "here: pool", Path(), problems) is None
    assert problems == [
        "earlier",
        "here: pool.cots: unknown key; did you mean 'costs'?",
        "here: pool.costs: must be a list, each a number, got 'x'",
    ]


def test_a_key_of_the_run_below_the_section_is_explained():
    assert build({"accuracies": [0.7], "budget": 3})[1] == [
        "run.toml: pool.budget: belongs to the run, not to its pool: write it above all sections"
    ]


def test_a_problem_with_a_file_names_the_file_and_one_with_values_the_section(tmp_path):
    (tmp_path / "pool.csv").write_text("accuracy\n7\n", encoding="utf-8")
    assert build({"path": "pool.csv"}, tmp_path)[1] == [
        f"{tmp_path / 'pool.csv'}: line 2, row 1, accuracy: must lie in [0, 1], got 7.0; divide percentages by 100"
    ]
    assert build({"accuracies": [7]})[1] == [
        "run.toml: pool: accuracies[0] (row 1, 'member-0'): must lie in [0, 1], got 7.0; divide percentages by 100"
    ]


def test_a_log_is_read_as_the_section_says_and_what_was_understood_is_passed_on(tmp_path, builtins):
    (tmp_path / "log.csv").write_text("q,who,said,right\n1,a,x,X\n1,b,y,X\n2,a,y,y\n2,b,y,y\n", encoding="utf-8")
    (tmp_path / "costs.csv").write_text("name,cost\nb,2\na,1\n", encoding="utf-8")
    section = {
        "votes": ["log.csv"],
        "columns": {"item": "q", "member": "who", "answer": "said", "truth": "right"},
        "answers": "casefold",
        "format": "table",
        "costs": "costs.csv",
    }
    problems, readings = [], []
    pool = build_pool(section, "run.toml: pool", tmp_path, problems, catalog=builtins, on_log=readings.append)
    assert (problems, pool.costs.tolist(), pool.votes.accuracies.tolist()) == ([], [1.0, 2.0], [1.0, 0.5])
    assert [reading.pool for reading in readings] == [pool]
    assert build(section | {"costs": {"a": 3, "b": 4}}, tmp_path)[0].costs.tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answers": "loud"}, "run.toml: pool.answers: expected how answers are compared, got 'loud'; known: exact"),
        ({"columns": {"who": "x"}}, "run.toml: pool.columns: expected a role, got 'who'; known: item, member"),
        ({"format": "tabel"}, "run.toml: pool.format.kind: 'tabel' is not registered; did you mean 'table'?"),
        ({"costs": {"a": 1.0}}, "run.toml: pool.costs: no cost of 'b', which is a member; found 'a'"),
    ],
)
def test_mistakes_about_a_log_name_their_key(tmp_path, changes, message):
    (tmp_path / "log.csv").write_text("id,model,answer,truth\n1,a,x,x\n1,b,y,x\n", encoding="utf-8")
    (problem,) = build({"votes": "log.csv", **changes}, tmp_path)[1]
    assert problem.startswith(message)
