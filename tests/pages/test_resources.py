"""Several budgets."""

from __future__ import annotations

import attrs
import pytest

from haversack import Pool, select
from haversack.pages.resources import describe_limits, join_uses, list_uses

COST = {"kind": "vector", "budgets": {"seconds": 10.0, "dollars": 2.5}}


@pytest.fixture(scope="module")
def chosen_by_two(builtins):
    """Half of each budget."""
    columns = {"seconds": [6, 2, 3, 4, 1], "dollars": [0.5, 2.0, 0.9, 0.3, 0.4]}
    pool = Pool(accuracies=[0.92, 0.88, 0.85, 0.81, 0.78], metadata=columns)
    return select(pool, 0.5, cost=COST, seed=0, catalog=builtins)


def test_uses_are_sums_of_columns(chosen_by_two):
    for use in list_uses(chosen_by_two):
        column = chosen_by_two.pool.metadata[use.name]
        assert use.used == pytest.approx(sum(column[member] for member in chosen_by_two.members))
    assert {use.name: use.limit for use in list_uses(chosen_by_two)} == {"seconds": 5.0, "dollars": 1.25}


def test_words_name_each_budget(chosen_by_two):
    assert join_uses(chosen_by_two).endswith(" of 1.25 dollars")
    assert describe_limits(chosen_by_two) == [
        "The budgets are scaled together: a budget of 0.5 means 5 seconds and 1.25 dollars."
    ]


def test_budgets_that_mean_something_else_are_left_alone(chosen_by_two, chosen):
    assert list_uses(chosen) == []
    assert (join_uses(chosen), describe_limits(chosen)) == ("", [])
    for budgets in ({"seconds": 3.0}, {"hours": 3.0}, {"seconds": "x"}, {"seconds": 0.0}, {}, [1.0]):
        settings = {**chosen_by_two.settings, "cost": {"kind": "mine", "budgets": budgets}}
        assert list_uses(attrs.evolve(chosen_by_two, settings=settings)) == []


def test_the_costs_of_the_pool_have_no_unit(builtins):
    pool = Pool(accuracies=[0.9, 0.8], costs=[3, 2], metadata={"dollars": [1, 1]})
    cost = {"kind": "vector", "budgets": {"cost": 4.0, "dollars": 2.0}}
    assert join_uses(select(pool, cost=cost, seed=0, catalog=builtins)) == "3 of 4 and 1 of 2 dollars"
