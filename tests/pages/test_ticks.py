"""Ticks of logarithmic axes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("matplotlib")

from matplotlib.figure import Figure

from haversack.pages.ticks import choose_ticks, write_plain_ticks


@given(st.floats(1e-12, 1e12), st.floats(1.01, 100.0))
def test_an_axis_has_several_numbers_however_short_it_is(low, ratio):
    axes = Figure().add_subplot()
    axes.set_xscale("log")
    axes.set_xlim(low, low * ratio)
    write_plain_ticks(axes)
    ticks = [tick for tick in axes.get_xticks() if low <= tick <= low * ratio]
    assert 2 <= len(ticks) <= 9
    assert "$" not in axes.xaxis.get_major_formatter()(ticks[0], 0)


@pytest.mark.parametrize(("low", "high"), [(0.1, 40.0), (1e-300, 1e300)])
def test_numbers_of_long_axes_have_room(low, high):
    axes = Figure().add_subplot()
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    write_plain_ticks(axes)
    assert len([tick for tick in axes.get_xticks() if low <= tick <= high]) <= 5


def test_ticks_are_round():
    assert choose_ticks(3.0, 40.0) == [5.0, 10.0, 20.0]
