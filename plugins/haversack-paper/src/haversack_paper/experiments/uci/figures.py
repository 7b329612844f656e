"""The figures of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.plots.canvas import COLOURS
from haversack_paper.experiments.uci.results import PoolResults, by_size
from haversack_paper.report import Figure, Json

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHOWN = {"optimum": "best by the estimate", "votes": "chosen by votes", "random": "random"}


def figures(pools: list[PoolResults], members: list[Json], cost: str) -> list[Figure]:
    """Return both figures; none without results."""
    if not pools:
        return []
    first = pools[0].study
    some = [one for one in members if one["set"] == first.key]
    unit = "seconds" if cost == "time" else "operations"
    return [
        Figure(
            "estimates",
            "Accuracy that independent voters would have, and accuracy on held-out data, of panels from all pools "
            "(random ones: the mean). On the diagonal the estimate is true.",
            [lambda axes: _draw_estimates(axes, pools)],
        ),
        Figure(
            "members",
            f"The classifiers trained on {first.title}: what the training cost, and how accurate they are on the data "
            "by which panels are chosen.",
            [lambda axes: _draw_costs(axes, some, unit)],
        ),
    ]


def _draw_estimates(axes: Axes, pools: list[PoolResults]) -> None:
    for colour, (method, label) in zip(COLOURS, _SHOWN.items(), strict=False):
        for marker, (members, some) in zip("os", by_size(pools).items(), strict=False):
            axes.errorbar(
                [pool.mean(method, "estimate") for pool in some],
                [pool.mean(method, "test") for pool in some],
                yerr=[2.0 * pool.standard_error(method) for pool in some],
                fmt=marker,
                color=colour,
                markersize=4.0,
                linewidth=0.8,
                label=f"{label}, of {members}",
            )
    axes.axline((0.5, 0.5), slope=1.0, color="black", linewidth=0.8, linestyle="--")
    axes.set(xlabel="independent estimate", ylabel="held-out accuracy (± 2 standard errors)")
    axes.legend(fontsize=7.0)


def _draw_costs(axes: Axes, members: list[Json], unit: str) -> None:
    families = dict.fromkeys(one["family"] for one in members)
    for colour, family in zip(COLOURS, families, strict=False):
        some = [one for one in members if one["family"] == family]
        costs, accuracies = [one[unit] for one in some], [one["selection"] for one in some]
        axes.scatter(costs, accuracies, s=14.0, color=colour, label=family)
    axes.set(xscale="log", xlabel=f"cost of training in {unit}", ylabel="accuracy on selection data")
    axes.legend(fontsize=7.0)
