"""Sentences on budgets."""

from __future__ import annotations

import math

from haversack.pages.budget_words import describe_budget
from haversack.pages.measure import RECORDED, Measure
from haversack.pages.staircase import Stair, Staircase
from haversack.pages.standing import locate_panel


def stair(cost, error, budget=None):
    return Stair(budget or cost, cost, ("ann",), 1.0 - error, error)


STAIRS = Staircase((stair(1.0, 0.3), stair(6.0, 0.06), stair(12.0, 0.02)), whole=True)


def describe(panel, staircase=STAIRS, measure=None, **words):
    return describe_budget(locate_panel(panel, staircase, **words), measure or Measure())


def test_what_stays_unspent_and_the_next_useful_budget_are_said():
    assert describe(stair(6.0, 0.06, budget=10.0)) == [
        "The panel costs 6: 4 of the budget stays unspent.",
        "The next useful budget is 12, 2 more: mistakes fall from 6\u00a0% to 2\u00a0%.",
    ]


def test_at_the_end_nothing_better_is_known():
    assert describe(stair(12.0, 0.02)) == ["No larger budget is known to buy a better panel."]


def test_values_that_are_no_probabilities_rise():
    here, upper = Stair(3.0, 3.0, ("ann",), 50.0), Stair(4.0, 4.0, ("bob",), 51.0)
    sentence = "The next larger budget that changes anything is 4, 1 more: the value rises from 50 to 51."
    assert describe(here, Staircase((here, upper)), Measure(is_share=False)) == [sentence]


def test_what_the_same_budget_buys_comes_before_more_money():
    """A search that missed it made the next budget look useful."""
    assert describe(stair(7.0, 0.2, budget=10.0))[1:] == [
        "The same budget buys a panel that is right 94\u00a0% (cost 6, 1 member); this search did not find it.",
        "A budget of 6 (1 member) is enough for more than this panel reaches: right 94\u00a0%.",
        "The next useful budget is 12, 2 more: mistakes fall from 6\u00a0% to 2\u00a0%.",
    ]


def test_what_a_frugal_run_gave_up_is_no_failing():
    known = stair(6.0, 0.06)
    sentences = describe(stair(1.0, 0.3, budget=10.0), known=known, is_frugal=True)
    assert sentences[1] == (
        "The same budget buys a panel that is right 94\u00a0% (cost 6, 1 member); a cheaper panel was "
        "requested (frugal)."
    )


def test_a_smaller_budget_that_reaches_the_same_is_said():
    recorded = Measure(place=RECORDED)
    assert describe(stair(8.0, 0.06), measure=recorded)[0] == (
        "A budget of 6 (1 member) reaches the same on recorded items."
    )


def test_mistakes_do_not_fall_to_what_they_were():
    stairs = Staircase((stair(1.0, 0.0612), stair(2.0, 0.0609)))
    assert describe(stairs.stairs[0], stairs) == [
        "The next larger budget that changes anything is 2, 1 more: mistakes stay at about 6.1\u00a0%."
    ]
    first, second = Stair(1.0, 1.0, ("ann",), 50.0), Stair(2.0, 2.0, ("bob",), 50.0000001)
    assert describe(first, Staircase((first, second)), Measure(is_share=False))[0].endswith(
        "1 more: the value stays at about 50."
    )


def test_no_budget_is_useful_where_mistakes_are_one_in_a_billion():
    stairs = Staircase((stair(1.0, 0.1), stair(2.0, 1e-16), stair(3.0, 1e-32), stair(4.0, 1e-33)))
    assert describe(stairs.stairs[2], stairs) == [
        "A budget of 2 (1 member) is enough for fewer than one mistake in a billion.",
        "A larger budget is not useful: fewer than one decision in a billion is wrong.",
    ]
    assert describe(stairs.stairs[0], stairs) == [
        "The next useful budget is 2, 1 more: mistakes fall from 10\u00a0% to fewer than one in a billion."
    ]


def test_a_difference_that_no_digit_shows_is_slight():
    stairs = Staircase((stair(6.0, 0.0601),))
    assert "buys a slightly better panel (cost 6, 1 member)" in describe(stair(7.0, 0.0602), stairs)[0]


def test_without_a_limit_every_better_panel_could_have_been_found():
    assert describe(stair(6.0, 0.06), limit=math.inf) == [
        "Without a limit one can buy a panel that is right 98\u00a0% (cost 12, 1 member); this search did not find it.",
        "No larger budget is known to buy a better panel.",
    ]
