"""Plots of frontiers: the error of the best set for every budget."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from haversack.plots.canvas import COLOURS, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack.frontiers.point import FrontierPoint
    from haversack.frontiers.result import Frontier

_MAX_MARKS = 150


def plot_frontier(frontier: Frontier, axes: Axes | None = None, *, budget: float | None = None) -> Axes:
    """Draw the error of the best set known for every budget, or its value where it has no error.

    Budgets that were searched one by one are marked, filled where proved; the area between a proved bound and the best
    set known is shaded.

    Parameters
    ----------
    frontier
        What to draw.
    axes
        Where to draw. Default: a new figure.
    budget
        A budget to mark, with the best set that it buys.

    Returns
    -------
    Axes
        The axes drawn on.

    Raises
    ------
    InfeasibleError
        If nothing fits in the budget to mark.
    """
    axes = new_figure().subplots() if axes is None else axes
    is_error = frontier.points[0].error is not None
    budgets = [point.cost for point in frontier.points]
    heights = [_get_height(point) for point in frontier.points]
    end = max(frontier.budgets[-1] if frontier.budgets else frontier.last_budget, budgets[-1])
    end = end if budget is None else max(end, budget)
    colour = COLOURS[0]
    label = "proved best" if frontier.whole else "best known"
    axes.step([*budgets, end], [*heights, heights[-1]], where="post", color=colour, label=label, gid="frontier")
    if is_error and heights[0] > heights[-1] > 0.0:  # A logarithmic scale needs an extent.
        axes.set_yscale("log")
    if not frontier.whole:
        _draw_bounds(frontier, axes, end)
    for proven, filling, status in ((True, colour, "proved"), (False, "white", "not proved")):
        rows = [row for row in frontier.rows() if row.proven is proven]
        if frontier.budgets and rows and len(frontier.budgets) <= _MAX_MARKS:
            axes.plot(
                [row.budget for row in rows],
                [_get_height(row) for row in rows],
                linestyle="none",
                marker="o",
                markersize=3.5,
                color=colour,
                markerfacecolor=filling,
                label=f"budgets searched, {status}",
            )
    if budget is not None:
        _mark_budget(frontier.at(budget), budget, axes)
    axes.set(xlabel="budget", ylabel="error of the best set" if is_error else "value of the best set")
    if not frontier.whole or budget is not None:
        axes.legend()
    return axes


def _mark_budget(point: FrontierPoint, budget: float, axes: Axes) -> None:
    """Draw a line at the budget and a mark at the best set that it buys."""
    axes.axvline(budget, color=COLOURS[1], linestyle="dashed", linewidth=1.0, gid="budget")
    size = f"{point.size} member{'' if point.size == 1 else 's'}"
    quality = f"value {point.value:.4g}" if point.error is None else f"error {point.error:.2g}"
    axes.plot(
        budget,
        _get_height(point),
        linestyle="none",
        marker="o",
        color=COLOURS[1],
        label=f"budget {budget:g}: {size}, {quality}",
        gid="mark",
    )


def _draw_bounds(frontier: Frontier, axes: Axes, end: float) -> None:
    """Shade the area in which better sets are not excluded, where there are bounds."""
    start = frontier.points[0].cost
    edges = sorted({point.cost for point in frontier.points} | {bound.budget for bound in frontier.bounds} | {end})
    edges = [edge for edge in edges if start <= edge <= end]
    # A bound holds up to its budget and a set from its cost on, so between two edges nothing changes.
    inside = [frontier.at((low + high) / 2.0) for low, high in pairwise(edges)]
    if all(point.proven or point.bound is None for point in inside):
        return
    highs = [_get_height(point) for point in inside]
    lows = [
        high if point.bound is None else _get_bound_height(point) for point, high in zip(inside, highs, strict=True)
    ]
    axes.fill_between(
        edges,
        [*lows, lows[-1]],
        [*highs, highs[-1]],
        step="post",
        color=COLOURS[1],
        alpha=0.2,
        linewidth=0.0,
        label="not excluded",
    )


def _get_height(point: FrontierPoint) -> float:
    return point.value if point.error is None else point.error


def _get_bound_height(point: FrontierPoint) -> float:
    bound = point.bound if point.error is None else point.error_bound
    assert bound is not None
    return bound
