"""What the numbers of a result are called."""

from __future__ import annotations

import attrs

from haversack.pages.measure import choose_measure


def test_only_where_the_verdict_speaks_of_new_items_others_are_recorded(voted, selection):
    assert choose_measure(voted).title == "right on recorded items"
    assert choose_measure(voted).mistakes == "mistakes on recorded items"
    assert choose_measure(attrs.evolve(voted, expected=None)).title == "right"
    assert choose_measure(selection).title == "right"
    assert choose_measure(attrs.evolve(selection, error=None)).title == "value"
