"""Tables and figure of the convergence of q."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.convergence.curves import mean_of, small, variance_of
from haversack_paper.report import Column, Figure, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from haversack_paper.experiment import Json


def table(curves: Sequence[Json], half_true: Json) -> Table:
    """Return mean and variance at some sizes."""
    rows = [
        {
            "distribution": curve["name"],
            "size": size,
            "mean": mean_of(curve, size),
            "mean_error": curve["errors"][curve["sizes"].index(size)],
            "variance": variance_of(curve, size),
            "rate": curve["rate"],
        }
        for curve in [*curves, half_true]
        for size in curve["sizes"]
        if size in (1, 9, 21, 101, 1001, max(curve["sizes"]))
    ]
    columns = [
        Column("distribution"),
        Column("size", shown="{:,}".format),
        Column("mean", "mean of q", "{:.6f}".format),
        Column("variance", "variance of q", small),
        Column("rate", "predicted factor per member", "{:.4f}".format),
    ]
    return Table("moments", "Mean and variance of q by the formulas; the last has $s_T = 1/2$.", columns, rows)


def rows_of_figure(curves: Sequence[Json]) -> Table:
    """Return all points of the figure."""
    rows = [
        {
            "distribution": curve["name"],
            "size": size,
            "mean": mean_of(curve, size),
            "variance": variance_of(curve, size),
            "simulated_mean": 1.0 - curve["simulated_errors"][place],
            "standard_error": curve["standard_errors"][place],
            "simulated_variance": curve["simulated_deviations"][place] ** 2,
            "skewness": curve["skewness"][place],
        }
        for curve in curves
        for place, size in enumerate(curve["simulated_sizes"])
    ]
    return Table("figure", "What the figure shows.", [Column(key) for key in rows[0]], rows, on_page=False)


def figure(curves: Sequence[Json]) -> Figure:
    """Return means and variances over the size."""
    return Figure(
        "mean-and-variance",
        "Mean (left) and variance (right) of the accuracy q of a majority over the size of the panel. Lines: formulas. "
        "Points: simulated panels, means with two standard errors. Dashed: the predicted exponential fall.",
        [functools.partial(_draw_means, curves), functools.partial(_draw_variances, curves)],
    )


def _draw_means(curves: Sequence[Json], ax: Axes) -> None:
    for curve in curves:
        sizes = curve["simulated_sizes"]
        (line,) = ax.plot(sizes, [mean_of(curve, size) for size in sizes], label=curve["name"])
        some = slice(None, None, max(1, len(sizes) // 10))
        ax.errorbar(
            sizes[some],
            [1.0 - error for error in curve["simulated_errors"][some]],
            yerr=[2.0 * error for error in curve["standard_errors"][some]],
            fmt="o",
            markersize=3,
            capsize=2,
            color=line.get_color(),
        )
    ax.set(xlabel="size of the panel, odd", ylabel="mean of q", ylim=(-0.02, 1.02))
    # Between the curves that stay at 1/2 and those that fall.
    ax.legend(loc="center right", bbox_to_anchor=(1.0, 0.27))


def _draw_variances(curves: Sequence[Json], ax: Axes) -> None:
    for curve in curves:
        sizes = np.array(curve["simulated_sizes"])
        variances = np.array([variance_of(curve, size) for size in sizes.tolist()])
        (line,) = ax.plot(sizes, variances, label=curve["name"])
        some = slice(None, None, max(1, len(sizes) // 10))
        simulated = np.array(curve["simulated_deviations"]) ** 2
        ax.plot(sizes[some], simulated[some], "o", markersize=3, color=line.get_color())
        if curve["limit"] != 0.5:
            fall = curve["rate"] ** sizes / sizes
            ax.plot(sizes, fall * variances[-1] / fall[-1], "--", linewidth=1, color=line.get_color())
    ax.set(xlabel="size of the panel, odd", ylabel="variance of q", yscale="log")
