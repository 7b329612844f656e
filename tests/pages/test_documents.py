"""Files that a report is made of."""

from __future__ import annotations

import copy
import json

import pytest

import haversack as hs
from comparison_rows import row
from haversack.comparison import Comparison
from haversack.config.embedded import embed_json
from haversack.config.result_kinds import RESULT_KEYS
from haversack.errors import ConfigError, HaversackError
from haversack.pages.documents import read_documents, recognise
from haversack.pages.report import write_report
from haversack.studies.tasks import LABELS
from policy_examples import make_policy


@pytest.fixture(scope="module")
def studied(builtins):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7], costs=[3, 2, 1], names=["ann", "bob", "cat"])
    return json.loads(hs.study(pools=pool, budget_shares=[0.5, 1.0], seeds=1, catalog=builtins).to_json())


def test_every_kind_is_recognised_and_read(chosen, builtins, tmp_path):
    frontier = hs.frontier(chosen.pool, catalog=builtins)
    comparison = Comparison([row()], 1)
    found = []
    several = hs.study(pools=chosen.pool, budgets=[3, 8], store=tmp_path / "store")
    results = {
        "selection": chosen,
        "frontier": frontier,
        "comparison": comparison,
        "policy": make_policy(),
        "study": several,
    }
    for name, result in results.items():
        (tmp_path / f"{name}.json").write_text(result.to_json())
        (document,) = read_documents(tmp_path / f"{name}.json")
        assert document.plain == json.loads(result.to_json())
        found.append(document.kind)
    assert found == list(RESULT_KEYS)
    assert recognise(json.loads(chosen.to_json()), "x").result == chosen
    assert list(document.result.rows()) == list(several.rows())
    (stored,) = read_documents(tmp_path / "store")
    assert (stored.kind, stored.plain, list(stored.result.rows())) == ("study", {"tasks": 2}, list(several.rows()))
    assert document.result.config == stored.result.config == several.config
    assert document.result.versions == stored.result.versions == several.versions


def test_a_page_gives_all_that_it_carries(chosen, tmp_path):
    page = tmp_path / "report.HTML"
    page.write_text(f"<p>x</p>{embed_json(chosen.to_dict())}{embed_json(Comparison([row()], 1).to_dict())}")
    assert [document.kind for document in read_documents(page)] == ["selection", "comparison"]


