"""Options, read off attrs classes and functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NewType

import attrs
import pytest

from fakes import Cooling
from haversack.config.options import list_options, parse_type
from haversack.config.types import Anything
from haversack.errors import PluginError

if TYPE_CHECKING:
    from decimal import Decimal


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
    assert options["factor"].type == parse_type(float)
    assert options["end"].type == parse_type(int | None)
    assert options["names"].type == parse_type(list[str])


def test_required_options_have_no_default():
    options = by_name(Cooling)
    assert [name for name, option in options.items() if option.is_required] == ["factor"]
    assert options["factor"].default is attrs.NOTHING
    assert options["start"].default == 5
    assert options["end"].default is None


def test_a_default_made_by_a_factory_is_shown():
    assert by_name(Cooling)["names"].default == ["a"]


def test_a_default_that_depends_on_other_fields_is_unknown_but_not_required():
    option = by_name(Cooling)["half"]
    assert option.default is None
    assert not option.is_required


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
    assert (options["factor"].type, options["factor"].is_required, options["factor"].doc) == (
        parse_type(float),
        True,
        "Multiplied with.",
    )
    assert (options["start"].type, options["start"].default, options["start"].doc) == (
        parse_type(int),
        5,
        "Where it begins.",
    )
    assert (options["anything"].type, options["anything"].default) == (Anything(), "x")


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
    ("factory", "message"),
    [
        (Hidden, "the option types of Hidden cannot be read (name 'Decimal' is not defined); import them outside of"),
        (hidden, "the option types of hidden cannot be read (name 'Decimal' is not defined); import them outside of"),
        (misspelt, "the option types of misspelt cannot be read (type object 'Path' has no attribute 'Nothing'); "),
    ],
)
def test_types_that_cannot_be_resolved_are_the_plugins_fault(factory, message):
    with pytest.raises(PluginError) as caught:
        list_options(factory)
    assert str(caught.value).startswith(message)
    assert caught.value.__cause__ is not None


# ---------------------------------------------------------------------------------------------------- annotations


class Colour(Enum):
    """An enumeration."""

    RED = "red"


@dataclass
class Corner:
    """A dataclass, which is a table too."""

    x: float
    y: int = 1


Steps = NewType("Steps", int)


@pytest.mark.parametrize(
    ("annotation", "value", "made"),
    [
        (Colour, "red", Colour.RED),
        (Corner, {"x": 2}, Corner(2.0)),
        (Steps, 3, 3),
        (Sequence[float], (1, 2), [1.0, 2.0]),
        (Mapping[str, int], {"a": 1}, {"a": 1}),
        (tuple, [1, "a"], (1, "a")),
        (dict, {"a": [1]}, {"a": [1]}),
        (frozenset[str], ["a", "a"], frozenset({"a"})),
    ],
)
def test_annotations_of_many_forms_are_understood(annotation, value, made):
    assert parse_type(annotation).structure(value) == made


@pytest.mark.parametrize(
    ("annotation", "value", "message"),
    [
        (Colour, "blue", "must be Colour, got 'blue'"),
        (Corner, {"z": 1}, "z: unknown key; known: x, y"),
        (Fraction, 0.5, "must be Fraction, got 0.5"),
        (Fraction, Fraction(1, 2), "must be Fraction, got Fraction(1, 2)"),
        (Sequence[float], "12", "must be a list, each a number, got '12'"),
    ],
)
def test_a_value_that_an_annotation_does_not_allow_is_reported(annotation, value, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        parse_type(annotation).structure(value)


@pytest.mark.parametrize(
    ("annotation", "takes_path"), [(Path, True), (Path | None, True), (str, False), (list[Path], False), (Any, False)]
)
def test_names_of_files_are_recognised(annotation, takes_path):
    assert parse_type(annotation).takes_path is takes_path
