"""The verdict on a selection."""

from __future__ import annotations

import math

import attrs
import pytest

from haversack import Note, Panel, Pool, select
from haversack.api.part_record import PartRecord
from haversack.pages.staircase import Stair, Staircase, make_stair
from haversack.pages.standing import locate_answer, locate_panel
from haversack.pages.verdict import build_tiles, list_warnings, write_lead, write_title

BOUND = {"constraints": PartRecord("exclude")}


def find_tile(selection, title):
    return next(tile for tile in build_tiles(selection) if tile.title == title)


def test_one_line_says_everything(selection):
    proved = attrs.evolve(selection, value=0.97, error=0.03, proven=True)
    assert write_title(proved) == "2 of 4 members, cost 6 of 8, right 97\u00a0%, proved"
    assert (
        write_title(attrs.evolve(proved, proven=False, budget=math.inf))
        == "2 of 4 members, cost 6, no limit, right 97\u00a0%, not proved"
    )
    assert write_title(attrs.evolve(proved, value=12.0, error=None)) == "2 of 4 members, cost 6 of 8, value 12, proved"


def test_a_pool_of_one_is_one_member(builtins):
    alone = select(Pool(accuracies=[0.9], costs=[2]), 5, seed=0, catalog=builtins)
    assert write_title(alone).startswith("1 of 1 member, cost 2 of 5, ")


def test_the_best_single_member_is_beside_it(selection):
    single = Panel((1,), ("bob",), 0.804, 0.196, 2.0)
    lead = write_lead(attrs.evolve(selection, best_single=single))
    assert lead == (
        "Choose ann and cat. The best single member, bob, is right 80.4\u00a0% of the time and makes 2.0 times as many "
        "mistakes."
    )
    near = attrs.evolve(single, value=0.901, error=0.099)
    assert write_lead(attrs.evolve(selection, best_single=near)).endswith("of the time and makes hardly more mistakes.")
    worth = attrs.evolve(selection, value=5.0, error=None, best_single=attrs.evolve(single, value=3.0, error=None))
    assert write_lead(worth).endswith("The best single member, bob, is worth 3; the panel adds 2.")
    assert write_lead(attrs.evolve(selection, members=(1,), names=("bob",), best_single=single)) == "Choose bob."


def test_a_gain_that_is_not_certain_is_said_beside_the_best_single_member(voted):
    rival = voted.expected.best_single
    for low, ending in ((0.01, "% of new items."), (-0.01, "is not certain: its interval includes 0.")):
        doubted = attrs.evolve(rival, gain=0.02, gain_low=low)
        assert write_lead(attrs.evolve(voted, expected=attrs.evolve(voted.expected, best_single=doubted))).endswith(
            ending
        )


def test_on_new_items_the_best_single_member_may_be_another_one(voted):
    rival = attrs.evolve(voted.expected.best_single, names=("zoe",))
    assert voted.best_single.names != rival.names
    lead = write_lead(attrs.evolve(voted, expected=attrs.evolve(voted.expected, best_single=rival)))
    assert "The best single member, zoe, is expected to be right on " in lead


def test_long_panels_are_cut(selection):
    names = tuple(f"m{number}" for number in range(20))
    assert write_lead(attrs.evolve(selection, names=names)).endswith("m5, m6 and 13 more.")
    assert "more" not in write_lead(attrs.evolve(selection, names=names[:9]))


@pytest.mark.parametrize(
    ("changes", "text", "detail"),
    [
        ({"proven": True}, "proved", "no panel within the budget is better"),
        ({"proven": True, "budget": math.inf}, "proved", "no panel is better"),
        ({"proven": True, "budget": math.inf, "parts": BOUND}, "proved", "no allowed panel is better"),
        ({"proven": True, "parts": BOUND}, "proved", "no allowed panel within the budget is better"),
        ({"proven": True, "bounded_by": "x 1"}, "proved", "no panel within the budget is better, according to x 1"),
        ({"gap": 0.05, "error_bound": 0.07}, "within 5\u00a0%", "at most this share of the mistakes is avoidable"),
        ({"gap": 0.25, "error_bound": 0.07}, "not proved", "no panel is right more often than 93\u00a0%"),
        ({"gap": 0.999, "error_bound": 1e-4}, "not proved", "no panel is right more often than 99.99\u00a0%"),
        ({}, "not proved", "the best panel found"),
        ({"error": None, "value": 5.0, "bound": 7.0}, "within 2", "the value could rise by at most this"),
    ],
)
def test_the_proof_is_in_words(selection, changes, text, detail):
    tile = find_tile(attrs.evolve(selection, **changes), "Best possible?")
    assert (tile.text, tile.detail) == (text, detail)


