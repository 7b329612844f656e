"""What other budgets buy."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

from haversack.pages.budget_section import build_budget_section, describe_budget
from haversack.pages.staircase import Stair, Staircase


def stair(cost, error, budget=None, **fields):
    return Stair(budget or cost, cost, ("ann",), 1.0 - error, error, **fields)


STAIRS = Staircase((stair(1.0, 0.3), stair(6.0, 0.06), stair(12.0, 0.02)), whole=True)
HERE = stair(6.0, 0.06, budget=10.0)


def test_what_stays_unspent_and_the_next_useful_budget_are_said():
    assert describe_budget(STAIRS, HERE) == [
        "The panel costs 6: 4 of the budget stays unspent.",
        "The next useful budget is 12, 2 more: mistakes fall from 6\u00a0% to 2\u00a0%.",
    ]


def test_at_the_end_nothing_better_is_known():
    assert describe_budget(STAIRS, stair(12.0, 0.02)) == ["No larger budget is known to buy a better panel."]


def test_values_that_are_no_probabilities_rise():
    here, upper = Stair(3.0, 3.0, ("ann",), 50.0), Stair(4.0, 4.0, ("bob",), 51.0)
    sentence = "The next larger budget that changes anything is 4, 1 more: the value rises from 50 to 51."
    assert describe_budget(Staircase((here, upper)), here) == [sentence]
    assert build_budget_section(Staircase((here, upper)), here, "k").tables[0].columns[2].title == "value"


def test_the_figure_says_where_you_are_and_the_table_marks_it():
    section = build_budget_section(STAIRS, HERE, "key")
    assert ">you are here</text>" in section.drawings[0].svg
    assert ">next</text>" in section.drawings[0].svg
    (table,) = section.tables
    assert [table.rows[place][0] for place in table.marked] == ["6"]
    assert "proved" not in [column.title for column in table.columns]


def test_a_frontier_that_is_not_proved_says_so_for_each_budget():
    stairs = Staircase((stair(1.0, 0.3, proven=True), stair(6.0, 0.06)))
    table = build_budget_section(stairs, None, "key").tables[0]
    assert [row[-1] for row in table.rows] == ["yes", "no"]


def test_long_tables_are_cut_and_keep_the_answer_and_the_next():
    stairs = Staircase(tuple(stair(float(cost), 0.5 * 0.95**cost) for cost in range(1, 101)), whole=True)
    here = stair(33.5, 0.5 * 0.95**33.5)
    (table,) = build_budget_section(stairs, here, "key").tables
    budgets = [row[0] for row in table.rows]
    assert len(budgets) <= 12
    assert {"1", "33.5", "36", "100"} <= set(budgets)
    assert table.caption == f"{len(budgets)} of 101 budgets at which the best panel changes"
