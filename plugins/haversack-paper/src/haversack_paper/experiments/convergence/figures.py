"""The figure of section 4: mean and variance of q over the size of the panel."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.report import Figure, Json

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def figures(curves: list[Json]) -> list[Figure]:
    """Return means and variances over the size."""
    caption = (
        "Mean (left) and variance (right) of the accuracy q of a majority over the size of the panel. Lines: formulas. "
        "Points: simulated panels, means with two standard errors. Dashed: the predicted exponential fall."
    )
    draws = [functools.partial(_draw_means, curves), functools.partial(_draw_variances, curves)]
    return [Figure("mean-and-variance", caption, draws)]


def _draw_means(curves: list[Json], ax: Axes) -> None:
    for curve in curves:
        sizes = curve["simulated_sizes"]
        (line,) = ax.plot(sizes, 1.0 - np.array(curve["errors"][: len(sizes)]), label=curve["name"])
        some = slice(None, None, max(1, len(sizes) // 10))
        ax.errorbar(
            sizes[some],
            1.0 - np.array(curve["simulated_errors"][some]),
            yerr=2.0 * np.array(curve["standard_errors"][some]),
            fmt="o",
            markersize=3,
            capsize=2,
            color=line.get_color(),
        )
    ax.set(xlabel="size of the panel, odd", ylabel="mean of q", ylim=(-0.02, 1.02))
    # Between the curves that stay at 1/2 and those that fall.
    ax.legend(loc="center right", bbox_to_anchor=(1.0, 0.27))


def _draw_variances(curves: list[Json], ax: Axes) -> None:
    for curve in curves:
        sizes = np.array(curve["simulated_sizes"])
        variances = np.array(curve["deviations"][: len(sizes)]) ** 2
        (line,) = ax.plot(sizes, variances, label=curve["name"])
        some = slice(None, None, max(1, len(sizes) // 10))
        simulated = np.array(curve["simulated_deviations"]) ** 2
        ax.plot(sizes[some], simulated[some], "o", markersize=3, color=line.get_color())
        if curve["limit"] != 0.5:
            fall = curve["rate"] ** sizes / sizes
            ax.plot(sizes, fall * variances[-1] / fall[-1], "--", linewidth=1, color=line.get_color())
    ax.set(xlabel="size of the panel, odd", ylabel="variance of q", yscale="log")
