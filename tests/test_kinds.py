"""The table of kinds is all that run files, schema, plugins and kit know of them."""

from __future__ import annotations

import inspect
from typing import get_args

import attrs
import pytest

from fakes import ListSearcher, SlowestMember, WrongShare
from haversack import AllOf, AnyOf, hookspecs
from haversack.config.run_file import RunConfig
from haversack.config.schema import build_run_schema
from haversack.kinds import HOOKS, PART_KINDS, Kind
from haversack.stopping import MaxStep

OBJECTS = {
    "energy": WrongShare(),
    "searcher": ListSearcher(),
    "stopping": MaxStep(limit=1),
    "cost": SlowestMember(),
}


def test_there_is_a_hook_for_every_kind_and_no_other():
    specified = [name for name, _ in inspect.getmembers(hookspecs, inspect.isfunction) if name.startswith("haversack_")]
    assert sorted(HOOKS.values()) == sorted(specified)
    assert tuple(HOOKS) == get_args(Kind)


def test_a_run_has_a_field_and_a_section_for_every_kind(builtins):
    schema = build_run_schema(builtins)
    fields = [field.name for field in attrs.fields(RunConfig)]
    for name, kind in PART_KINDS.items():
        assert name in fields
        assert schema["properties"][name]["description"] == kind.description
        assert schema["$defs"][name]["oneOf"]


@pytest.mark.parametrize("name", PART_KINDS)
def test_objects_are_recognised_by_their_methods(name):
    accepted = {kind for kind, candidate in OBJECTS.items() if PART_KINDS[name].accepts(candidate)}
    assert accepted == {name}
    assert not PART_KINDS[name].accepts(type(OBJECTS[name])), "a class is not an object"
    assert not PART_KINDS[name].accepts(None)


def test_stopping_rules_are_composed_by_any_and_all():
    assert PART_KINDS["stopping"].compositions == {"any": AnyOf, "all": AllOf}
    assert PART_KINDS["stopping"].is_composition({"any": []})
    assert not PART_KINDS["stopping"].is_composition({"any": [], "kind": "paper"})
    assert not PART_KINDS["stopping"].is_composition({})
    assert not PART_KINDS["cost"].is_composition({"any": []})
