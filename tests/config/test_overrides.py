"""Changes to a run: assignments on the command line, new values for keys."""

from __future__ import annotations

import pytest

from haversack import ConfigError
from haversack.config.overrides import apply_overrides, assign_settings, change_run


def problems_of(function, *arguments, **keywords):
    with pytest.raises(ConfigError) as caught:
        function(*arguments, **keywords)
    return caught.value.problems


@pytest.mark.parametrize(
    ("document", "assignments", "changed"),
    [
        ({}, ["budget=3"], {"budget": 3}),
        ({}, ["budget = 2.5 "], {"budget": 2.5}),
        ({"budget": 1}, ["budget=inf"], {"budget": float("inf")}),
        ({}, ["pool.path=my pool.csv"], {"pool": {"path": "my pool.csv"}}),
        ({}, ['pool.path="a=b.csv"'], {"pool": {"path": "a=b.csv"}}),
        ({}, ["pool.accuracies=[0.5, 1]"], {"pool": {"accuracies": [0.5, 1]}}),
        ({}, ["a.b=[ann, 2]"], {"a": {"b": ["ann", 2]}}),
        ({}, ['a.b=[ann, "ç,d", \'e"\' ,2]'], {"a": {"b": ["ann", "ç,d", 'e"', 2]}}),
        ({}, ["a.b=[ann,,b]"], {"a": {"b": ["ann", "", "b"]}}),
        ({}, ["a.b=[ann, it's]"], {"a": {"b": "[ann, it's]"}}),
        ({}, ["a.b=[x-[y]"], {"a": {"b": "[x-[y]"}}),
        ({}, ["stopping.odd_size=true"], {"stopping": {"odd_size": True}}),
        ({}, ["seed="], {"seed": ""}),
        ({"seed": 1}, ["seed=2", "seed=3"], {"seed": 3}),
        (
            {"stopping": {"kind": "max-step", "limit": 5}},
            ["stopping.kind=stagnation", "stopping.steps=7"],
            {"stopping": {"kind": "stagnation", "steps": 7}},
        ),
        (
            {"stopping": {"kind": "max-step", "limit": 5}},
            ["stopping.steps=7", "stopping.kind=stagnation"],
            {"stopping": {"steps": 7, "kind": "stagnation"}},
        ),
        (
            {"stopping": {"kind": "max-step", "limit": 5}},
            ["stopping.kind=max-step"],
            {"stopping": {"kind": "max-step", "limit": 5}},
        ),
        (
            {"stopping": {"any": [{"kind": "paper"}]}},
            ["stopping.kind=paper"],
            {"stopping": {"kind": "paper"}},
        ),
        (
            {"stopping": {"kind": "paper", "fit": "beta"}},
            ['stopping.any=["paper", {kind = "max-step", limit = 3}]'],
            {"stopping": {"any": ["paper", {"kind": "max-step", "limit": 3}]}},
        ),
    ],
)
def test_assignments_change_the_document(document, assignments, changed):
    assert apply_overrides(document, assignments) == changed


def test_the_document_itself_stays_as_it_was():
    document = {"stopping": {"kind": "paper", "fit": "beta"}}
    apply_overrides(document, ["stopping.kind=max-step", "stopping.limit=4"])
    assert document == {"stopping": {"kind": "paper", "fit": "beta"}}


@pytest.mark.parametrize("assignment", ["budget", "", "=3", ".budget=3", "pool.=3", "pool..path=3"])
def test_an_assignment_that_is_none_is_reported(assignment):
    assert problems_of(apply_overrides, {}, [assignment]) == (
        f"--set {assignment}: expected key=value, for example searcher.kind=monte-carlo",
    )


def test_an_assignment_below_what_is_no_section_is_reported():
    assert problems_of(apply_overrides, {"budget": 3}, ["budget.limit=3"]) == (
        "--set budget.limit=3: 'budget' is not a section",
    )
    assert problems_of(apply_overrides, {"stopping": {"limit": 3}}, ["stopping.limit.x=3"]) == (
        "--set stopping.limit.x=3: 'stopping.limit' is not a section",
    )


def test_plugins_are_not_disabled_by_an_assignment():
    """The catalog is loaded before."""
    assert problems_of(apply_overrides, {}, ["disable=['coin']"]) == (
        "--set disable=['coin']: plugins are disabled by --disable NAME",
    )


RUN = {"budget": 3.0, "searcher": {"kind": "annealing", "walks": 8}, "stopping": {"any": ["gap"]}, "disable": ["a"]}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {}),
        ({"budget": 8, "seed": None}, {"budget": 8}),
        ({"searcher": "exact"}, {"searcher": {"kind": "exact"}}),
        ({"searcher": "annealing"}, {}),
        ({"searcher": {"kind": "annealing", "cooling": 0.9}}, {"searcher": RUN["searcher"] | {"cooling": 0.9}}),
        ({"searcher": {"in-turn": ["sweep"]}}, {"searcher": {"in-turn": ["sweep"]}}),
        ({"stopping": {"kind": "gap"}}, {"stopping": {"kind": "gap"}}),
        ({"disable": ["b"]}, {"disable": ["a", "b"]}),
        ({"disable": "b"}, {"disable": "b"}),
    ],
)
def test_changes_replace_keys_and_add_to_parts_of_the_same_kind(changes, expected):
    before = {key: dict(value) if isinstance(value, dict) else value for key, value in RUN.items()}
    assert change_run(RUN, changes) == RUN | expected
    assert before == RUN


def test_a_preset_replaces_searcher_and_stopping_rule_but_not_those_given_with_it():
    assert change_run(RUN, {"preset": "paper"}) == {"budget": 3.0, "disable": ["a"], "preset": "paper"}
    assert change_run(RUN, {"preset": "paper", "searcher": "exact"})["searcher"] == {"kind": "exact"}


def test_settings_may_be_objects_and_leave_the_document_alone():
    thing = object()
    document = {"searcher": {"kind": "exact"}}
    assert assign_settings(document, {"searcher.moves": thing, "seed": 1}, "run") == {
        "searcher": {"kind": "exact", "moves": thing},
        "seed": 1,
    }
    assert document == {"searcher": {"kind": "exact"}}
    assert problems_of(assign_settings, {"energy": thing}, {"energy.ties": 1}, "run") == (
        "run: energy.ties: 'energy' is not a section",
    )
