from __future__ import annotations

import gc

import attrs

from fakes import WrongShare
from haversack.config.build import build_part
from haversack.config.origins import recall_entry


def make_share():
    return WrongShare()


def add_function(builtins):
    entry = builtins.find("energy", "majority")
    made = attrs.evolve(entry, name="share", factory=make_share)
    return attrs.evolve(builtins, entries=(*builtins.entries, made)), made


def test_a_part_built_by_a_function_is_known_by_its_name(builtins):
    catalog, entry = add_function(builtins)
    part = build_part("energy", "share", catalog)
    assert recall_entry(part) is entry
    assert recall_entry(WrongShare()) is None


def test_nothing_is_remembered_of_parts_that_are_gone(builtins):
    catalog, _ = add_function(builtins)
    part = build_part("energy", "share", catalog)
    address = id(part)
    del part
    gc.collect()
    others = [WrongShare() for _ in range(100)]
    assert all(recall_entry(other) is None for other in others)
    assert address is not None
