"""The figure of the worst cases."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from haversack_paper.report import Figure, Json, Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TITLES = {
    "forward-accuracy": "forward",
    "backward-accuracy": "backward by accuracy",
    "backward-usefulness": "backward by usefulness",
}


def figures(results: Results) -> list[Figure]:
    """Return the errors over epsilon."""
    caption = (
        "Error of the greedy choice and smallest possible error in the pools of the proofs, as epsilon falls. "
        "Forward selection does the same by accuracy and by usefulness. Dotted: 1/2, which the proofs approach."
    )
    draws = [functools.partial(_draw, results[family], title) for family, title in _TITLES.items()]
    return [Figure("worst-cases", caption, draws)]


def _draw(rows: list[Json], title: str, axes: Axes) -> None:
    epsilons = [row["epsilon"] for row in rows]
    axes.plot(epsilons, [row["error"] for row in rows], "o-", color="#d9661f", label="greedy choice")
    axes.plot(epsilons, [row["smallest"] for row in rows], "o-", color="#4269d0", label="best panel")
    axes.axhline(0.5, color="black", linestyle=":", linewidth=1.0)
    axes.set(xscale="log", xlabel="epsilon", ylabel="error", title=title, ylim=(-0.02, 0.54))
    axes.set_xticks(epsilons, [f"{epsilon:g}" for epsilon in epsilons])
    axes.minorticks_off()
    axes.invert_xaxis()
    axes.legend(loc="center right", fontsize="small")