def test_the_condition_of_the_accuracy_is_beside_it(selection, voted):
    assert find_tile(attrs.evolve(selection, assumes_independence=True), "Right").detail == (
        "if members err independently"
    )
    assert find_tile(voted, "Right").detail.startswith("on new items, ")
    assert find_tile(attrs.evolve(voted, expected=None), "Right").detail == "of 40 recorded items"
    noisy = attrs.evolve(selection, standard_error=0.01, repeats=8)
    assert find_tile(noisy, "Right").detail == "± 0.01, mean of 8 evaluations"


def test_warnings_are_what_casts_doubt(selection):
    notes = (
        Note("votes show", "0.9"),
        Note("warning", "the votes are 5.0 standard errors below", 5.0, is_warning=True),
    )
    doubtful = attrs.evolve(
        selection, notes=notes, failed=True, interrupted=True, stop_reason="failed: energy x", cost=9.0
    )
    assert list_warnings(doubtful) == [
        "A part of the run failed: energy x",
        "The search was interrupted: the panel is the best one found until then.",
        "The votes are 5.0 standard errors below.",
        "The panel costs more than the budget.",
    ]
    assert list_warnings(selection) == []


def test_a_better_panel_within_the_budget_denies_that_this_is_the_best(selection):
    better = Stair(7.0, 7.0, ("ann", "bob"), 0.95, 0.05)
    missed = locate_panel(make_stair(selection), Staircase((better,)))
    tile = next(tile for tile in build_tiles(selection, missed) if tile.title == "Best possible?")
    assert (tile.text, tile.detail, tile.tone) == (
        "no",
        "the same budget buys a panel that is right 95\u00a0%",
        "doubtful",
    )


def test_a_frugal_run_says_that_a_cheaper_panel_was_requested(selection):
    best = Panel((0, 1, 2), ("ann", "bob", "cat"), 0.95, 0.05, 8.0)
    frugal = attrs.evolve(selection, settings={"frugal": True}, best_known=best)
    assert write_lead(frugal) == (
        "Choose ann and cat. A cheaper panel was requested (frugal): it saves 25\u00a0% of the cost of the best one "
        "found, which costs 8 and is right 95\u00a0%; the difference may be chance."
    )
    tile = next(tile for tile in build_tiles(frugal, locate_answer(frugal)) if tile.title == "Best possible?")
    assert (tile.text, tile.tone) == ("no: cheaper", "plain")
    for known in (None, attrs.evolve(best, cost=frugal.cost)):
        lead = write_lead(attrs.evolve(frugal, best_known=known))
        assert "none of those tried was statistically as good" in lead


def test_under_constraints_the_best_single_one_is_the_best_that_is_allowed(selection):
    single = Panel((1,), ("bob",), 0.804, 0.196, 2.0)
    lead = write_lead(attrs.evolve(selection, best_single=single, parts=BOUND))
    assert "The best single member that is allowed, bob, is right 80.4\u00a0% of the time" in lead


def test_a_member_with_few_answers_is_explained(builtins):
    answers = [["a" if item < 5 else "b", "a" if item < 3 else None, "a" if item > 6 else None] for item in range(10)]
    pool = Pool.from_votes(answers * 5, truth=["a"] * 50, names=["ann", "bob", "cat"])
    lead = write_lead(select(pool, seed=0, catalog=builtins))
    assert "of new items. Other members are more accurate on the items they answer, but skip items" in lead


def test_a_ratio_beyond_a_million_is_not_a_number(selection):
    tiny = attrs.evolve(selection, error=1e-30, best_single=Panel((1,), ("bob",), 0.804, 0.196, 2.0))
    assert write_lead(tiny).endswith("and makes more than a million times as many mistakes.")


def test_several_budgets_are_named(builtins):
    pool = Pool(accuracies=[0.9, 0.8], metadata={"seconds": [6, 3], "dollars": [1, 1]})
    cost = {"kind": "vector", "budgets": {"seconds": 8.0, "dollars": 2.0}}
    chosen = select(pool, cost=cost, seed=0, catalog=builtins)
    assert write_title(chosen).startswith("1 of 2 members, cost 6 of 8 seconds and 1 of 2 dollars, right ")
    tile = find_tile(chosen, "Cost")
    assert (tile.text, tile.detail) == (
        "75\u00a0%",
        "of the scarcest budget: 6 of 8 seconds and 1 of 2 dollars",
    )


def test_conditions_are_part_of_the_verdict(selection):
    conditions = [{"kind": "size", "least": 2, "most": None}, {"kind": "exclude", "members": ["bob", "dan\n"]}]
    bound = attrs.evolve(selection, settings={"constraints": conditions})
    assert write_lead(bound).endswith(" Conditions: size (least 2); exclude (members bob, dan\\n).")
    odd = attrs.evolve(selection, settings={"constraints": [{"kind": "odd"}, 3]})
    assert write_lead(odd).endswith(" Condition: odd.")
