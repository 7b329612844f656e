from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from haversack.config.build import PartBuilder
from haversack.config.observers import (
    OBSERVERS_VARIABLE,
    add_observers,
    build_observers,
    parse_observers,
    read_variable,
)
from haversack.observers import JsonLines
from haversack.plugins import PluginWarning, default_catalog


@attrs.frozen
class Other:
    mark: int = 0

    def watch(self, run):
        return None


@pytest.fixture
def builder():
    return PartBuilder(default_catalog())


def test_names_dicts_and_objects_become_observers_with_paths_of_the_run_file(builder):
    built = build_observers(
        [{"kind": "jsonl", "path": "a.jsonl"}, Other()], builder, where="run.toml: observers", directory=Path("runs")
    )
    assert (built, builder.problems) == ((JsonLines(path=Path("runs/a.jsonl")), Other()), [])
    assert build_observers(None, builder) == ()


@pytest.mark.parametrize("specs", ["jsonl", {"kind": "jsonl"}, 3])
def test_anything_but_a_list_is_refused(builder, specs):
    assert build_observers(specs, builder, where="run.toml: observers") == ()
    (problem,) = builder.problems
    assert problem.startswith("run.toml: observers: must be a list of observers, got ")


def test_problems_have_their_place(builder):
    build_observers(["jsonl", "josnl"], builder, where="run.toml: observers")
    assert builder.problems[0].startswith("run.toml: observers[0].path: missing")
    assert builder.problems[1].startswith("run.toml: observers[1].kind: 'josnl' is not registered")


def test_words_of_the_command_line_become_observers(builder):
    assert parse_observers(["jsonl:path=a.jsonl,members=false"], "--observer", builder) == (
        JsonLines(path="a.jsonl", members=False),
    )


def test_the_variable_lists_observers(builder, monkeypatch):
    monkeypatch.delenv(OBSERVERS_VARIABLE, raising=False)
    assert read_variable(builder) == ()
    monkeypatch.setenv(OBSERVERS_VARIABLE, "jsonl:path=a.jsonl,members=false, jsonl:path=b.jsonl,")
    assert read_variable(builder) == (JsonLines(path="a.jsonl", members=False), JsonLines(path="b.jsonl"))


def test_a_name_in_the_variable_that_is_not_registered_is_a_warning(builder, monkeypatch):
    monkeypatch.setenv(OBSERVERS_VARIABLE, "josnl, jsonl:path=a.jsonl")
    with pytest.warns(PluginWarning, match=r"^HAVERSACK_OBSERVERS: 'josnl' is not registered; did you mean 'jsonl'\?"):
        assert read_variable(builder) == (JsonLines(path="a.jsonl"),)
    assert builder.problems == []


def test_one_that_is_named_again_does_not_watch_twice():
    one = JsonLines(path="a.jsonl")
    assert add_observers([Other(1), Other(2)], [Other(3), one]) == (Other(1), Other(2), one)
