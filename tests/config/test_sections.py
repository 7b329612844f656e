"""The sections of a run that hold parts."""

from __future__ import annotations

import pytest

from haversack.config.sections import change_part, change_parts, list_parts


def mark(kind, spec):
    return (kind, spec["kind"])


@pytest.mark.parametrize(
    ("kind", "spec", "changed"),
    [
        ("energy", None, None),
        ("energy", {"kind": "votes"}, ("energy", "votes")),
        (
            "stopping",
            {"all": [{"any": [{"kind": "gap"}]}, {"kind": "max-step"}]},
            {"all": [{"any": [("stopping", "gap")]}, ("stopping", "max-step")]},
        ),
        ("searcher", {"in-turn": [{"kind": "sweep"}]}, {"in-turn": [("searcher", "sweep")]}),
    ],
)
def test_parts_within_others_are_changed_too(kind, spec, changed):
    assert change_part(kind, spec, mark) == changed


def test_all_parts_of_a_run_are_changed_and_nothing_else():
    run = {
        "budget": 3,
        "pool": {"kind": "x"},
        "vote": {"kind": "bayes"},
        "cost": None,
        "constraints": [{"kind": "size"}],
    }
    expected = {**run, "vote": ("energy", "bayes"), "constraints": [("constraint", "size")]}
    assert change_parts(run, mark) == expected
    assert run["vote"] == {"kind": "bayes"}


def test_parts_within_others_are_listed():
    rule = {"all": [{"any": [{"kind": "gap"}]}, {"kind": "max-step"}]}
    assert list_parts("stopping", rule) == [{"kind": "gap"}, {"kind": "max-step"}]
    assert list_parts("cost", {"kind": "none"}) == [{"kind": "none"}]
    assert list_parts("energy", None) == []
