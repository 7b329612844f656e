"""The figures: distributions of the ratios to the optimum, and how they fall as the search goes on."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.plots.canvas import COLOURS
from haversack_paper.experiments.simulation.compute import SEARCHERS
from haversack_paper.experiments.simulation.printed import NAMES
from haversack_paper.report import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack_paper.experiments.simulation.results import Group, Size

_COLOURS = dict(zip(SEARCHERS, COLOURS, strict=False))
_POINTS = 120


def figures(sizes: list[Size]) -> list[Figure]:
    """Return ratios to the optimum at the end of the searches, and during them."""
    return [
        Figure(
            "gaps",
            "The share of pools in which a search ends with an error of at most so many times the smallest "
            "possible one: solid at the limit, dashed at STOP. Dotted: 1 - STOP itself, median.",
            [functools.partial(_draw_gaps, size) for size in sizes],
        ),
        Figure(
            "progress",
            "Error of the best panel so far over the smallest possible error, as the search goes on without STOP: "
            "median, and 10 % to 90 % of the pools. Dotted: 1 - STOP, median.",
            [functools.partial(_draw_progress, size) for size in sizes],
        ),
    ]


def _draw_gaps(size: Size, axes: Axes) -> None:
    for group in size.groups():
        ratios, limited = np.sort(group.ratios), group.ending == "limit"
        axes.step(
            np.r_[ratios[0], ratios],
            np.arange(len(ratios) + 1) / len(ratios),
            where="post",
            color=_COLOURS[group.name],
            linestyle="-" if limited else "--",
            label=NAMES[group.name] if limited else None,
        )
    _finish(size, axes, axes.axvline)
    axes.set(xscale="log", xlabel="error / smallest possible error", ylabel="share of the pools")


def _draw_progress(size: Size, axes: Axes) -> None:
    for name, colour in _COLOURS.items():
        times, low, middle, high = _compute_progress(size.group(name, "limit"))
        axes.step(times, middle, where="post", color=colour, label=NAMES[name])
        axes.fill_between(times, low, high, step="post", color=colour, alpha=0.15, linewidth=0)
    _finish(size, axes, axes.axhline)
    axes.set(xscale="log", yscale="log", xlabel="seconds", ylabel="error / smallest possible error")


def _compute_progress(group: Group) -> Any:
    """Return times, and three quantiles over the pools of the ratio to the optimum that was reached by then."""
    first = float(np.median([trace[0][1] for trace in group.traces]))
    times = np.geomspace(max(first, 1e-5), max(first * 1.01, float(np.median(group.seconds))), _POINTS)
    curves = []
    for trace, optimum in zip(group.traces, group.size.optima, strict=True):
        _, moments, errors = np.array(trace).T
        # Before its first set, the error of a search is infinite.
        curves.append(np.r_[np.inf, errors / optimum][np.searchsorted(moments, times, side="right")])
    bands = np.quantile(np.array(curves), [0.1, 0.5, 0.9], axis=0, method="inverted_cdf")
    return (times, *np.where(np.isfinite(bands), bands, np.nan))


def _finish(size: Size, axes: Axes, draw_line: Any) -> None:
    stop = float(np.median(size.thresholds / size.optima))
    draw_line(stop, color="black", linestyle=":", linewidth=1.0)
    axes.set_title(f"n = {size.members}")
    axes.legend(loc="best", fontsize="small")
