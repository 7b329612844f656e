"""Options and the tables that consist of them."""

from __future__ import annotations

import attrs

from fakes import Cooling
from haversack.config.options import list_options, parse_type
from haversack.config.records import find_key_problems
from haversack.validators import positive_finite


def by_name(factory):
    return {option.name: option for option in list_options(factory)}


def test_the_schema_of_an_option_holds_type_checks_doc_and_default():
    options = by_name(Cooling)
    assert options["factor"].schema() == {
        "type": "number",
        "exclusiveMinimum": 0,
        "description": "What the temperature is multiplied with, step by step.",
    }
    assert options["start"].schema() == {
        "type": "integer",
        "minimum": 1,
        "description": "The range.",
        "default": 5,
    }
    assert options["end"].schema() == {
        "anyOf": [{"type": "integer"}, {"type": "null"}],
        "minimum": 2,
        "description": "The range.",
    }
    assert options["shape"].schema() == {"enum": ["line", "curve"], "default": "line"}
    assert options["names"].schema() == {"type": "array", "items": {"type": "string"}}
    assert options["private"].schema()["default"] is True
    assert by_name(lambda anything="x": anything)["anything"].schema() == {"default": "x"}


def test_a_default_that_json_cannot_hold_is_left_out():
    def limited(most: float = float("inf")): ...

    assert by_name(limited)["most"].schema() == {"type": "number"}


def test_the_checks_of_an_option_are_those_of_its_field():
    options = by_name(Cooling)
    assert list(options["factor"].checks) == [positive_finite]
    assert [check.wanted for check in options["start"].checks] == ["a whole number of at least 1"]
    assert list(options["names"].checks) == []


def test_key_problems_are_unknown_keys_then_missing_options():
    options = list_options(Cooling)
    assert list(find_key_problems({"factor": 1.0}, options)) == []
    assert list(find_key_problems({"strat": 1, "xyz": 2}, options, prefix="here.", also=("kind",))) == [
        "here.strat: unknown key; did you mean 'start'?",
        "here.xyz: unknown key; known: end, factor, half, kind, names, private, shape, start",
        "here.factor: missing; must be a number",
    ]


@attrs.frozen
class Tree:
    """A table that holds tables of its own kind."""

    value: int
    children: list[Tree] = attrs.field(factory=list)


def test_a_record_may_contain_itself():
    tree = parse_type(Tree)
    assert tree.words == "a table of value, children"
    assert tree.structure({"value": 1, "children": [{"value": 2}]}) == Tree(1, [Tree(2)])
    assert tree.structure(Tree(3)) == Tree(3)
