"""The legend of a figure as text of the page, which is wrapped as other text and takes no room of the drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.pages.model import LegendEntry
from haversack.pages.wording import show_name
from haversack.plots.canvas import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_STYLES = {"-": "solid", "--": "dashed", ":": "dotted", "-.": "dotted"}


def take_legend(axes: Axes) -> list[LegendEntry]:
    """Remove the legend of a drawing and return it; only lines are listed."""
    from matplotlib.colors import to_hex
    from matplotlib.lines import Line2D

    legend = axes.get_legend()
    if legend is not None:
        legend.remove()
    handles, labels = axes.get_legend_handles_labels()
    return [
        LegendEntry(show_name(label), _name_colour(to_hex(handle.get_color())), _STYLES[str(handle.get_linestyle())])
        for handle, label in zip(handles, labels, strict=True)
        if isinstance(handle, Line2D)
    ]


def _name_colour(colour: str) -> str:
    return f"series-{COLOURS.index(colour)}" if colour in COLOURS else "ink"
