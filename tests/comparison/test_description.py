"""Comparisons as plain tables, and back."""

from __future__ import annotations

import json
import math
from pathlib import Path

import attrs
import numpy as np
import pytest

import haversack as hs
from haversack.comparison import Case, Comparison, Reference
from haversack.comparison.description import list_unnamed_parts, read_comparison_config
from haversack.errors import ConfigError
from haversack.plugins import Entry, Source

STEPS = {"kind": "max-step", "limit": 60}


class Nameless:
    """A searcher that no plugin registers."""

    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool))


def simplify(comparison):
    """The answers, without what a clock measures."""
    return [
        (row.pool, row.group, row.budget, row.searcher, row.stopping, row.seed, row.value, row.reference)
        for row in comparison.rows
    ]


@pytest.fixture(scope="module")
def compared(builtins):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4.0, 2.0, 2.0, 1.0])
    cases = [
        Case(pool=pool, name="tight", budget=5.0, constraints=({"kind": "size", "most": 2},)),
        Case(pool=pool, name="free", group="other", energy={"kind": "majority", "ties": "coin"}, cost="none"),
    ]
    known = {"free": Reference("best-known", 0.95, 0.05), "elsewhere": Reference("best-known", 0.5, 0.5)}
    rules = {"short": STEPS, "long": {"kind": "max-step", "limit": 90}}
    searchers = ["annealing", "monte-carlo"]
    return hs.compare(cases, searchers, stopping=rules, seconds=30.0, seeds=[4, 2], best_known=known, catalog=builtins)


def test_a_comparison_is_made_again_from_what_its_json_records(compared, builtins):
    restored = Comparison.from_json(compared.to_json())
    assert restored == compared
    arguments = read_comparison_config(restored.config, builtins, "result.json")
    again = hs.compare(arguments.pop("pools"), **arguments, catalog=builtins)
    assert simplify(again) == simplify(compared)
    assert again.config == compared.config


def test_the_configuration_says_all_that_was_asked_for(compared):
    config = compared.config
    assert [(case["name"], case["group"], case.get("budget")) for case in config["cases"]] == [
        ("tight", "tight", 5.0),
        ("free", "other", None),
    ]
    assert config["cases"][0]["constraints"] == [{"kind": "size", "most": 2}]
    assert config["cases"][1]["energy"] == {"kind": "majority", "ties": "coin"}
    assert list(config["searchers"]) == ["annealing", "monte-carlo"]
    assert {label: rule["limit"] for label, rule in config["stopping"].items()} == {"short": 60, "long": 90}
    assert (config["seconds"], config["seeds"], config["reference"]["kind"]) == (30.0, [4, 2], "exact")
    assert config["best_known"] == {"free": {"kind": "best-known", "value": 0.95, "error": 0.05}}
    assert compared.versions["haversack"] == hs.__version__
    assert json.loads(json.dumps(config)) == config


def test_parts_without_a_name_are_left_open_and_named(small_pool, builtins):
    cases = [Case(pool=small_pool, name="pool", budget=5.0, energy=hs.energies.MajorityVote())]
    compared = hs.compare(
        cases, {"mine": Nameless(), "own": "sweep"}, stopping=STEPS, seeds=1, reference=None, catalog=builtins
    )
    assert "reference" not in compared.config
    assert list_unnamed_parts(compared.config) == ["searchers.mine"]
    with pytest.raises(ConfigError, match=r"^result\.json: searchers\.mine: has no registered name, or an option"):
        read_comparison_config(compared.config, builtins, "result.json")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cases": 3}, "x: cases: must be a list of tables, got 3"),
        ({"cases": [{"pool": {"accuracies": [2.0]}}]}, r"x: cases\[0\]: pool: accuracies"),
        ({"cases": [{"energy": None}]}, r"x: cases\[0\].energy: has no registered name"),
        ({"seeeds": 3}, "x: seeeds: unknown key; did you mean 'seeds'?"),
        ({"best_known": 7}, "x: best_known: must be a table.*, got 7$"),
        ({"best_known": {"a": {"valu": 1}}}, "x: best_known: .*valu: unknown key; did you mean 'value'"),
        ({"best_known": {"a": {"kind": "x", "value": 1}}}, "x: best_known: .*'kind' must be 'optimum'"),
        ({"best_known": {"a": {"kind": "bound", "value": "high"}}}, "x: best_known: .*'value' must be a number"),
        ({"reference": None}, "x: reference: has no registered name"),
    ],
)
def test_wrong_tables_are_reported_with_their_place(compared, builtins, changes, message):
    with pytest.raises(ConfigError, match=message):
        read_comparison_config({**compared.config, **changes}, builtins, "x")


def test_missing_keys_are_reported(builtins):
    with pytest.raises(ConfigError) as caught:
        read_comparison_config({}, builtins, "x")
    required = ("cases", "searchers", "stopping", "seconds", "seeds", "reference_seconds")
    assert list(caught.value.problems) == [f"x: {key}: missing" for key in required]


def test_unnamed_parts_of_cases_are_named_too():
    cases = [{"energy": None, "cost": {"kind": "none"}}, {"constraints": [{"kind": "size"}, None]}, {"constraints": []}]
    config = {"cases": cases, "searchers": {"a": None, "b": {}}, "stopping": {"c": None}, "reference": None}
    assert list_unnamed_parts(config) == [
        "searchers.a",
        "stopping.c",
        "cases[0].energy",
        "cases[1].constraints",
        "reference",
    ]


@attrs.frozen
class Table:
    """A part of any kind that reads a file."""

    path: Path = attrs.field(converter=Path)

    def losses(self, pool, sets):
        return np.zeros(len(sets))

    def search(self, problem, monitor, rng): ...

    def __call__(self, progress): ...


def test_relative_paths_are_those_of_a_directory(compared, builtins):
    source = Source("third", "third-party", "1")
    entries = [Entry(kind, "table", Table, "", source) for kind in ("energy", "searcher", "stopping")]
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, *entries))
    part, found = ({"kind": "table", "path": path} for path in ("a.csv", str(Path("results") / "a.csv")))
    changes = {
        "cases": [{**compared.config["cases"][0], "energy": part}],
        "searchers": {"own": {"in-turn": [part]}},
        "stopping": {"own": part},
        "reference": part,
    }
    arguments = read_comparison_config({**compared.config, **changes}, catalog, "x", directory="results")
    assert arguments["pools"][0].energy == Table(found["path"])
    assert arguments["searchers"] == {"own": {"in-turn": [found]}}
    assert (arguments["stopping"], arguments["reference"]) == ({"own": found}, found)


def test_no_limit_is_left_out(small_pool, builtins):
    case = Case(pool=small_pool, name="free", budget=math.inf)
    compared = hs.compare(case, "sweep", stopping=STEPS, seeds=1, reference=None, catalog=builtins)
    assert compared.config["cases"][0].keys() == {"name", "group", "pool"}
