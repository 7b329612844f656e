"""Legends as text of the page."""

from __future__ import annotations

import pytest

pytest.importorskip("matplotlib")

from matplotlib.figure import Figure

from haversack.pages.legend import take_legend
from haversack.pages.model import LegendEntry
from haversack.plots.canvas import choose_line


def test_lines_are_listed_and_the_legend_leaves_the_drawing():
    axes = Figure().add_subplot()
    for number in (0, 9):
        colour, style = choose_line(number)
        axes.plot([0, 1], color=colour, linestyle=style, label=f"line\n{number}")
    axes.axhline(1.0, color="black", linestyle=":", label="limit")
    axes.bar([0], [1], label="no line")
    axes.legend()
    assert take_legend(axes) == [
        LegendEntry("line\\n0", "series-0", "solid"),
        LegendEntry("line\\n9", "series-1", "dashed"),
        LegendEntry("limit", "ink", "dotted"),
    ]
    assert axes.get_legend() is None
