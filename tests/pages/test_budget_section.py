"""What other budgets buy."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("matplotlib")

from haversack.pages.budget_section import build_budget_section
from haversack.pages.measure import RECORDED
from haversack.pages.staircase import Stair, Staircase
from haversack.pages.standing import locate_panel


def stair(cost, error, budget=None, **fields):
    return Stair(budget or cost, cost, ("ann",), 1.0 - error, error, **fields)


STAIRS = Staircase((stair(1.0, 0.3), stair(6.0, 0.06), stair(12.0, 0.02)), whole=True)
HERE = stair(6.0, 0.06, budget=10.0)


def build(staircase, panel, **words):
    return build_budget_section(staircase, locate_panel(panel, staircase), "key", **words)


def test_values_that_are_no_probabilities_have_their_own_column():
    here, upper = Stair(3.0, 3.0, ("ann",), 50.0), Stair(4.0, 4.0, ("bob",), 51.0)
    assert build(Staircase((here, upper)), here).tables[0].columns[2].title == "value"


def test_the_figure_says_where_you_are_and_the_table_marks_it():
    section = build(STAIRS, HERE)
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
    (table,) = build(stairs, here).tables
    budgets = [row[0] for row in table.rows]
    assert len(budgets) <= 12
    assert {"1", "33.5", "36", "100"} <= set(budgets)
    assert table.caption == f"{len(budgets)} of 101 budgets at which the best panel changes"


def test_budgets_near_the_largest_number_are_drawn():
    """As of members that cost 0, 1 and 1e308."""
    stairs = Staircase((stair(0.0, 0.2), stair(1.0, 0.1), stair(1e308, 0.06)), whole=True)
    assert ">you are here</text>" in build(stairs, stair(1.0, 0.1, budget=1e307)).drawings[0].svg


def test_a_better_panel_within_the_budget_and_the_answer_have_a_row_each():
    """The answer costs more and is worse, so it is no stair."""
    table = build(STAIRS, stair(7.0, 0.2, budget=10.0)).tables[0]
    assert [(row[0], row[-1]) for row in table.rows] == [
        ("1", ""),
        ("6", "best within the budget"),
        ("7", "this panel"),
        ("12", "next"),
    ]
    assert [table.rows[place][0] for place in table.marked] == ["7"]


def test_a_cheaper_panel_that_is_as_good_is_named_and_the_answer_is_marked():
    table = build(STAIRS, stair(8.0, 0.06)).tables[0]
    assert [(row[0], row[-1]) for row in table.rows] == [
        ("1", ""),
        ("6", "as good"),
        ("8", "this panel"),
        ("12", "next"),
    ]
    assert [table.rows[place][0] for place in table.marked] == ["8"]


def test_numbers_on_recorded_items_say_so():
    section = build(STAIRS, HERE, place=RECORDED)
    assert [column.title for column in section.tables[0].columns[2:4]] == [
        "right on recorded items",
        "mistakes on recorded items",
    ]
    assert ">right on recorded items</text>" in section.drawings[0].svg
    assert section.drawings[0].caption.startswith("What the best panel of each budget reaches on recorded items: ")


def test_a_single_point_is_drawn_and_no_share_exceeds_the_whole():
    (drawing,) = build_budget_section(Staircase((stair(3.0, 0.0),), whole=True), None, "key").drawings
    assert "<use " in drawing.svg
    assert "100\u00a0%" in drawing.svg
    assert "102\u00a0%" not in drawing.svg


def test_beside_an_answer_those_are_named_that_are_not_proved():
    """Of six columns, the rows would be cards on a telephone."""
    stairs = Staircase((stair(1.0, 0.3, proven=True), stair(6.0, 0.06), stair(12.0, 0.02)))
    table = build(stairs, stair(6.0, 0.06)).tables[0]
    assert [row[-1] for row in table.rows] == ["", "this panel, not proved", "next, not proved"]
    assert len(table.columns) == 5


def find_height(svg, text):
    """Where a text begins, from the top."""
    (height,) = re.findall(rf'<text [^>]*?(?:y="|translate\([\d.]+ )([\d.]+)[^>]*>{text}</text>', svg)
    return float(height)


def test_the_line_does_not_pass_through_the_text_at_the_answer():
    """To its left the line is below it, to its right above it, unless the answer is not on the line."""
    last, early = stair(12.0, 0.02, budget=12.0), stair(1.0, 0.3, budget=1.0)
    missed = stair(11.0, 0.1, budget=11.5)
    for here, is_above in ((last, True), (early, False), (missed, False)):
        svg = build(STAIRS, here).drawings[0].svg
        (point,) = re.findall(r'<use [^>]*?y="([\d.]+)" style="fill: var\(--series-1\)', svg)
        assert (find_height(svg, "you are here") < float(point)) is is_above
