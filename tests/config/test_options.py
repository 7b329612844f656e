"""Options, read off attrs classes and functions."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import attrs
import pytest
from jsonschema import Draft202012Validator

from haversack.config.options import describe_type, list_options, parameter_docs, type_schema
from haversack.errors import PluginError
from haversack.validators import one_of, optional, positive_finite, whole

if TYPE_CHECKING:
    from decimal import Decimal


@attrs.frozen
class Cooling:
    """A made-up schedule.

    Parameters
    ----------
    factor
        What the temperature is multiplied with,
        step by step.
    start, end
        The range.
    private
        Kept to itself.

    Examples
    --------
    none
        Not a parameter.
    """

    factor: float = attrs.field(validator=positive_finite)
    start: int = attrs.field(default=5, validator=[whole(1), attrs.validators.le(9)])
    end: int | None = attrs.field(default=None, validator=optional(whole(2)))
    shape: Literal["line", "curve"] = attrs.field(default="line", validator=one_of("line", "curve"))
    names: list[str] = attrs.field(factory=lambda: ["a"])
    half: float = attrs.field(default=attrs.Factory(lambda self: self.factor / 2, takes_self=True))
    _private: bool = True
    derived: int = attrs.field(init=False, default=3)


@attrs.frozen
class Point:
    """An option that is a table of its own."""

    x: float
    y: int = attrs.field(default=1, validator=whole(1))


def make_cooling(factor: float, *rest: int, start: int = 5, anything="x", **more: int):
    """Make a schedule.

    Parameters
    ----------
    factor : float
        Multiplied with.
    start
        Where it begins.
    """


def by_name(factory):
    return {option.name: option for option in list_options(factory)}


def test_the_fields_of_an_attrs_class_are_its_options():
    options = by_name(Cooling)
    assert list(options) == ["factor", "start", "end", "shape", "names", "half", "private"]
    assert options["factor"].type is float
    assert options["end"].type == int | None
    assert options["names"].type == list[str]


def test_required_options_have_no_default():
    options = by_name(Cooling)
    assert [name for name, option in options.items() if option.required] == ["factor"]
    assert options["factor"].default is attrs.NOTHING
    assert options["start"].default == 5
    assert options["end"].default is None


def test_a_default_made_by_a_factory_is_shown():
    assert by_name(Cooling)["names"].default == ["a"]


def test_a_default_that_depends_on_other_fields_is_unknown_but_not_required():
    option = by_name(Cooling)["half"]
    assert option.default is None
    assert not option.required


def test_the_docs_of_options_come_from_the_docstring():
    options = by_name(Cooling)
    assert options["factor"].doc == "What the temperature is multiplied with, step by step."
    assert options["start"].doc == options["end"].doc == "The range."
    assert options["shape"].doc == ""
    assert options["private"].doc == "Kept to itself.", "the name that users write is the one that is documented"


def test_inherited_fields_are_documented_where_they_come_from():
    @attrs.frozen(kw_only=True)
    class SlowCooling(Cooling):
        """Slower.

        Parameters
        ----------
        patience
            How slow.
        start
            Another range.
        """

        patience: int = 1

    options = by_name(SlowCooling)
    assert options["patience"].doc == "How slow."
    assert options["start"].doc == "Another range."
    assert options["end"].doc == "The range."


def test_the_keywords_of_a_function_are_its_options():
    options = by_name(make_cooling)
    assert list(options) == ["factor", "start", "anything"]
    assert (options["factor"].type, options["factor"].required, options["factor"].doc) == (
        float,
        True,
        "Multiplied with.",
    )
    assert (options["start"].type, options["start"].default, options["start"].doc) == (int, 5, "Where it begins.")
    assert (options["anything"].type, options["anything"].default) == (Any, "x")


def test_a_class_or_function_without_options_has_none():
    @attrs.frozen
    class Nothing:
        pass

    assert list_options(Nothing) == ()
    assert list_options(lambda: None) == ()


@attrs.frozen
class Hidden:
    """Its annotation is imported for type checkers only."""

    precision: Decimal


def hidden(precision: Decimal): ...


def misspelt(path: Path.Nothing): ...


@pytest.mark.parametrize(
    ("factory", "told"),
    [
        (Hidden, "the option types of Hidden cannot be read (name 'Decimal' is not defined); import them outside of"),
        (hidden, "the option types of hidden cannot be read (name 'Decimal' is not defined); import them outside of"),
        (misspelt, "the option types of misspelt cannot be read (type object 'Path' has no attribute 'Nothing'); "),
    ],
)
def test_types_that_cannot_be_resolved_are_the_plugins_fault(factory, told):
    with pytest.raises(PluginError) as caught:
        list_options(factory)
    assert str(caught.value).startswith(told)
    assert caught.value.__cause__ is not None


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
def test_types_are_told_in_words_and_as_schema(annotation, words, schema):
    assert describe_type(annotation) == words
    assert type_schema(annotation) == schema
    Draft202012Validator.check_schema(schema)


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
    assert by_name(make_cooling)["anything"].schema() == {"default": "x"}


def test_a_default_that_json_cannot_hold_is_left_out():
    def limited(most: float = float("inf")): ...

    assert by_name(limited)["most"].schema() == {"type": "number"}


def test_a_docstring_without_parameters_documents_none():
    assert parameter_docs("Do something.\n\nReturns\n-------\nint\n    A number.\n") == {}
    assert parameter_docs("") == {}


def test_paragraphs_of_a_parameter_are_joined():
    docs = parameter_docs(
        "Do.\n\nParameters\n----------\na : int\n    One.\n\n    Two.\nb\n    Three.\n\nNotes\n-----\nx\n"
    )
    assert docs == {"a": "One. Two.", "b": "Three."}
