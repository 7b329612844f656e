"""What a page carries of a result."""

from __future__ import annotations

import json

import pytest

import haversack as hs
from haversack.config.embedded import extract_json
from haversack.config.recipe import POOLS_TOO_LARGE, parse_recipes
from haversack.errors import ConfigError
from haversack.pages import carrying
from haversack.pages.carrying import carry_result, has_large_pools
from haversack.pages.documents import recognise
from haversack.pages.report import write_report

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")

DOCUMENT = {"tasks": 1, "config": {"pools": []}}


def test_what_is_not_too_large_is_carried_as_it_is(monkeypatch):
    assert carry_result(DOCUMENT) is DOCUMENT
    assert carry_result(DOCUMENT, is_too_large=True) is DOCUMENT
    monkeypatch.setattr(carrying, "_MOST_CHARACTERS", 5)
    assert carry_result(DOCUMENT) == {"tasks": 1, POOLS_TOO_LARGE: True}
    assert carry_result({"config": None}) == {"config": None}


def test_the_mark_is_carried_on():
    assert carry_result({"tasks": 1, "config": None}, is_too_large=True) == {"tasks": 1, POOLS_TOO_LARGE: True}
    assert has_large_pools({POOLS_TOO_LARGE: True})
    assert not has_large_pools({POOLS_TOO_LARGE: "x"})


@pytest.mark.parametrize("kind", ["frontier", "comparison", "study"])
def test_pages_on_all_kinds_with_many_pools_leave_them_out_and_say_so(small_pool, builtins, monkeypatch, kind):
    made = {
        "frontier": lambda: hs.frontier(small_pool, budgets=[3.0], catalog=builtins),
        "comparison": lambda: hs.compare(small_pool, ["sweep"], seeds=1, seconds=0.1, catalog=builtins),
        "study": lambda: hs.study(pools=small_pool, catalog=builtins),
    }
    monkeypatch.setattr(carrying, "_MOST_CHARACTERS", 10)
    page = write_report([recognise(json.loads(made[kind]().to_json()), "x")], None)
    monkeypatch.undo()
    for _ in range(2):
        assert "are too large for a page, so it cannot be repeated from this file" in page
        (recipe,) = parse_recipes(page, "page.html", ".html")
        with pytest.raises(ConfigError, match=f"^page.html: the pools of this {kind} were too large for a page, so it"):
            recipe.get_config()
        (document,) = extract_json(page, "page.html")
        page = write_report([recognise(document, "page.html")], None)
