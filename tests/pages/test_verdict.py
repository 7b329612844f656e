"""The verdict on a selection."""

from __future__ import annotations

import math

import attrs
import pytest

from haversack import Note, Panel, Pool, select
from haversack.pages.verdict import build_tiles, list_warnings, write_lead, write_title


def find_tile(selection, title):
    return next(tile for tile in build_tiles(selection) if tile.title == title)


def test_one_line_says_everything(selection):
    proved = attrs.evolve(selection, value=0.97, error=0.03, proven=True)
    assert write_title(proved) == "2 of 4 members, cost 6 of 8, right 97\u00a0%, proved"
    assert (
        write_title(attrs.evolve(proved, proven=False, budget=math.inf))
        == "2 of 4 members, cost 6, no limit, right 97\u00a0%"
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


def test_long_panels_are_cut(selection):
    names = tuple(f"m{number}" for number in range(20))
    assert write_lead(attrs.evolve(selection, names=names)).endswith("m5, m6 and 13 more.")
    assert "more" not in write_lead(attrs.evolve(selection, names=names[:9]))


@pytest.mark.parametrize(
    ("changes", "text", "detail"),
    [
        ({"proven": True}, "proved", "no panel within the budget is better"),
        ({"proven": True, "budget": math.inf}, "proved", "no allowed panel is better"),
        ({"proven": True, "bounded_by": "x 1"}, "proved", "no panel within the budget is better, according to x 1"),
        ({"gap": 0.25, "error_bound": 0.07}, "within 25\u00a0%", "at most this share of the mistakes is avoidable"),
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
