"""Configurations that results record."""

from __future__ import annotations

import json

import pytest

from haversack.config.embedded import embed_json
from haversack.config.recipe import POOLS_TOO_LARGE, choose_run, parse_recipes
from haversack.errors import ConfigError

RUN = {"seed": 1, "pool": {"accuracies": [0.9]}}
SELECTION = {"members": [0], "config": RUN}
FRONTIER = {"points": [], "last_budget": 1.0, "config": {**RUN, "budgets": "all"}}
OLD_FRONTIER = {"points": [], "last_budget": 1.0}
COMPARISON = {"rows": [], "planned": 0, "config": {"cases": []}}
STUDY = {"tasks": 0, "finished": 0, "config": {"pools": []}}
POLICY = {"branches": [], "model": {}}


def write_page(*documents):
    return "".join(map(embed_json, documents))


def read(*documents):
    return parse_recipes(write_page(*documents), "page.html", ".html")


@pytest.mark.parametrize(
    ("document", "kind"),
    [(SELECTION, "selection"), (FRONTIER, "frontier"), (COMPARISON, "comparison"), (STUDY, "study")],
)
def test_json_and_a_page_record_the_same(document, kind):
    (recipe,) = parse_recipes(json.dumps(document), "result.json", ".json")
    assert (recipe.kind, recipe.place, recipe.get_config()) == (kind, "result.json", document["config"])
    (recipe,) = read(document)
    assert (recipe.kind, recipe.place, recipe.get_config()) == (kind, "page.html", document["config"])


def test_of_several_each_has_its_place():
    recipes = read(SELECTION, POLICY, OLD_FRONTIER, STUDY)
    assert [(each.kind, each.place, each.is_skipped) for each in recipes] == [
        ("selection", "page.html, result 1", False),
        ("policy", "page.html, result 2", True),
        ("frontier", "page.html, result 3", True),
        ("study", "page.html, result 4", False),
    ]


def test_a_frontier_gives_a_run_on_its_pool():
    assert read(FRONTIER)[0].get_run() == RUN
    assert choose_run(read(FRONTIER, OLD_FRONTIER, COMPARISON), "page.html") == RUN


def test_a_selection_comes_before_a_frontier():
    other = {"members": [0], "config": {"seed": 2}}
    assert choose_run(read(FRONTIER, other, COMPARISON), "page.html") == {"seed": 2}


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ([POLICY, OLD_FRONTIER], "page.html: none of its results records its configuration, so there is nothing to"),
        ([{"value": 1}], "page.html: expected a result of haversack with the key 'config', which holds the run"),
    ],
)
def test_pages_without_anything_to_repeat_are_reported(documents, message):
    with pytest.raises(ConfigError, match=f"^{message}"):
        read(*documents)


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ([POLICY], "page.html: expected something to repeat, got a policy; `haversack replay` values it on a log"),
        ([OLD_FRONTIER], "page.html: this frontier records no pool, so it cannot be repeated"),
        ([{**STUDY, "config": None}], "page.html: this study records no pool, so it cannot be repeated"),
        ([{"tasks": 0, "finished": 0, POOLS_TOO_LARGE: True}], "page.html: the pools of this study were too large for"),
        ([{**OLD_FRONTIER, POOLS_TOO_LARGE: True}], "page.html: the pools of this frontier were too large for a page"),
        ([{**STUDY, "config": [1]}], r"page.html: config: must be a table, got \[1\]"),
        ([{**SELECTION, "config": None}], "page.html: this run used parts that have no registered name"),
        ([{**FRONTIER, "config": None}], "page.html: this frontier used parts that have no registered name"),
        ([SELECTION, SELECTION], "page.html: expected a report on one selection, got one on 2; give the JSON of"),
        ([STUDY, COMPARISON], "page.html: expected a report on one selection, got one on 0"),
        ([STUDY], "page.html: expected one run, got a study, which `haversack run` repeats whole"),
    ],
)
def test_results_without_one_run_are_reported(documents, message):
    with pytest.raises(ConfigError, match=f"^{message}"):
        choose_run(read(*documents), "page.html")


def test_observers_of_a_result_are_refused():
    """They may write to any file, and a result may come from anybody."""
    watched = {**SELECTION, "config": {**RUN, "observers": [{"kind": "jsonl", "path": "elsewhere"}]}}
    (recipe,) = read(watched)
    with pytest.raises(ConfigError, match=r"^page\.html: config\.observers: results record no observers; give them"):
        recipe.get_config()


def test_tables_nested_too_deeply_are_reported():
    deep = {}
    for _ in range(60):
        deep = {"a": deep}
    with pytest.raises(ConfigError, match=r"^page.html: .*nested more than 50 levels deep"):
        read({**STUDY, "config": deep})


@pytest.mark.parametrize("versions", [3, [], {"haversack": 3}])
def test_versions_are_texts(versions):
    with pytest.raises(ConfigError, match=r"^page.html: versions: .*must be .*text, got"):
        read({**STUDY, "versions": versions})


def test_versions_are_those_of_parts_and_of_their_parts():
    nested = {"name": "any", "distribution": None, "version": None, "parts": [named("a", "outer", "1.0"), named("b")]}
    parts = {"stopping": {**nested, "parts": [*nested["parts"], {**nested, "parts": [named("c", "inner", "2.0")]}]}}
    parts["energy"] = named("d", "unknown")
    (recipe,) = read({**SELECTION, "parts": parts, "versions": {"haversack": "0.1"}})
    assert recipe.versions == {"haversack": "0.1", "outer": "1.0", "inner": "2.0"}


def named(name, distribution=None, version=None):
    return {"name": name, "distribution": distribution, "version": version}
