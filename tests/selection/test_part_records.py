from __future__ import annotations

import functools

import pytest

import haversack
from fakes import WrongShare
from haversack import Selection, select
from haversack.api.part_record import PartRecord
from haversack.api.stopping import AnyOf
from haversack.energies import MajorityVote
from haversack.selection.part_records import record_part
from haversack.stopping import Gap, MaxStep


def never(progress):
    return None


def test_a_built_in_is_recorded_with_our_own_version(builtins):
    found = record_part("energy", MajorityVote(), builtins)
    assert found == PartRecord("majority", "haversack", haversack.__version__)


@pytest.mark.parametrize(
    ("kind", "part", "name"),
    [
        ("energy", WrongShare(), "fakes.WrongShare"),
        ("stopping", never, f"{__name__}.never"),
        ("stopping", functools.partial(never), "functools.partial"),
    ],
)
def test_a_part_without_a_registered_name_is_recorded_by_its_class_or_as_a_function(kind, part, name, builtins):
    assert record_part(kind, part, builtins) == PartRecord(name)


def test_a_run_records_its_preset(small_pool, builtins):
    found = select(small_pool, 8.0, preset="paper", seed=0, catalog=builtins)
    assert list(found.parts) == ["energy", "searcher", "stopping", "cost", "preset"]
    assert found.parts["preset"] == PartRecord("paper", "haversack", haversack.__version__)
    assert found.parts["stopping"].name == "paper"
    assert Selection.from_json(found.to_json()).parts == found.parts


def test_a_composition_lists_its_parts(builtins):
    found = record_part("stopping", AnyOf((MaxStep(limit=3), AnyOf((Gap(share=0.1), never)))), builtins)
    assert [part.name for part in found.parts] == ["max-step", "any"]
    assert [part.name for part in found.parts[1].parts] == ["gap", f"{__name__}.never"]
    assert (found.name, found.distribution) == ("any", None)
