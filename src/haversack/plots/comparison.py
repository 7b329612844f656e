"""Plots of comparisons: the error of each searcher over time."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Literal

import numpy as np

from haversack.plots.canvas import choose_line, new_figure, save, shorten_label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from matplotlib.axes import Axes

    from haversack.api.panel import TraceRow
    from haversack.arrays import FloatArray
    from haversack.comparison.result import Comparison
    from haversack.comparison.rows import ComparisonRow

Over = Literal["seconds", "steps"]

_MAX_PANELS = 6
_POINTS = 160
_LONGEST_NAME = 30
_SHORTEST = {"seconds": 1e-5, "steps": 1.0}
_REFERENCES = {
    "optimum": "proven optimum",
    "bound": "bound on the optimum",
    "best-known": "best known",
    "best-found": "best found",
}


def save_comparison(comparison: Comparison, path: Path, *, over: Over = "seconds") -> None:
    """Write a plot with one panel per group; more than six groups share one panel."""
    groups: list[str | None] = list(dict.fromkeys(row.group for row in comparison.rows))
    if len(groups) > _MAX_PANELS:
        groups = [None]
    save(path, *(functools.partial(plot_comparison, comparison, group=group, over=over) for group in groups))


def plot_comparison(
    comparison: Comparison, axes: Axes | None = None, *, group: str | None = None, over: Over = "seconds"
) -> Axes:
    """Draw the error of the best set so far over time, one line per searcher and stopping rule.

    The line is the median over runs, the band reaches from the 10 % to the 90 % quantile. A run that has ended keeps
    its last error. With several pools, errors are divided by that of each pool's reference.

    Parameters
    ----------
    comparison
        The runs.
    axes
        Where to draw. Default: a new figure.
    group
        Draw this group only.
    over
        x axis: ``seconds`` or ``steps``.

    Returns
    -------
    Axes
        The axes drawn on.
    """
    axes = new_figure().subplots() if axes is None else axes
    rows = [row for row in comparison.rows if group in (None, row.group)]
    view = _View(rows, over)
    several_rules = len({row.stopping for row in rows}) > 1
    contestants = dict.fromkeys((row.searcher, row.stopping) for row in rows)
    for number, (searcher, stopping) in enumerate(contestants):
        mine = [row for row in rows if (row.searcher, row.stopping) == (searcher, stopping)]
        colour, style = choose_line(number)
        low, middle, high = view.compute_curves(mine)
        names = [searcher, stopping] if several_rules else [searcher]
        label = ", ".join(shorten_label(name, _LONGEST_NAME) for name in names)
        axes.step(view.grid, middle, where="post", color=colour, linestyle=style, label=label)
        ended = np.flatnonzero(np.isfinite(middle))[-1:]
        axes.plot(view.grid[ended], middle[ended], "o", color=colour, markersize=3)
        axes.fill_between(view.grid, low, high, step="post", color=colour, alpha=0.15, linewidth=0)
    stop = view.compute_level(rows, lambda row: row.stop_error if view.is_probability else None)
    if stop is not None:
        axes.axhline(stop, color="black", linestyle="--", linewidth=1.0, label="1 - STOP")
    best = view.compute_level(rows, functools.partial(_get_reference, is_probability=view.is_probability))
    kinds = dict.fromkeys(row.reference.kind for row in rows if row.reference is not None)
    if best is not None:
        label = " or ".join(_REFERENCES[kind] for kind in kinds)
        axes.axhline(best, color="black", linestyle=":", linewidth=1.0, label=label)
    axes.set(xscale="log", xlabel=over, ylabel=view.label, title=shorten_label(group or ""))
    # A logarithmic scale cannot show panels that are always right.
    if view.is_probability and any(np.any(np.asarray(line.get_ydata()) > 0.0) for line in axes.get_lines()):
        axes.set_yscale("log")
    # A white background: a line may run behind the legend.
    axes.legend(loc="best", fontsize="small", frameon=True, framealpha=0.9, edgecolor="none")
    return axes


class _View:
    """What is drawn of each run: which quantity, at which times."""

    def __init__(self, rows: Sequence[ComparisonRow], over: Over) -> None:
        self.over = over
        self.is_probability = any(row.error is not None for row in rows)
        self.is_relative = len({row.pool for row in rows}) > 1
        measure = "error" if self.is_probability else "value"
        self.label = f"{measure} of the best set" + (" / that of the reference" if self.is_relative else "")
        ends = [getattr(row, over) or 0.0 for row in rows]
        first = [self._get_time(row.trace[0]) for row in rows if row.trace]
        start = max(_SHORTEST[over], min(first, default=0.0))
        self.grid: FloatArray = np.geomspace(start, max([start * 1.01, *ends]), _POINTS)

    def compute_curves(self, rows: Sequence[ComparisonRow]) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return low quantile, median and high quantile at each time of the grid; NaN where most have no set yet."""
        known = [curve for curve in map(self._compute_curve, rows) if curve is not None]
        if not known:
            nothing = np.full(_POINTS, np.nan)
            return nothing, nothing, nothing
        bands = np.quantile(np.array(known), [0.1, 0.5, 0.9], axis=0, method="inverted_cdf")
        after_all = self.grid > max(getattr(row, self.over) or 0.0 for row in rows) * 1.02
        bands = np.where(np.isfinite(bands) & ~after_all, bands, np.nan)
        return bands[0], bands[1], bands[2]

    def compute_level(self, rows: Sequence[ComparisonRow], of: Callable[[ComparisonRow], float | None]) -> float | None:
        """Return the median of a number of the rows, in the unit of the curves; None if no row has it."""
        pairs = [(of(row), self._get_unit(row)) for row in rows]
        levels = [number / unit for number, unit in pairs if number is not None and unit is not None]
        return float(np.median(levels)) if levels else None

    def _compute_curve(self, row: ComparisonRow) -> FloatArray | None:
        unit = self._get_unit(row)
        if unit is None:
            return None
        times = np.array([self._get_time(step) for step in row.trace])
        worst = np.inf if self.is_probability else -np.inf
        levels = np.array([worst, *(self._get_measure(step) / unit for step in row.trace)])
        return levels[np.searchsorted(times, self.grid, side="right")]

    def _get_time(self, step: TraceRow) -> float:
        return step.step if self.over == "steps" else step.seconds

    def _get_measure(self, step: TraceRow) -> float:
        return step.value if step.error is None else step.error

    def _get_unit(self, row: ComparisonRow) -> float | None:
        if not self.is_relative:
            return 1.0
        return _get_reference(row, is_probability=self.is_probability) or None


def _get_reference(row: ComparisonRow, *, is_probability: bool) -> float | None:
    if row.reference is None:
        return None
    return row.reference.error if is_probability else row.reference.value
