"""The best set for every budget, as a page shows it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import paper_pool
from haversack import ConfigError, frontier
from haversack.pages.staircase import Stair, Staircase, make_stair, read_staircase

COSTS = st.integers(1, 20).map(float)
ERRORS = st.integers(1, 50).map(lambda number: number / 100)


POINT = {"budget": 1.0, "cost": 1.0, "names": ["a"], "value": 0.9}


def stair(cost, error, budget=None):
    return Stair(budget or cost, cost, ("ann",), 1.0 - error, error)


@pytest.fixture
def staircase():
    return Staircase((stair(1.0, 0.4), stair(2.0, 0.3), stair(4.0, 0.29), stair(8.0, 0.1)))


def test_it_reads_what_a_frontier_writes():
    found = frontier(paper_pool(8, 1), seed=0)
    read = read_staircase(found.to_dict(), "frontier")
    assert [(each.cost, each.error, each.names) for each in read.stairs] == [
        (point.cost, point.error, point.names) for point in found.points
    ]
    assert (read.whole, read.last_budget) == (found.whole, found.last_budget)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": []}, r"^f: points: must be a list of the sets of a frontier, got \[\]$"),
        ({"points": [3]}, r"^f: points\[0\]: must be a table, got 3$"),
        ({"whole": "yes"}, "^f: whole: must be true or false, got 'yes'"),
        ({"points": [{"budget": 1.0}]}, r"^f: points\[0\].cost: missing; must be a number"),
        ({"points": [POINT | {"error": 1e300}]}, r"^f: points\[0\].error: must be from 0 to 1, got 1e\+300$"),
        ({"points": [POINT | {"error": -0.1}]}, r"^f: points\[0\].error: must be from 0 to 1, got -0.1$"),
        ({"parts": 5}, "^f: parts: must be a table or nothing, got 5$"),
        ({"config": [1]}, r"^f: config: must be a table or nothing, got \[1\]$"),
    ],
)
def test_mistakes_are_reported(change, message):
    document = frontier(paper_pool(4, 1), seed=0).to_dict() | change
    with pytest.raises(ConfigError, match=message):
        read_staircase(document, "f")


def test_the_next_useful_budget_removes_a_tenth_of_the_errors(staircase):
    assert staircase.find_next(staircase.stairs[0], 1.0) == (staircase.stairs[1], True)
    assert staircase.find_next(staircase.stairs[1], 3.0) == (staircase.stairs[3], True)
    assert staircase.find_next(staircase.stairs[3], 9.0) == (None, False)


def test_without_a_useful_one_it_is_the_next_that_changes_anything(staircase):
    nearly = stair(2.0, 0.105)
    assert staircase.find_next(nearly, 2.0) == (staircase.stairs[3], False)


@given(st.lists(st.tuples(COSTS, ERRORS), min_size=1, max_size=12), COSTS, ERRORS)
def test_every_budget_buys_the_best_set_that_was_added(pairs, cost, error):
    """Against the minimum over all sets that fit."""
    added = Staircase(())
    for each in [*pairs, (cost, error)]:
        added = added.add(stair(*each))
    for budget in range(1, 22):
        fitting = [error for cost, error in [*pairs, (cost, error)] if cost <= budget]
        found = added.find_at(float(budget))
        assert (None if found is None else found.error) == min(fitting, default=None)
    assert [each.error for each in added.stairs] == sorted({each.error for each in added.stairs}, reverse=True)


def test_the_answer_of_a_run_is_a_stair(selection):
    found = make_stair(selection)
    assert (found.budget, found.cost, found.error, found.names) == (8.0, 6.0, 0.098, ("ann", "cat"))


def test_an_inferior_set_of_the_same_cost_is_no_stair(staircase):
    assert staircase.add(stair(4.0, 0.35)) == staircase
    assert staircase.add(stair(4.0 * (1 - 1e-13), 0.295)) == staircase