@pytest.mark.parametrize("plain", [3, [], {}, {"points": []}, None])
def test_anything_else_is_reported(plain):
    message = (
        "^x: expected the JSON of a result that `--out` or `--json` wrote, "
        "one of selection, frontier, comparison, policy, study$"
    )
    with pytest.raises(ConfigError, match=message):
        recognise(plain, "x")


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        ({"rows": [{}], "planned": 1}, "^x: comparison: is not the JSON of a comparison: KeyError"),
        ({"tasks": 1, "finished": 1}, "^x: holds no results of the study, which were too many for a page"),
        ({"rows": 3, "tasks": 1, "finished": 1}, "^x: rows: must be a list, each a table, got 3"),
        (
            {"rows": [{}], "tasks": 1, "finished": 1},
            r"^x: rows\[0\].pool: missing; must be text\n",
        ),
        ({"points": 3, "last_budget": 1}, "^x: points: must be a list"),
        ({"config": {"pool": {"accuracies": [2.0]}}, "members": []}, "^x: config.pool: accuracies"),
    ],
)
def test_damaged_results_are_reported_with_their_place(plain, message):
    with pytest.raises(ConfigError, match=message):
        recognise(plain, "x")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("config", 3, "config: must be a table or nothing, got 3"),
        ("config", {"pools": None}, "config.pools: must be a list, each a table, got None"),
        ("config", {"pools": [3]}, "config.pools: entry 0 must be a table, got 3"),
        ("config", {"pools": [{"pool": {}}]}, r"config.pools\[0\].name: missing; must be text"),
        ("config", {"pools": [{"name": "a", "pool": "b"}]}, r"config.pools\[0\].pool: must be a table, got 'b'"),
        (
            "config",
            {"pools": [{"name": "a", "pool": {"costs": ["x"]}}]},
            r"config.pools\[0\].pool.costs: entry 0 must be a number, got 'x'",
        ),
        (
            "config",
            {"pools": [], "budget_shares": 0.5},
            "config.budget_shares: must be a list, each a number, or nothing, got 0.5",
        ),
        ("versions", 3, "versions: must be a table, each text, got 3"),
        ("versions", {"haversack": 5}, "versions: entry 'haversack' must be text, got 5"),
        ("tasks", "x", "tasks: must be a whole number, got 'x'"),
        ("interrupted", None, "interrupted: must be true or false, got None"),
    ],
)
def test_what_a_study_says_of_itself_is_checked(studied, key, value, message):
    with pytest.raises(ConfigError, match=f"^x: {message}$"):
        recognise({**studied, key: value}, "x")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("seconds", ["a"], r"must be a number, got \['a'\]"),
        ("seconds", None, "must be a number, got None"),
        ("cost", None, "must be a number, got None"),
        ("proven", None, "must be true or false, got None"),
        ("error", 1e300, r"must be from 0 to 1, got 1e\+300"),
        ("energy", 1.5, "must be text, got 1.5"),
        ("budget", [], r"must be a number or nothing, got \[\]"),
        ("names", 1e308, "must be a list, each text, got"),
        ("members", ["ann"], "entry 0 must be a whole number, got 'ann'"),
    ],
)
def test_a_row_of_a_study_with_a_wrong_value_is_named(studied, key, value, message):
    row = {**studied["rows"][0], key: value}
    with pytest.raises(ConfigError, match=rf"^x: rows\[0\].{key}: .*{message}"):
        recognise({**studied, "rows": [row]}, "x")


def test_a_row_without_an_answer_needs_no_numbers(studied):
    row = dict.fromkeys(studied["rows"][0]) | dict.fromkeys(LABELS, "") | {"budget": None, "seed": 1}
    plain = {**studied, "rows": [row | {"status": "infeasible", "key": "k"}]}
    assert recognise(plain, "x").result.infeasible == 1


WRONG = (None, 5, "x", [None], {"kind": 5}, 1e300)
"""Some of these are of the wrong kind for whatever key; each key takes its turn with two of them."""


def list_places(plain):
    """Return the keys of a result, and those of the first of each of its lists of tables and of its tables."""
    places = [(key,) for key in plain]
    for key, value in plain.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            places += [(key, 0, inner) for inner in value[0]]
        elif isinstance(value, dict):
            places += [(key, inner) for inner in value]
    return places


def change(plain, place, value):
    changed = copy.deepcopy(plain)
    table = changed
    for key in place[:-1]:
        table = table[key]
    table[place[-1]] = value
    return changed


@pytest.mark.slow
@pytest.mark.parametrize("kind", RESULT_KEYS)
def test_whatever_value_is_wrong_there_is_a_page_or_a_sentence(kind, chosen, studied, builtins, monkeypatch):
    """Nothing but a sentence is raised. Figures are drawn, but not written: that takes most of the time."""
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda self, file, **_: file.write(b"<svg/>"))
    made = {
        "selection": lambda: chosen.to_dict(),
        "frontier": lambda: hs.frontier(chosen.pool, budgets=[3, 8], catalog=builtins).to_dict(),
        "comparison": lambda: hs.compare(
            chosen.pool, ["sweep"], stopping={"kind": "max-step", "limit": 3}, seeds=1, catalog=builtins
        ).to_dict(),
        "policy": lambda: make_policy().to_dict(),
        "study": lambda: studied,
    }
    plain = json.loads(json.dumps(made[kind]()))
    sentences = 0
    for number, place in enumerate(list_places(plain)):
        for value in WRONG[number % 3 :: 3]:
            try:
                write_report([recognise(change(plain, place, value), "x")], None)
            except HaversackError:
                sentences += 1
    assert sentences
