"""Results are read back from JSON."""

from __future__ import annotations

import math
import re

import attrs
import numpy as np
import pytest
from hypothesis import given, settings

from fakes import WrongShare
from haversack import ConfigError, Note, Panel, Plan, Pool, Selection, TraceRow, select
from haversack.config.options import list_options
from haversack.config.records import Record
from haversack.config.results import read_selection
from haversack.config.types import SCALARS, Choice, ListOf, TableOf, Union
from strategies import pools


def make_sample(node):
    """A value of a type that is not the default of anything."""
    scalars = {SCALARS[float]: 0.375, SCALARS[int]: 3, SCALARS[str]: "text", SCALARS[bool]: True}
    if node in scalars:
        return scalars[node]
    if isinstance(node, Choice):
        return node.choices[-1]
    if isinstance(node, Union):
        return make_sample(next(each for each in node.types if each != SCALARS[type(None)]))
    if isinstance(node, ListOf):
        return node.collect([make_sample(node.entry)] * 2)
    if isinstance(node, TableOf):
        return {"seed": 7} if node.entry is None or node.entry.words == "anything" else {"a": make_sample(node.entry)}
    assert isinstance(node, Record), f"results have a field of a type that is not read back: {node.words}"
    nested = [option for option in node.read_options() if getattr(option.type, "entry", None) == node]
    return node.kind(
        **{option.name: make_sample(option.type) for option in node.read_options() if option not in nested}
    )


@pytest.fixture
def full(small_pool):
    """A result in which every field has a value of its own, also those that are added some day."""
    values = {option.name: make_sample(option.type) for option in list_options(Selection) if option.name != "pool"}
    return Selection(pool=small_pool, **values)


def test_every_field_comes_back(full):
    again = Selection.from_json(full.to_json())
    for field in attrs.fields(Selection):
        before, after = getattr(full, field.name), getattr(again, field.name)
        assert (after, type(after)) == (before, type(before)), field.name
    assert again == full
    assert again.to_json() == full.to_json()
    assert again.summary() == full.summary()
    assert Selection.from_dict(full.to_dict()) == full


def test_the_sample_is_not_made_of_defaults(full):
    same = [field.name for field in attrs.fields(Selection) if getattr(full, field.name) == field.default]
    assert same == []
    assert [type(each) for each in (full.trace[0], full.best_single, full.notes[0], full.plan)] == [
        *(TraceRow, Panel, Note, Plan),
    ]


@settings(max_examples=15)
@given(pool=pools(min_size=2, max_size=6))
def test_results_of_runs_come_back(pool):
    for parts in ({}, {"energy": WrongShare(), "stopping": {"kind": "max-step", "limit": 20}}):
        chosen = select(pool, seed=1, **parts)
        assert (chosen.settings is None) == bool(parts)
        again = Selection.from_json(chosen.to_json())
        assert again == chosen
        assert again.summary() == chosen.summary()


def test_recorded_votes_come_back_and_are_written_once():
    pool = Pool.from_votes([["a", "b"], ["b", None], ["a", "a"]], truth=["a", "b", "b"], costs=[2, 1])
    chosen = select(pool, seed=1)
    text = chosen.to_json()
    assert text.count('"labels"') == 1
    assert Selection.from_json(text) == chosen


def test_a_run_read_back_can_be_repeated(small_pool):
    chosen = select(small_pool, 8, searcher="annealing", stopping={"kind": "max-step", "limit": 200}, seed=3)
    assert Selection.from_json(chosen.to_json()).config == chosen.config


@pytest.mark.parametrize(
    ("field", "value"),
    [("budget", math.inf), ("value", -math.inf), ("gap", math.inf), ("value", np.float64(0.5)), ("steps", np.int64(4))],
)
def test_numbers_that_json_has_no_word_for_come_back(full, field, value):
    assert getattr(Selection.from_json(attrs.evolve(full, **{field: value}).to_json()), field) == value


