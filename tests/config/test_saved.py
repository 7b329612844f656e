"""JSON that was saved: from text, from files, of later versions."""

from __future__ import annotations

import pytest

import haversack as hs
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
