"""Frontiers: as plain values, as JSON and CSV, in words."""

from __future__ import annotations

import csv
import io
import json
import math

import attrs
import pytest

from haversack import CertificateError, Frontier, FrontierPoint, InfeasibleError, Pool, frontier
from haversack.capabilities import BudgetBound


@pytest.fixture
def found(small_pool):
    return frontier(small_pool)


@pytest.fixture
def asked(small_pool):
    return frontier(small_pool, budgets=[2, 5, 8], searcher="greedy-forward")


def point(cost, loss, names):
    return FrontierPoint(cost, cost, tuple(range(len(names))), names, loss, 1 - loss, loss)


def test_at_looks_up_the_last_point_that_fits(found):
    assert [found.at(budget).names for budget in (1, 1.99, 2, 7.9, 8, 1e9)] == [
        ("dan",),
        ("dan",),
        ("bob",),
        ("ann",),
        ("ann", "bob", "cat"),
        ("ann", "bob", "cat"),
    ]
    assert found.at(7.9).budget == 7.9
    assert found.at(1e9).proven


def test_a_budget_below_by_rounding_only_is_enough(found):
    assert found.at(8 * (1 - 5e-13)).names == ("ann", "bob", "cat")


@pytest.mark.parametrize("budget", [0.0, 0.99, -1.0, math.nan])
def test_budgets_that_buy_nothing_are_refused(found, budget):
    with pytest.raises(InfeasibleError, match="budget: nothing fits in .*; the frontier starts at 1"):
        found.at(budget)


def test_the_strongest_bound_of_a_budget_that_is_as_large_counts(small_pool):
    unproved = Frontier(
        points=(point(1.0, 0.4, ("dan",)), point(2.0, 0.2, ("bob",))),
        whole=False,
        budgets=(2.0, 4.0),
        searcher="somebody",
        stop_reason="done",
        steps=1,
        seconds=0.0,
        seed=None,
        last_budget=9.0,
        proven_to=0.0,
        bounds=(BudgetBound(2.0, 0.05, 0.95), BudgetBound(4.0, 0.1, 0.9)),
        pool=small_pool,
    )
    assert [unproved.at(budget).error_bound for budget in (1.5, 2.0, 3.0, 4.0, 5.0)] == [0.1, 0.1, 0.1, 0.1, None]
    assert unproved.at(3.0).gap == pytest.approx(0.5)
    assert unproved.at(3.0).bound == 0.9


def test_to_json_holds_everything(found, asked):
    as_dict = json.loads(found.to_json())
    assert as_dict == found.to_dict()
    assert as_dict.keys() == {
        *("whole", "searcher", "stop_reason", "interrupted", "steps", "seconds", "seed", "last_budget", "proven_to"),
        *("budgets", "points", "failed", "failed_budgets", "parts", "config"),
    }
    assert (as_dict["whole"], as_dict["searcher"], as_dict["budgets"], as_dict["proven_to"]) == (
        True,
        "enumerate",
        None,
        9.0,
    )
    fields = {field.name for field in attrs.fields(FrontierPoint)} - {"loss"} | {"size"}
    assert all(entry.keys() == fields for entry in as_dict["points"])
    assert as_dict["points"][-1]["names"] == ["ann", "bob", "cat"]
    assert as_dict["points"][-1]["members"] == [0, 1, 2]
    assert "\n" not in found.to_json(indent=None)
    listed = asked.to_dict()
    assert listed["budgets"] == [2.0, 5.0, 8.0]
    assert [row["budget"] for row in listed["rows"]] == [2.0, 5.0, 8.0]


def test_to_csv_has_a_line_per_row(found, asked):
    lines = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert [float(line["budget"]) for line in lines] == [point.cost for point in found.points]
    assert [line["names"] for line in lines] == ["dan", "bob", "ann", "ann;bob;cat"]
    assert [float(line["error"]) for line in lines] == [point.error for point in found.points]
    assert {line["proven"] for line in lines} == {"true"}
    assert lines[-1]["value_gain"] == ""
    assert [float(line["budget"]) for line in csv.DictReader(io.StringIO(asked.to_csv()))] == [2.0, 5.0, 8.0]


def test_str_is_the_summary(found):
    assert str(found) == found.summary()
    assert "whole: for every budget" in str(found)


def test_names_with_commas_survive_csv():
    as_dict = frontier(Pool(accuracies=[0.9], costs=[1.0], names=['a "b", c'])).to_csv()
    assert next(csv.DictReader(io.StringIO(as_dict)))["names"] == 'a "b", c'


def test_a_frontier_that_does_not_know_its_problem_certifies_nothing(found):
    with pytest.raises(CertificateError, match="certificate: this frontier does not know what was searched"):
        attrs.evolve(found, problem=None).certify(4)
