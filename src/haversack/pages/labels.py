"""Names beside the points of a figure, where there is room for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.pages.canvas import INK
from haversack.pages.wording import show_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

_SIZE = 8.5
_LONGEST = 18
# Of the axes, in points; known only after the layout, and near enough for this.
_WIDTH, _HEIGHT = 275.0, 185.0
_RADIUS = 4.0

Box = tuple[float, float, float, float]


def label_points(axes: Axes, points: Sequence[tuple[float, float]], names: Sequence[str]) -> int:
    """Write the name of each point beside it unless it would cover another name or a point; returns how many.

    Parameters
    ----------
    axes
        Where the points are drawn, with their final limits.
    points
        All points; those without a name come last.
    names
        The names of the first points, the most important first.
    """
    places = [_locate(axes, point) for point in points]
    taken: list[Box] = [(x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS) for x, y in places]
    written = 0
    for point, (x, y), name in zip(points, places, names, strict=False):
        text = show_name(name, _LONGEST)
        width = 0.58 * _SIZE * len(text)
        offsets = {
            "left": (x + _RADIUS + 1.0, y - _SIZE / 2.0),
            "right": (x - _RADIUS - 1.0 - width, y - _SIZE / 2.0),
            "center": (x - width / 2.0, y + _RADIUS + 1.0),
        }
        for side, (left, bottom) in offsets.items():
            box = (left, bottom, left + width, bottom + _SIZE)
            if _is_inside(box) and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                _write(axes, point, text, side)
                written += 1
                break
    return written


def _locate(axes: Axes, point: tuple[float, float]) -> tuple[float, float]:
    """Return a point as distances from the lower left corner of the axes."""
    x, y = (axes.transData + axes.transAxes.inverted()).transform(point)
    return float(x) * _WIDTH, float(y) * _HEIGHT


def _is_inside(box: Box) -> bool:
    return box[0] >= 0.0 and box[1] >= 0.0 and box[2] <= _WIDTH and box[3] <= _HEIGHT


def _overlap(first: Box, second: Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def _write(axes: Axes, point: tuple[float, float], text: str, side: str) -> None:
    offset = {"left": (_RADIUS + 1.0, 0.0), "right": (-_RADIUS - 1.0, 0.0), "center": (0.0, _RADIUS + 1.0)}[side]
    axes.annotate(
        text,
        point,
        xytext=offset,
        textcoords="offset points",
        ha=side,
        va="bottom" if side == "center" else "center",
        fontsize=_SIZE,
        color=INK,
    )
