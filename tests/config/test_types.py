"""Types of option values: what plain data they accept, and what they say of other data."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import attrs
import pytest
from jsonschema import Draft202012Validator

from haversack.config.options import parse_type
from haversack.validators import whole


@attrs.frozen
class Point:
    """An option that is a table of its own."""

    x: float
    y: int = attrs.field(default=1, validator=whole(1))


@pytest.mark.parametrize(
    ("annotation", "value", "made"),
    [
        (float, 3, 3.0),
        (float | None, None, None),
        (int | str, 3, 3),
        (int | str, "a", "a"),
        (int | Literal["auto"], "auto", "auto"),
        (bool | float, 2.0, 2.0),
        (list[float] | float, [1, 2], [1.0, 2.0]),
        (list[list[int]], [[1], []], [[1], []]),
        (tuple[int, ...], [1, 2], (1, 2)),
        (tuple[int, str], [1, "a"], (1, "a")),
        (set[int], [1, 1], {1}),
        (dict[str, int], {"a": 1}, {"a": 1}),
        (dict[str, list[Any]], {"a": [1, "b"]}, {"a": [1, "b"]}),
        (list, [1, "a"], [1, "a"]),
        (Point, {"x": 2}, Point(x=2.0)),
        (Point | None, {"x": 2, "y": 3}, Point(x=2.0, y=3)),
        (Point | None, Point(x=1.0), Point(x=1.0)),
        (list[Point], [{"x": 2}], [Point(x=2.0)]),
        (Any, {"x": [1]}, {"x": [1]}),
    ],
)
def test_values_of_many_types_are_taken(annotation, value, made):
    result = parse_type(annotation).structure(value)
    assert result == made
    assert type(result) is type(made)


@pytest.mark.parametrize(
    ("annotation", "value", "message"),
    [
        (float, "3", "must be a number, got '3'"),
        (float, True, "must be a number, got True"),
        (float, None, "must be a number, got None"),
        (int | str, 2.5, "must be a whole number or text, got 2.5"),
        (str, 3, "must be text, got 3"),
        (bool, "true", "must be true or false, got 'true'"),
        (list[str], "abc", "must be a list, each text, got 'abc'"),
        (list[str], {"a": 1}, "must be a list, each text, got {'a': 1}"),
        (list, "abc", "must be a list, got 'abc'"),
        (tuple[int, ...], "12", "must be a list, each a whole number, got '12'"),
        (tuple[int, str], [1], "must be a list of a whole number, text, got [1]"),
        (set[str], "ab", "must be a list, each text, got 'ab'"),
        (list[float], [1, "x", "y"], "entry 1 must be a number, got 'x'"),
        (list[list[float]], [[1], [2, None]], "entry 1 entry 1 must be a number, got None"),
        (dict[str, int], [1], "must be a table, each a whole number, got [1]"),
        (dict[str, list[Any]], {"a": "bc"}, "entry 'a' must be a list, got 'bc'"),
        (list[float] | None, [1, "x"], "entry 1 must be a number, got 'x'"),
        (list[float] | None, "x", "must be a list, each a number, or nothing, got 'x'"),
        (Point | None, 3, "must be a table of x, y, or nothing, got 3"),
        (Point | None, {"x": "far"}, "entry 'x' must be a number, got 'far'"),
        (Point, {"x": 1, "y": 0}, "y must be a whole number of at least 1, got 0"),
        (Point | None, {"x": 1, "z": 1}, "z: unknown key; known: x, y"),
        (Point, {}, "x: missing; must be a number"),
    ],
)
def test_a_value_of_another_type_is_reported(annotation, value, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        parse_type(annotation).structure(value)


def test_a_long_value_is_cut_short():
    with pytest.raises(ValueError, match=r"^must be a number, got 'x{79}$"):
        parse_type(float).structure("x" * 500)


def test_a_number_too_large_for_a_float_is_reported():
    with pytest.raises(ValueError, match=r"^must be a number, got 10{79}$"):
        parse_type(float).structure(10**400)


@pytest.mark.parametrize(
    ("annotation", "words", "schema"),
    [
        (float, "a number", {"type": "number"}),
        (int, "a whole number", {"type": "integer"}),
        (str, "text", {"type": "string"}),
        (bool, "true or false", {"type": "boolean"}),
        (list, "a list", {"type": "array"}),
        (dict, "a table", {"type": "object"}),
        (int | None, "a whole number or nothing", {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        (Literal["a", "b"], "'a' or 'b'", {"enum": ["a", "b"]}),
        (list[float], "a list, each a number", {"type": "array", "items": {"type": "number"}}),
        (list[Any], "a list", {"type": "array", "items": {}}),
        (tuple[int, ...], "a list, each a whole number", {"type": "array", "items": {"type": "integer"}}),
        (frozenset[int], "a list, each a whole number", {"type": "array", "items": {"type": "integer"}}),
        (
            tuple[int, str],
            "a list of a whole number, text",
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
        ),
        (
            dict[str, int],
            "a table, each a whole number",
            {"type": "object", "additionalProperties": {"type": "integer"}},
        ),
        (
            list[float] | None,
            "a list, each a number, or nothing",
            {"anyOf": [{"type": "array", "items": {"type": "number"}}, {"type": "null"}]},
        ),
        (
            Point,
            "a table of x, y",
            {
                "type": "object",
                "additionalProperties": False,
                "required": ["x"],
                "properties": {"x": {"type": "number"}, "y": {"type": "integer", "minimum": 1, "default": 1}},
            },
        ),
        (Any, "anything", {}),
        (Path, "the name of a file", {"type": "string"}),
        (Fraction, "Fraction", {}),
    ],
)
def test_types_are_reported_in_words_and_as_schema(annotation, words, schema):
    assert parse_type(annotation).words == words
    assert parse_type(annotation).schema() == schema
    Draft202012Validator.check_schema(schema)
