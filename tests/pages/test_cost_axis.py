"""Axes of costs."""

from __future__ import annotations

import warnings

import pytest

pytest.importorskip("matplotlib")

from matplotlib.figure import Figure

from haversack.pages.cost_axis import scale_costs


@pytest.mark.parametrize(
    ("least", "most", "scale"),
    [(1.0, 20.0, "linear"), (1.0, 100.0, "log"), (0.0, 100.0, "linear"), (0.0, 0.0, "linear")],
)
def test_costs_that_differ_much_are_on_a_logarithmic_scale(least, most, scale):
    axes = Figure().add_subplot()
    scale_costs(axes, least, most)
    assert axes.get_xscale() == scale


@pytest.mark.parametrize(("least", "most"), [(1e-300, 1e300), (5e-324, 1.0), (1e-300, 4e-300), (1.0, 1e307)])
def test_any_numbers_can_be_drawn_and_told_apart(least, most):
    axes = Figure().add_subplot()
    axes.plot([least, most], [0.6, 0.9])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scale_costs(axes, least, most)
        axes.autoscale_view()
        low, high = axes.transData.transform([(least, 0.6), (most, 0.9)])[:, 0] / axes.bbox.width
    assert high - low > 0.5
