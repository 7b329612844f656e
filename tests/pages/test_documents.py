"""Files that a report is made of."""

from __future__ import annotations

import json

import pytest

import haversack as hs
from comparison_rows import row
from haversack.comparison import Comparison
from haversack.config.embedded import embed_json
from haversack.config.result_kinds import RESULT_KEYS
from haversack.errors import ConfigError
from haversack.pages.documents import read_documents, recognise
from policy_examples import make_policy


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
        ({"rows": 3, "tasks": 1, "finished": 1}, "^x: rows: must be a list of tables, got 3"),
        (
            {"rows": [{}], "tasks": 1, "finished": 1},
            r"^x: rows\[0\].pool: missing$",
        ),
        ({"points": 3, "last_budget": 1}, "^x: points: must be a list"),
        ({"config": {"pool": {"accuracies": [2.0]}}, "members": []}, "^x: config.pool: accuracies"),
    ],
)
def test_damaged_results_are_reported_with_their_place(plain, message):
    with pytest.raises(ConfigError, match=message):
        recognise(plain, "x")


@pytest.mark.parametrize("key", ["config", "versions"])
def test_what_a_study_was_made_by_is_a_table(small_pool, builtins, key):
    plain = json.loads(hs.study(pools=small_pool, catalog=builtins).to_json())
    with pytest.raises(ConfigError, match=f"^x: {key}: must be a table, got 3$"):
        _ = recognise({**plain, key: 3}, "x").result.config


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("seconds", ["a"], r"must be a number or nothing, got \['a'\]"),
        ("energy", 1.5, "must be text, got 1.5"),
        ("budget", [], r"must be a number or nothing, got \[\]"),
        ("names", 1e308, "must be a list, each text, or nothing, got"),
        ("members", ["ann"], "entry 0 must be a whole number, got 'ann'"),
    ],
)
def test_a_row_of_a_study_with_a_wrong_value_is_named(small_pool, builtins, key, value, message):
    plain = json.loads(hs.study(pools=small_pool, catalog=builtins).to_json())
    plain["rows"][0][key] = value
    with pytest.raises(ConfigError, match=rf"^x: rows\[0\].{key}: .*{message}"):
        recognise(plain, "x")
