"""Records in JSON: one per line, or all in one list."""

from __future__ import annotations

import pytest

from haversack import PoolError
from haversack.pools.logs.json_records import decode_first, parse_records, starts_like_json


def test_lists_lines_and_a_single_object_are_records():
    table = parse_records("f", '{"a": 1}\n\n{"a": 2, "b": null}\n')
    assert (table.columns, list(table.places), table.unit) == ({"a": [1, 2], "b": [None, None]}, [1, 3], "line")
    assert parse_records("f", ' [{"a": 1},\n {"a": 2}]').locate(1) == "f: record 2"
    assert parse_records("f", '{\n"a": 1\n}').columns == {"a": [1]}


def test_the_first_value_is_found_without_the_others():
    assert decode_first(' {"a": 1}\n{') == ({"a": 1}, False)
    assert decode_first("x") == (None, False)
    assert starts_like_json("\n [1")
    assert not starts_like_json("a,b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1}\n{"a": \n', "f: line 2: is not JSON: Expecting value"),
        ('{"a": 1}\n3\n', "f: line 2: expected an object with keys, got 3"),
        ("[1]", "f: record 1: expected an object with keys, got 1"),
        ("[]", "f: has no records; expected one per answer or item"),
        ('{"a": 1}\n' + "[" * 100_000, "f: line 2: nested too deeply to be read"),
    ],
)
def test_mistakes_are_reported(text, message):
    with pytest.raises(PoolError) as caught:
        parse_records("f", text)
    assert str(caught.value).startswith(message)
