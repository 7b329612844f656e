"""Axes of accuracies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("matplotlib")

from matplotlib.figure import Figure

from haversack.pages.scales import ValueScale


def label(scale, pairs):
    axes = Figure().subplots()
    axes.plot(range(len(pairs)), [scale.get_height(*pair) for pair in pairs])
    scale.label(axes)
    low, high = axes.get_ylim()
    axes.figure.draw_without_rendering()
    return [tick.get_text() for tick in axes.get_yticklabels() if low <= tick.get_position()[1] <= high]


def test_nines_are_evenly_spaced():
    scale = ValueScale.of([(0.9, 0.1), (0.99, 0.01), (0.999, 0.001)])
    heights = [scale.get_height(1.0 - error, error) for error in (0.1, 0.01, 0.001)]
    assert heights[2] - heights[1] == pytest.approx(heights[1] - heights[0])


@pytest.mark.slow
@settings(max_examples=12)
@given(st.lists(st.floats(1e-12, 1.0), min_size=2, max_size=6))
def test_better_is_higher_and_ticks_are_few_and_distinct(errors):
    pairs = [(1.0 - error, error) for error in errors]
    scale = ValueScale.of(pairs)
    heights = [scale.get_height(*pair) for pair in pairs]
    assert [heights[place] for place in sorted(range(len(errors)), key=lambda place: -errors[place])] == sorted(heights)
    labels = label(scale, pairs)
    assert len(labels) == len(set(labels)) <= 12


def test_an_error_of_zero_has_a_height():
    scale = ValueScale.of([(1.0, 0.0), (0.9, 0.1), (0.99, 0.01)])
    assert scale.get_height(1.0, 0.0) > scale.get_height(0.99, 0.01)


def test_values_that_are_no_probabilities_have_their_own_ticks():
    pairs = [(10.0, None), (2000.0, None)]
    scale = ValueScale.of(pairs)
    assert not scale.is_share
    assert "1,000" in label(scale, pairs)


def test_no_tick_is_below_zero():
    """Beside an error of 1e-86, the margin below 0 is ten powers of ten."""
    pairs = [(0.5, 0.5), (1.0, 1e-40), (1.0, 1e-86)]
    assert not [each for each in label(ValueScale.of(pairs), pairs) if each.startswith("-")]


def test_no_share_exceeds_the_whole():
    assert label(ValueScale.of([(1.0, 0.0)]), [(1.0, 0.0)])[-1] == "100\u00a0%"
    assert label(ValueScale.of([(0.0, 1.0)]), [(0.0, 1.0)])[0] == "0\u00a0%"
