from __future__ import annotations

from haversack.api.part_record import PartRecord


def test_a_registered_part_is_named_with_its_distribution():
    assert str(PartRecord("weakest", "haversack-weakest", "1.2")) == "'weakest' of haversack-weakest 1.2"


def test_a_part_without_a_registered_name_is_named_after_its_class():
    assert str(PartRecord("my.module.Weakest")) == "Weakest"


def test_a_composition_names_its_parts():
    record = PartRecord("any", parts=(PartRecord("gap", "haversack", "1"), PartRecord("my.Rule")))
    assert str(record) == "'any' of ('gap' of haversack 1; Rule)"
    assert record.to_dict() == {
        "name": "any",
        "distribution": None,
        "version": None,
        "parts": [
            {"name": "gap", "distribution": "haversack", "version": "1"},
            {"name": "my.Rule", "distribution": None, "version": None},
        ],
    }
