"""The figures: the fitted curve, and the results of searches that STOP ends."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from haversack.energies import OddsCurve
from haversack_paper.experiments.optic_disc.printed import CURVE, MEMBERS, PRINTED, TABLE
from haversack_paper.report import Figure, Json, Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def figures(results: Results, main: Json) -> list[Figure]:
    """Return the curve, and the values of the panels found under the main reading."""
    return [
        Figure(
            "curve",
            "The chance of a right decision by the share of right votes: the paper's table for eight votes, its curve "
            "and ours.",
            [functools.partial(_draw_curve, results["curve"])],
        ),
        Figure(
            "stop",
            "What searches return when STOP ends them: the share of runs with at most this value. Dotted: STOP and the "
            "optimum. Dashed: the numbers of Table 6.",
            [functools.partial(_draw_runs, results[f"search-{main['reading']}"], main)],
        ),
    ]


def _draw_curve(curve: Json, ax: Axes) -> None:
    shares = np.linspace(0.0, 1.0, 201)
    ours = OddsCurve(a=curve["a"], b=curve["b"])
    ax.plot(np.arange(MEMBERS + 1) / MEMBERS, TABLE, "o", color="black", label="table, $p_{8,k}$")
    ax.plot(shares, 1.0 - CURVE.errors(shares), label=f"the paper's, a = {CURVE.a:g}, b = {CURVE.b:g}")
    ax.plot(shares, 1.0 - ours.errors(shares), "--", label=f"ours, a = {ours.a:.2f}, b = {ours.b:.1f}")
    ax.set(xlabel="share of right votes", ylabel="chance of a right decision")
    ax.legend()


def _draw_runs(searches: Json, main: Json, ax: Axes) -> None:
    for searcher, printed in PRINTED.items():
        line = ax.ecdf(searches[searcher]["values"], label=printed.name)
        ax.axvline(printed.accuracy, linestyle="--", linewidth=1, color=line.get_color())
    for value in main["stop"], main["best"]:
        ax.axvline(value, linestyle=":", color="black")
    ax.set(xlabel="value of the panel", ylabel="share of runs")
    ax.legend()
