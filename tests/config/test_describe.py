"""Parts become dicts that build them again."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import WrongShare
from haversack.config.build import build_part
from haversack.config.describe import anchor_part, describe_part, describe_with_absolute_paths, to_plain
from haversack.kinds import PART_KINDS
from haversack.plugins import Catalog, Entry, Source
from haversack.stopping import MaxStep, Paper, Target
from strategies import part_specs


def catalog_of(*factories, kind="stopping"):
    source = Source("tests", "tests", "1")
    return Catalog(tuple(Entry(kind, factory.__name__.lower(), factory, "made up", source) for factory in factories))


@given(data=st.data())
@pytest.mark.parametrize("kind", PART_KINDS)
def test_a_part_described_and_made_again_is_the_same(builtins, kind, data):
    part = build_part(kind, data.draw(part_specs(kind)), builtins)
    description = describe_part(kind, part, builtins)
    assert build_part(kind, description, builtins) == part
    assert describe_part(kind, build_part(kind, description, builtins), builtins) == description


def test_a_description_leaves_out_what_is_none(builtins):
    assert describe_part("stopping", Target(value=0.5), builtins) == {"kind": "target", "value": 0.5}


def test_a_description_tells_defaults_too(builtins):
    """A result must repeat even after a default has changed."""
    description = describe_part("stopping", Paper(), builtins)
    assert (description["kind"], description["fit"], description["min_steps"]) == ("paper", "auto", 10_000)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("energy", WrongShare()),
        ("stopping", lambda progress: None),
        ("stopping", MaxStep(limit=5) | (lambda progress: None)),
        ("cost", MaxStep(limit=5)),
    ],
)
def test_a_part_without_a_registered_name_has_no_description(builtins, kind, part):
    assert describe_part(kind, part, builtins) is None


def test_what_a_function_made_has_no_description():
    def limit(most: int):
        return MaxStep(limit=most)

    catalog = catalog_of(limit)
    assert describe_part("stopping", build_part("stopping", {"kind": "limit", "most": 4}, catalog), catalog) is None


class Colour(Enum):
    """An enumeration."""

    RED = "red"


@attrs.frozen
class Corner:
    """An option that is a table of its own."""

    x: float
    _y: int = 1


def make_rule(built):
    @attrs.frozen
    class Rule:
        """Has options of many types, and records every object that is built."""

        file: Path | None = None
        limits: dict[str, float] = attrs.field(factory=lambda: {"a": 1.0})
        pair: tuple[int, str] = (1, "a")
        corner: Corner = Corner(0.5, 2)
        colour: Colour = Colour.RED
        weights: tuple[float, ...] = attrs.field(default=(), converter=tuple)
        scaled: float = attrs.field(default=1.0, converter=attrs.Converter(lambda value, rule: value, takes_self=True))
        patience: int | None = 3
        anything: Any = attrs.field(default=None, eq=False)
        index: int = attrs.field(init=False, default=7)

        def __attrs_post_init__(self):
            built.append(self)

        def __call__(self, progress): ...

    return Rule


def test_options_of_many_types_are_described_without_building_the_part_again():
    built = []
    rule = make_rule(built)
    part = rule(file=Path("some") / "data.txt", weights=[1, 2.5])
    assert describe_part("stopping", part, catalog_of(rule)) == {
        "kind": "rule",
        "file": str(Path("some") / "data.txt"),
        "limits": {"a": 1.0},
        "pair": [1, "a"],
        "corner": {"x": 0.5, "y": 2},
        "colour": "red",
        "weights": [1, 2.5],
        "scaled": 1.0,
        "patience": 3,
    }
    assert built == [part]
    assert build_part("stopping", describe_part("stopping", part, catalog_of(rule)), catalog_of(rule)) == part


@pytest.mark.parametrize(
    "options",
    [
        {"patience": None},  # None is expressed by leaving an option out, which gives another default here
        {"limits": {"a": "high"}},
        {"limits": {"a": object()}},
        {"pair": (1, "a", 2)},
        {"corner": object()},
    ],
)
def test_an_option_that_plain_data_cannot_restore_leaves_the_part_without_description(options):
    rule = make_rule([])
    assert describe_part("stopping", rule(**options), catalog_of(rule)) is None


@attrs.frozen
class Doubling:
    """Converts an option to another value each time."""

    weight: float = attrs.field(default=1.0, converter=lambda weight: 2.0 * weight)

    def __call__(self, progress): ...


def test_a_converter_that_changes_its_own_result_leaves_the_part_without_description():
    assert describe_part("stopping", Doubling(), catalog_of(Doubling)) is None
    assert describe_part("stopping", Doubling(0.0), catalog_of(Doubling)) == {"kind": "doubling", "weight": 0.0}


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Path("a") / "b.csv", str(Path("a") / "b.csv")),
        (Colour.RED, "red"),
        (Corner(0.5, 2), {"x": 0.5, "y": 2}),
        ([Corner(1.0)], [{"x": 1.0, "y": 1}]),
        ({"a": (Path("b"), None)}, {"a": ["b", None]}),
        ({"a": {3, "b"}}, {"a": [3, "b"]}),
        (abs, abs),
    ],
)
def test_values_become_plain_data(value, plain):
    assert to_plain(value) == plain
    assert type(to_plain(value)) is type(plain)


def test_the_numbers_of_numpy_become_plain_ones():
    plain = to_plain({"steps": np.int64(3), "shares": [np.float64(0.5)]})
    assert plain == {"steps": 3, "shares": [0.5]}
    assert type(plain["steps"]) is int
    assert type(plain["shares"][0]) is float


@attrs.frozen
class Reading:
    """Reads a file when it is asked."""

    path: Path = attrs.field(converter=Path)

    def __call__(self, progress): ...


def test_a_part_finds_its_files_wherever_it_is_sent(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    catalog = catalog_of(Reading, MaxStep)
    absolute = Reading(tmp_path / "a.csv")
    assert describe_with_absolute_paths("stopping", Reading("a.csv"), catalog)["path"] == str(absolute.path)
    assert anchor_part("stopping", Reading("a.csv"), catalog) == absolute
    assert anchor_part("stopping", MaxStep(5) | Reading("a.csv"), catalog) == (MaxStep(5) | absolute)
    for unchanged in (absolute, Reading, lambda progress: None):
        assert anchor_part("stopping", unchanged, catalog) is unchanged
