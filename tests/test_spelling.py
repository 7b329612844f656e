"""Suggestions for misspelt names."""

from __future__ import annotations

import pytest

from conftest import ROOT
from haversack.spelling import explain_unknown_key, find_closest, list_known, suggest


@pytest.mark.parametrize(
    ("name", "closest"), [("patiense", "patience"), ("patience", "patience"), ("limt", "limit"), ("xyz", None)]
)
def test_the_most_similar_name_is_suggested(name, closest):
    known = ["limit", "patience", "patient"]
    assert find_closest(name, known) == find_closest(name, iter(reversed(known))) == closest
    assert suggest(name, known) == ("" if closest is None else f"did you mean {closest!r}?")


def test_a_higher_cutoff_asks_for_more_similarity():
    assert find_closest("coast", ["cost"], cutoff=0.85) == "cost"
    assert find_closest("most", ["cost"]) == "cost"
    assert find_closest("most", ["cost"], cutoff=0.85) is None


@pytest.mark.parametrize(
    ("key", "known", "message"),
    [
        ("patiense", ["patience"], "here: unknown key; did you mean 'patience'?"),
        ("xyz", {"b": 1, "a": 2}, "here: unknown key; known: a, b"),
        (5, ["kind"], "here: unknown key; known: kind"),
        ("xyz", [], "here: unknown key; known: none"),
    ],
)
def test_an_unknown_key_is_explained_by_the_closest_or_by_all_known_ones(key, known, message):
    assert explain_unknown_key("here", key, known) == message


def test_all_known_names_follow_the_closest_match():
    assert list_known("limt", ["limit", "steps"]) == "did you mean 'limit'? known: limit, steps"
    assert list_known("xyz", ["limit", "steps"]) == "known: limit, steps"


def test_nothing_else_looks_for_similar_names():
    """One place decides what is similar, and how the suggestion reads."""
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "plugins").glob("*/src/**/*.py")]
    users = [path.name for path in files if "difflib" in path.read_text(encoding="utf-8")]
    assert users == ["spelling.py"]
