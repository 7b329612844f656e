"""Parts of a study: all combinations, as plain data."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

from fakes import ListSearcher
from haversack import ConfigError
from haversack.plugins.catalog import Entry, Source
from haversack.stopping import MaxStep
from haversack.studies.axes import combine_parts, resolve_axes


@attrs.frozen
class Table:
    """An energy that reads a file."""

    path: Path = Path("table.csv")


def test_parts_that_are_left_out_are_left_to_the_run(builtins):
    (only,) = combine_parts({}, None, builtins, "")
    assert (only.labels, only.settings) == (("", "", "", "", ""), {})


def test_every_combination_comes_once(builtins):
    given = {"searchers": ["exact", {"kind": "annealing", "cooling": 0.9}], "stopping": {"short": MaxStep(5)}}
    found = combine_parts(given, ["paper"], builtins, "")
    assert [each.labels for each in found] == [
        ("", "exact", "short", "", "paper"),
        ("", "annealing:cooling=0.9", "short", "", "paper"),
    ]
    assert found[1].settings["searcher"]["cooling"] == 0.9
    assert (found[0].settings["stopping"]["kind"], found[0].settings["stopping"]["limit"]) == ("max-step", 5)
    assert found[0].settings["preset"] == "paper"


def test_all_mistakes_are_reported_at_once(builtins):
    with pytest.raises(ConfigError) as caught:
        combine_parts({"searchers": ["exakt"], "costs": []}, ["papper"], builtins, "study.toml: ")
    first, second, third = caught.value.problems
    assert first.startswith("study.toml: searchers[0].kind: 'exakt' is not registered; did you mean 'exact'?")
    assert second == "study.toml: costs: none given; expected at least one"
    assert third.startswith("study.toml: presets: 'papper' is not registered; did you mean 'paper'?")


def test_presets_are_names(builtins):
    with pytest.raises(ConfigError, match=r"^presets: expected a list of names of presets, got \[3\]$"):
        combine_parts({}, [3], builtins, "")


def test_a_part_that_no_other_process_could_build_is_refused(builtins):
    with pytest.raises(
        ConfigError, match=r"^searchers: ListSearcher: has no registered name, so that no other process"
    ):
        combine_parts({"searchers": ListSearcher([])}, None, builtins, "")


def test_paths_are_relative_to_a_directory(builtins):
    reader = Entry("energy", "reader", Table, "", Source("third", "third-party", "1"))
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, reader))
    part = {"kind": "reader", "path": "a.csv"}
    for given in (part, [part], {"own": part}, {"any": [part]}):
        assert '"path": "runs/a.csv"' in json.dumps(resolve_axes({"energies": given}, catalog, "runs"))
    others = {"searchers": ["exact", MaxStep(3)], "seeds": 3}
    assert resolve_axes(others, catalog, "runs") == {"searchers": ["exact", MaxStep(3)]}


def test_other_processes_get_absolute_paths(builtins, tmp_path, monkeypatch):
    """Their working directories may be others."""
    reader = Entry("energy", "reader", Table, "", Source("third", "third-party", "1"))
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, reader))
    monkeypatch.chdir(tmp_path)
    (found,) = combine_parts({"energies": [{"kind": "reader", "path": "a.csv"}]}, None, catalog, "")
    assert found.settings["energy"] == {"kind": "reader", "path": str(tmp_path / "a.csv")}
    assert found.labels[0] == "reader:path=a.csv"
