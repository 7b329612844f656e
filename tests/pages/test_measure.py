"""What the numbers of a result are called."""

from __future__ import annotations

import attrs

import haversack as hs
from haversack.pages.measure import Measure, choose_measure
from haversack.pages.verdict import build_tiles
from haversack.pages.wording import format_share


def test_only_where_the_verdict_speaks_of_new_items_others_are_recorded(voted, selection):
    assert choose_measure(voted).title == "right on recorded items"
    assert choose_measure(voted).mistakes == "mistakes on recorded items"
    assert choose_measure(attrs.evolve(voted, expected=None)).title == "right"
    assert choose_measure(selection).title == "right"
    assert choose_measure(attrs.evolve(selection, error=None)).title == "value"


def test_only_what_the_votes_show_is_called_so(voted):
    """Energies that assume independence, or smooth, call something else right than the recorded items show."""
    shown = voted.expected.shown
    smoothed = attrs.evolve(voted, value=shown - 0.01, error=1.01 - shown)
    assert choose_measure(smoothed).title == "right by the energy votes"
    assert choose_measure(attrs.evolve(smoothed, assumes_independence=True)).title == "right assuming independence"
    note = hs.Note("votes show", "0.9 on 40 recorded items", 0.9)
    assert (
        choose_measure(attrs.evolve(smoothed, expected=None, notes=(note,))).mistakes == "mistakes by the energy votes"
    )


def test_one_page_has_one_share_of_the_recorded_items(builtins):
    answers = [["a", "a", "b"]] * 5 + [["a", "b", "a"]] * 4 + [["b", "b", "b"]] * 3
    pool = hs.Pool.from_votes(answers, truth=["a"] * 12, costs=[1, 1, 1])
    for energy in ("majority", "smoothed"):
        panel = hs.select(pool, 3.0, energy=energy, seed=0, catalog=builtins)
        (tile,) = [tile for tile in build_tiles(panel) if tile.title == "Right"]
        assert tile.detail.endswith(f"; {format_share(round(panel.expected.shown, 9))} on recorded ones")
        assert choose_measure(panel).title != "right on recorded items"
        alone = hs.select(pool, 3.0, energy=energy, seed=0, estimate="none", catalog=builtins)
        (tile,) = [tile for tile in build_tiles(alone) if tile.title == "Right"]
        assert not tile.detail.startswith("of 12 recorded items")


def test_a_set_is_said_to_be_right_or_to_have_a_value():
    assert Measure().say(0.95, 0.05) == "is right 95\u00a0%"
    assert Measure(is_share=False).say(12.5, None) == "has a value of 12.5"