def test_a_huge_step_limit_stays_huge(full):
    huge = attrs.evolve(full, plan=attrs.evolve(full.plan, max_steps=10**20_000))
    again = Selection.from_json(huge.to_json())
    assert again.plan.max_steps == 10**4000
    assert again.to_json() == huge.to_json()


def test_results_of_earlier_versions_are_read(full):
    """They have neither a format nor the keys that were added since."""
    document = full.to_dict()
    for key in ("format", "failed", "parts", "bounded_by", "setup_seconds", "notes"):
        document.pop(key, None)
    again = Selection.from_dict(document)
    assert (again.notes, again.setup_seconds, again.members) == ((), 0.0, full.members)


def test_a_file_is_read(full, tmp_path):
    path = tmp_path / "result.json"
    path.write_text("\ufeff" + full.to_json(), encoding="utf-8")
    assert Selection.from_json(path) == full
    path.write_text("{")
    with pytest.raises(ConfigError, match=r"result.json: is not JSON: "):
        Selection.from_json(path)
    with pytest.raises(ConfigError, match=r"absent.json: cannot be read: No such file or directory"):
        Selection.from_json(tmp_path / "absent.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "result.json",
            "result: is not JSON: Expecting value: line 1 column 1 (char 0); to read a file, give a pathlib.Path",
        ),
        ("{", "result: is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[" * 100_000, "result: nested too deeply to be read; to read a file, give a pathlib.Path"),
        ("[]", "result: expected a result of haversack with the key 'config', got []"),
        ('{"kind": "policy"}', "result: expected a selection, got a policy; `haversack replay` values it on a log"),
        (
            '{"points": [], "last_budget": 3, "config": {}}',
            "result: expected a selection, got a frontier; `haversack run` repeats it",
        ),
        ('{"members": []}', "result: expected a result of haversack with the key 'config', got {'members': []}"),
        (5, "expected the name of a file, got 5"),
    ],
)
def test_something_else_is_refused(text, message):
    with pytest.raises(ConfigError) as caught:
        Selection.from_json(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"value": "high"}, "value: must be a number, got 'high'"),
        ({"members": 3}, "members: must be a list, each a whole number, got 3"),
        ({"members": [0, 4]}, "members: must be below 4, the size of the pool, got 4"),
        ({"trace": [{"step": 1}]}, "trace: entry 0 seconds: missing; must be a number"),
        ({"proven": 1}, "proven: must be true or false, got 1"),
        ({"config": []}, "config: must be a table, got []"),
        ({"config": {"seed": 1}}, "config.pool: must be a table of columns, got None"),
        ({"config": {"pool": {"path": "a.csv"}}}, "config.pool: must be a table of columns, got {'path': 'a.csv'}"),
        ({"config": {"pool": {"accuracies": [2]}}}, "config.pool: accuracies[0] (row 1, 'member-0'): "),
        (
            {"config": None},
            "pool: missing; a run with parts that have no registered name was written without its pool",
        ),
        (
            {"format": 2},
            "format: this haversack reads a result up to format 1, got 2; a later version wrote it",
        ),
        ({"format": "x"}, "format: this haversack reads a result up to format 1, got 'x'; a later version wrote it"),
    ],
)
def test_a_mistake_is_reported_with_its_key(full, changes, message):
    with pytest.raises(ConfigError) as caught:
        read_selection(full.to_dict() | changes, "a.json")
    (problem,) = caught.value.problems
    assert problem.startswith(f"a.json: {message}")


def test_all_problems_are_reported_at_once(full):
    document = full.to_dict() | {"value": "x", "cost": None}
    del document["seed"]
    with pytest.raises(ConfigError) as caught:
        read_selection(document)
    assert sorted(problem.split(": ")[1] for problem in caught.value.problems) == ["cost", "seed", "value"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"names": []}, "names: must have one entry per member (2), got 0"),
        ({"error": "inf"}, "error: must be from 0 to 1, got inf"),
    ],
)
def test_names_and_errors_fit_the_answer(selection, change, message):
    with pytest.raises(ConfigError, match=f"^{re.escape(f'result: {message}')}$"):
        read_selection(selection.to_dict() | change)
