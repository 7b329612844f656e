"""What a panel is compared with on new items."""

from __future__ import annotations

import attrs
import pytest

from haversack import Panel
from haversack.api.expected import Expected, Rival
from haversack.reports.rivals import find_rivals

RIVAL = Rival(names=("ann",), accuracy=0.86, low=0.8, high=0.91, shown=0.9, gain=0.07, gain_low=0.03, gain_high=0.11)
EXPECTED = Expected(
    accuracy=0.93,
    low=0.9,
    high=0.95,
    method="bootstrap",
    resamples=200,
    items=400,
    shown=0.97,
    best_single=RIVAL,
    everybody=RIVAL,
)


@pytest.mark.parametrize(
    ("members", "names"),
    [((0, 2), ["best_single", "everybody"]), ((1,), ["everybody"]), ((0, 1, 2, 3), ["best_single"])],
)
def test_a_panel_is_no_rival_of_itself(selection, members, names):
    single = Panel((1,), ("bob",), 0.8, 0.2, 2.0)
    found = attrs.evolve(selection, members=members, best_single=single, expected=EXPECTED)
    assert list(find_rivals(found)) == names
    assert find_rivals(attrs.evolve(found, expected=None)) == {}
