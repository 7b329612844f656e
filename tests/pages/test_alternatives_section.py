"""The table of alternatives."""

from __future__ import annotations

import attrs

from haversack import Panel
from haversack.api.part_record import PartRecord
from haversack.pages.alternatives import Alternatives
from haversack.pages.alternatives_section import build_alternatives_section
from haversack.pages.staircase import Stair, make_stair
from haversack.pages.standing import AnswerStanding

SINGLE = Panel((0,), ("ann",), 0.9, 0.196, 4.0)
EVERYBODY = Panel((0, 1, 2, 3), ("ann", "bob", "cat", "dan"), 0.951, 0.049, 9.0)
WITHOUT = (Panel((2,), ("cat",), 0.7, 0.3, 2.0), Panel((0,), ("ann",), 0.804, 0.196, 4.0))


def test_panels_are_compared_with_the_answer(selection):
    section = build_alternatives_section(attrs.evolve(selection, best_single=SINGLE), Alternatives(EVERYBODY, WITHOUT))
    assert section.tables[0].rows == [
        ["this panel of 2", "90.2\u00a0%", "9.8\u00a0%", "1", "6"],
        ["best single: ann", "80.4\u00a0%", "20\u00a0%", "2", "4"],
        ["everybody: all 4, over the budget", "95.1\u00a0%", "4.9\u00a0%", "0.5", "9"],
        ["one less: without cat", "80.4\u00a0%", "20\u00a0%", "2", "4"],
    ]


def test_a_panel_without_errors_divides_nothing(selection):
    perfect = attrs.evolve(selection, value=1.0, error=0.0, best_single=SINGLE)
    rows = build_alternatives_section(perfect, None).tables[0].rows
    assert [row[3] for row in rows] == ["1", "∞"]


def test_a_ratio_of_many_digits_is_rounded(selection):
    tiny = attrs.evolve(selection, error=1e-30, best_single=SINGLE)
    assert [row[3] for row in build_alternatives_section(tiny, None).tables[0].rows] == ["1", "> 10⁶"]
    huge = attrs.evolve(selection, error=0.5, best_single=attrs.evolve(SINGLE, error=1e-9))
    assert build_alternatives_section(huge, None).tables[0].rows[1][3] == "< 10⁻⁶"


def test_values_that_are_no_probabilities_have_no_mistakes(selection):
    worth = attrs.evolve(selection, value=12.5, error=None, best_single=attrs.evolve(SINGLE, value=3.0, error=None))
    table = build_alternatives_section(worth, None).tables[0]
    assert [column.title for column in table.columns] == ["panel", "value", "cost"]
    assert table.rows[1] == ["best single: ann", "3", "4"]


def test_what_is_unknown_is_left_out(selection):
    assert build_alternatives_section(selection, None) is None


def test_better_and_cheaper_panels_have_rows(selection):
    best = Stair(5.0, 5.0, ("bob", "dan"), 0.95, 0.05)
    standing = AnswerStanding(make_stair(selection), rival=best, cheaper=attrs.evolve(best, cost=3.0), is_missed=True)
    assert build_alternatives_section(selection, None, standing).tables[0].rows[1:] == [
        ["best within the budget: 2 members", "95\u00a0%", "5\u00a0%", "0.51", "5"],
        ["better, cheaper: 2 members", "95\u00a0%", "5\u00a0%", "0.51", "3"],
    ]


def test_shares_of_recorded_items_say_so(voted):
    table = build_alternatives_section(voted, Alternatives(EVERYBODY, ())).tables[0]
    assert [column.title for column in table.columns[1:3]] == ["right on recorded items", "mistakes on recorded items"]


def test_under_constraints_the_best_single_one_is_the_best_that_is_allowed(selection):
    bound = attrs.evolve(selection, best_single=SINGLE, parts={"constraints": PartRecord("exclude")})
    assert build_alternatives_section(bound, None).tables[0].rows[1][0] == "best single allowed: ann"
