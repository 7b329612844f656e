"""Everything about one part: needs, offers, options and an example that works."""

from __future__ import annotations

import tomllib
from typing import ClassVar

import attrs
import pytest

from haversack.api.energy import CountsVotes
from haversack.cli.part_details import describe_entry, write_details, write_example
from haversack.config.build import PartBuilder
from haversack.kinds import PART_KINDS
from haversack.plugins import Catalog, Entry, Source
from haversack.validators import whole

SOURCE = Source("mine", "haversack-mine", "1.0")


@attrs.frozen
class Walker:
    """Walk about.

    Quite at random.

    Parameters
    ----------
    steps
        How far.
    names
        Of the places.
    speed
        How fast.
    value
        No capability, though one has a method of this name.
    """

    energy_needs: ClassVar[tuple[type, ...]] = (CountsVotes,)
    trait_needs: ClassVar[tuple[str, ...]] = ("monotone_in_accuracy",)
    ends_by_itself: ClassVar[bool] = True

    steps: int = attrs.field(validator=whole(7))
    names: dict[str, float]
    speed: float | None = None
    value: float = 2.5

    def search(self, problem, monitor, rng):
        """Search."""


ENTRY = Entry("searcher", "walker", Walker, "walk", SOURCE)
CATALOG = Catalog((ENTRY,))


def test_everything_is_listed():
    assert describe_entry(ENTRY, CATALOG) == {
        "kind": "searcher",
        "name": "walker",
        "summary": "walk",
        "description": "Walk about. Quite at random.",
        "distribution": "haversack-mine",
        "version": "1.0",
        "plugin": "mine",
        "qualified_name": "haversack-mine:walker",
        "is_hidden": False,
        "clashes": [],
        "needs": ["CountsVotes of the energy", "the trait monotone_in_accuracy of the energy"],
        "offers": ["an end by itself"],
        "options": [
            {"name": "steps", "takes": "a whole number of at least 7", "required": True, "default": None,
             "doc": "How far."},
            {"name": "names", "takes": "a table, each a number", "required": True, "default": None,
             "doc": "Of the places."},
            {"name": "speed", "takes": "a number or nothing", "required": False, "default": None, "doc": "How fast."},
            {"name": "value", "takes": "a number", "required": False, "default": 2.5,
             "doc": "No capability, though one has a method of this name."},
        ],
        "example": '[searcher]\nkind = "walker"\nsteps = 1000\nnames = {"cost" = 10.0}\nvalue = 2.5',
    }  # fmt: skip


def test_text_has_it_too():
    assert write_details(describe_entry(ENTRY, CATALOG), width=80).splitlines() == [
        "searcher walker: walk",
        "  from haversack-mine 1.0 (plugin 'mine')",
        "  Walk about. Quite at random.",
        "  needs: CountsVotes of the energy, the trait monotone_in_accuracy of the energy",
        "  offers: an end by itself",
        "  options:",
        "    steps: a whole number of at least 7; required",
        "        How far.",
        "    names: a table, each a number; required",
        "        Of the places.",
        "    speed: a number or nothing; default none",
        "        How fast.",
        "    value: a number; default 2.5",
        "        No capability, though one has a method of this name.",
        "  example:",
        "    [searcher]",
        '    kind = "walker"',
        "    steps = 1000",
        '    names = {"cost" = 10.0}',
        "    value = 2.5",
    ]


def test_a_clash_names_the_other_distribution():
    other = attrs.evolve(ENTRY, source=Source("theirs", "haversack-theirs", "2.0"))
    details = describe_entry(ENTRY, Catalog((ENTRY, other)))
    use = f"use {ENTRY.qualified_name}"
    assert f"  clashes with haversack-theirs 2.0 (plugin 'theirs'); {use}\n" in write_details(details, width=120)
    assert f'kind = "{ENTRY.qualified_name}"' in details["example"]


def test_a_part_with_the_name_of_a_built_in_says_how_to_use_it():
    own = attrs.evolve(ENTRY, source=Source("searchers", "haversack", "2.0"))
    catalog = Catalog((ENTRY, own))
    assert f"  hidden by haversack's own; use {ENTRY.qualified_name}\n" in write_details(
        describe_entry(ENTRY, catalog), width=80
    )
    shown = write_details(describe_entry(own, catalog), width=80)
    assert "clashes" not in shown
    assert "hidden" not in shown


def test_an_example_of_a_command_is_a_call():
    entry = Entry("command", "greet", lambda: None, "Greet.", SOURCE)
    assert write_example(entry, "greet") == "haversack greet --help"
    assert "options" not in write_details(describe_entry(entry, Catalog((entry,))), width=80)


def test_an_example_of_a_preset_is_a_line_of_a_run_file():
    assert write_example(Entry("preset", "quick", lambda: None, "Quick.", SOURCE), "quick") == 'preset = "quick"'


def test_examples_of_all_that_ships_are_sections_that_can_be_built(builtins):
    """Some take one of several options, none of which is required by itself."""
    for entry in builtins.entries:
        if entry.kind in PART_KINDS:
            builder = PartBuilder(builtins)
            section = tomllib.loads(write_example(entry, entry.name))[entry.kind]
            assert builder.build(entry.kind, section, entry.name) is not None, builder.problems
            assert builder.problems == []


@pytest.mark.parametrize(("name", "offers"), [("majority", "CountsVotes"), ("exact", "TracesFrontier")])
def test_capabilities_are_found(builtins, name, offers):
    entry = next(entry for entry in builtins.entries if entry.name == name)
    assert offers in describe_entry(entry, builtins)["offers"]


@pytest.mark.parametrize(
    ("kind", "name", "capability"), [("cost", "vector", "PreparesForPool"), ("stopping", "paper", "NeedsForecast")]
)
def test_what_prepares_for_a_pool_and_what_needs_a_forecast_are_told_apart(kind, name, capability, builtins):
    offers = describe_entry(builtins.find(kind, name), builtins)["offers"]
    assert [each for each in offers if each in ("PreparesForPool", "NeedsForecast")] == [capability]
