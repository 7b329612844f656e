"""Selections as text."""

from __future__ import annotations

import math

import attrs
import pytest

from haversack import Note, Panel, Pool, Selection
from haversack.api.part_record import PartRecord
from haversack.reports.selection import summarise_selection

SUMMARY = """\
chosen  accuracy  cost
----------------------
ann          0.9     4
cat          0.7     2

result
  members   2 of 4
  accuracy  0.902
  error     0.098
  cost      6 of 8
  stopped   limit of 1,500 steps
  search    1,500 steps in 0.25 s, seed 7

plan
  accuracy of a member   mean 0.75, variance 0.0125, Beta(10.2, 3.4)
  expected size (l-hat)  3, by the mean cost
  mean of q there        0.84
  variance of q there    0.001
  threshold (STOP)       0.9, 0.8 quantile of Beta(20.5, 4.25)
  step limit (MAXSTEP)   142,506"""


def test_the_summary_tells_everything(selection):
    assert summarise_selection(selection, plan=True) == SUMMARY


def test_the_plan_is_shown_under_a_preset_or_on_request(selection):
    """Without either it is of no use to someone who wants a panel."""
    without = SUMMARY.partition("\n\nplan")[0]
    assert summarise_selection(selection) == without
    assert summarise_selection(attrs.evolve(selection, preset="paper")) == SUMMARY
    assert summarise_selection(attrs.evolve(selection, preset="paper"), plan=False) == without


def test_the_summary_has_no_plan_where_there_is_none(selection):
    assert summarise_selection(attrs.evolve(selection, plan=None), plan=True) == SUMMARY.partition("\n\nplan")[0]


def test_the_summary_shows_a_value_where_there_is_no_error(selection):
    message = summarise_selection(attrs.evolve(selection, error=None, value=12.5))
    assert "\n  value    12.5\n" in message
    assert "error" not in message


def test_the_summary_says_when_nothing_limits_the_cost(selection):
    assert "\n  cost      6 (no limit)\n" in summarise_selection(attrs.evolve(selection, budget=math.inf))


def test_the_summary_tells_no_costs_where_there_are_none(selection):
    message = summarise_selection(attrs.evolve(selection, pool=Pool(accuracies=[0.9, 0.8, 0.7, 0.6]), budget=math.inf))
    assert "cost" not in message.partition("plan")[0]


def test_one_step_is_a_step(selection):
    assert "  1 step in 0.25 s" in summarise_selection(attrs.evolve(selection, steps=1))


def test_the_summary_of_a_large_set_shows_thirty_members():
    pool = Pool(accuracies=[0.6] * 33)
    chosen = Selection(tuple(range(33)), pool.names, 0.9, 0.1, 0.0, math.inf, 1, 1, 0.1, "done", 0, (), pool)
    lines = summarise_selection(chosen).splitlines()
    assert lines[31].startswith("member-29")
    assert lines[32] == "... and 3 more"


def test_the_summary_of_exactly_thirty_members_hides_none():
    pool = Pool(accuracies=[0.6] * 30)
    chosen = Selection(tuple(range(30)), pool.names, 0.9, 0.1, 0.0, math.inf, 1, 1, 0.1, "done", 0, (), pool)
    assert "more" not in summarise_selection(chosen)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"proven": True, "gap": 0.0}, "proved: no set within the budget is better"),
        ({"gap": 0.14057, "error_bound": 0.0842}, "gap 14.06% of the error"),
        ({"gap": 0.999, "error_bound": 9.8e-5}, "no set has an error below 9.8e-05"),
        ({"gap": 1.0, "error_bound": 0.0}, "not proved: no bound above an error of 0 was found"),
        ({"gap": 0.25, "error": None, "value": 8.0, "bound": 10.5}, "the value could rise by at most 2.5"),
        ({"gap": None, "error": None, "value": 0.0, "bound": 1.5}, "the value could rise by at most 1.5"),
        (
            {"gap": 0.25, "bounded_by": "searcher 'cut' of haversack-cut 1.0"},
            "gap 25.00% of the error, according to searcher 'cut' of haversack-cut 1.0",
        ),
    ],
)
def test_the_summary_says_how_close_to_optimal_the_set_is(selection, changes, line):
    assert f"\n  optimality  {line}\n" in summarise_selection(attrs.evolve(selection, **changes), width=120)


def test_without_a_bound_nothing_is_said_of_optimality(selection):
    assert "optimality" not in summarise_selection(selection)


def test_notes_of_the_energy_come_before_the_reason_for_stopping(selection):
    lines = summarise_selection(attrs.evolve(selection, notes=(Note("warning", "votes are alike"),))).splitlines()
    place = lines.index("  warning   votes are alike")
    assert lines[place + 1].startswith("  stopped   ")


def test_a_narrow_summary_drops_costs_first_and_shortens_names(selection):
    wide = attrs.evolve(selection, names=("a member of many words", "cat"))
    assert summarise_selection(wide, width=26).splitlines()[2] == "a member …       0.9     4"
    lines = summarise_selection(wide, width=21).splitlines()
    assert lines[:5] == [
        "chosen      accuracy",
        "--------------------",
        "a member …       0.9",
        "cat              0.7",
        "not shown: cost; …",
    ]
    assert max(map(len, lines)) <= 21


def test_names_are_not_read_as_markup(selection):
    assert "[red]x[/red]" in summarise_selection(attrs.evolve(selection, names=("[red]x[/red]", ":smile:")))
    assert ":smile:" in summarise_selection(attrs.evolve(selection, names=("[red]x[/red]", ":smile:")))


@pytest.mark.parametrize(
    ("alone", "gain"), [(0.1, "2.0% fewer errors"), (0.196, "2.0 times fewer errors"), (9.8, "100 times fewer errors")]
)
def test_the_gain_over_the_best_member_is_a_share_where_it_is_small(selection, alone, gain):
    single = Panel(members=(1,), names=("bob",), value=1.0 - alone, error=alone, cost=1.0)
    assert gain in summarise_selection(attrs.evolve(selection, best_single=single))


def test_foreign_constraints_are_named_one_by_one(selection):
    own, foreign = PartRecord("size", "haversack", "1.0"), PartRecord("balanced", "haversack-fair", "0.3")
    listed = attrs.evolve(selection, parts={"constraints": PartRecord("constraints", parts=(own, foreign))})
    assert "  parts     constraint 'balanced' of haversack-fair 0.3\n" in summarise_selection(listed)


def test_under_constraints_the_best_single_one_is_the_best_that_is_allowed(selection):
    single = Panel(members=(1,), names=("bob",), value=0.8, error=0.2, cost=1.0)
    bound = attrs.evolve(selection, best_single=single, parts={"constraints": PartRecord("exclude")})
    assert "  best single  bob, of those allowed, 0.8; " in summarise_selection(bound)
