"""Tests of the options of a selection."""

from __future__ import annotations

import inspect

import attrs

import haversack
from haversack.config.run_file import RUN_KEYS, RunConfig
from haversack.selection.options import SelectOptions
from haversack.selection.run import run_selection

# Who listens, and where names are looked up, is no part of what is selected.
SURROUNDINGS = {"pool", "budget", "on_progress", "observers", "catalog"}


def list_defaults(function):
    return {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}


def test_every_keyword_of_select_is_an_option_with_the_same_default():
    """A keyword that is no field would be lost between `select` and the run."""
    defaults = {name: default for name, default in list_defaults(haversack.select).items() if name not in SURROUNDINGS}
    assert defaults == attrs.asdict(SelectOptions(), recurse=False)


def test_a_run_file_has_the_same_options():
    fields = {field.name for field in attrs.fields(RunConfig)}
    assert {field.name for field in attrs.fields(SelectOptions)} <= fields
    assert set(RUN_KEYS) - {"disable"} <= fields


def test_the_parts_are_named_as_they_are_built(small_pool, builtins):
    options = SelectOptions(energy="majority", searcher="greedy-forward", constraints=[{"kind": "size", "most": 1}])
    assert options.named_parts == {
        "energy": "majority",
        "searcher": "greedy-forward",
        "stopping": None,
        "cost": None,
        "constraints": [{"kind": "size", "most": 1}],
    }
    chosen = run_selection(small_pool, None, attrs.evolve(options, seed=3), catalog=builtins)
    same = haversack.select(
        small_pool, energy="majority", searcher="greedy-forward", constraints=options.constraints, seed=3
    )
    assert chosen.members == same.members
    assert chosen.settings == same.settings
