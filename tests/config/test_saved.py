"""JSON that was saved: from text, from files, of later versions."""

from __future__ import annotations

import pytest

import haversack as hs
from haversack.config.embedded import embed_json
from haversack.config.saved import check_saved, parse_saved


def test_a_file_is_named_by_its_path_and_a_text_by_its_kind(tmp_path):
    file = tmp_path / "found.json"
    file.write_text('{"a": 1}')
    assert parse_saved(file, "result") == ({"a": 1}, str(file))
    assert parse_saved('{"a": 2}', "result") == ({"a": 2}, "result")


def test_a_path_as_text_is_told_from_broken_json():
    with pytest.raises(hs.ConfigError, match="to read a file, give a pathlib.Path$"):
        parse_saved("found.json", "result")
    with pytest.raises(hs.ConfigError, match="^result: ") as caught:
        parse_saved('{"a": ', "result")
    assert "pathlib" not in str(caught.value)


def test_what_has_no_format_is_read_and_deep_nesting_is_not():
    check_saved({}, 1, "result", "result")
    deep = {}
    for _ in range(10_000):
        deep = {"a": deep}
    with pytest.raises(hs.ConfigError, match="^result: .*nested"):
        check_saved(deep, 1, "result", "result")


SELECTION, FRONTIER, POLICY = (
    {"config": {}, "members": []},
    {"points": [], "last_budget": 1},
    {"branches": [], "model": 1},
)


def test_the_only_one_of_a_kind_is_taken_from_a_report(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<p>" + "".join(map(embed_json, [FRONTIER, SELECTION, POLICY])))
    assert parse_saved(page, "result") == (SELECTION, str(page))
    assert parse_saved(page, "policy") == (POLICY, str(page))
    # What it is instead is said by those who read it.
    page.write_text(embed_json(FRONTIER))
    assert parse_saved(page, "result") == (FRONTIER, str(page))


@pytest.mark.parametrize(
    ("kind", "documents", "message"),
    [
        ("result", [SELECTION, SELECTION], "expected a report on one selection, got one on 2; give its JSON instead"),
        ("policy", [SELECTION, FRONTIER], "expected a report on one policy, got one on 0; give its JSON instead"),
        ("result", [], "expected a page that `haversack report` wrote, got one without results in it"),
    ],
)
def test_a_report_on_several_or_none_is_refused(tmp_path, kind, documents, message):
    page = tmp_path / "page.htm"
    page.write_text("<p>" + "".join(map(embed_json, documents)))
    with pytest.raises(hs.ConfigError) as caught:
        parse_saved(page, kind)
    assert str(caught.value) == f"{page}: {message}"
