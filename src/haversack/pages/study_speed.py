"""How good the answers of each combination of parts of a study are, against how long they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.pages.canvas import draw_svg
from haversack.pages.labels import label_points
from haversack.pages.model import Drawing, Section
from haversack.pages.scales import ValueScale
from haversack.pages.study_verdict import name_differences

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack.studies.standings import StudyRanking

_WIDE = 10.0
_CAPTION = "The median answer against the median time of a search: up and to the left is better."


def build_speed_sections(ranking: StudyRanking, key: str) -> list[Section]:
    """Return a figure of all combinations of parts, where there are several whose answers can be compared."""
    rows = ranking.contestants
    if len(rows) < 2 or ranking.measures or not ranking.shared:
        return []
    pairs = [(each["shared_value"], each["shared_error"]) for each in rows]
    seconds = [each["shared_seconds"] for each in rows]
    scale = ValueScale.of(pairs)
    points = [(time, scale.get_height(*pair)) for time, pair in zip(seconds, pairs, strict=True)]

    def draw(axes: Axes) -> None:
        axes.plot(*zip(*points, strict=True), marker="o", markersize=6.0, linestyle="")
        if 0.0 < _WIDE * min(seconds) < max(seconds):
            axes.set_xscale("log")
        axes.set_xlabel("seconds, median")
        axes.margins(0.1)
        axes.autoscale_view()
        scale.label(axes, "right, median")
        label_points(axes, points, name_differences(rows))

    return [Section("Speed", drawings=[Drawing(draw_svg(draw, key=key, label=_CAPTION), _CAPTION)])]
