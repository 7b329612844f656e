"""Assignments on the command line."""

from __future__ import annotations

import pytest

from haversack import ConfigError
from haversack.config.overrides import apply_overrides


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
