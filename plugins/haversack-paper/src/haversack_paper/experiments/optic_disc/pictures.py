"""Tables and figures of the detectors."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.optic_disc.detectors import ACCURACIES, CURVE, MEMBERS, READINGS, TABLE
from haversack_paper.experiments.optic_disc.printed import PRINTED
from haversack_paper.report import Column, Figure, Table, percent, seconds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from haversack_paper.experiment import Json


def tables(results: Mapping[str, Json], readings: Sequence[Json]) -> list[Table]:
    """Return the readings, and the panels that reach STOP under the first."""
    return [_readings(readings), _panels(results, readings[0])]


def figures(results: Mapping[str, Json], main: Json) -> list[Figure]:
    """Return the curve, and what STOP lets pass."""
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
            [functools.partial(_draw_runs, results, main)],
        ),
    ]


def _readings(readings: Sequence[Json]) -> Table:
    rows = [
        {
            "reading": READINGS[row["reading"]],
            "stop": row["stop"],
            "best": row["best"],
            "members": ", ".join(f"{ACCURACIES[member]:g}" for member in row["members"]),
            "proven": row["proven"],
            "sherlock": row["mean"]["sherlock"],
            "annealing": row["mean"]["annealing"],
            "sherlock_low": row["low"]["sherlock"],
            "sherlock_high": row["high"]["sherlock"],
            "annealing_low": row["low"]["annealing"],
            "annealing_high": row["high"]["annealing"],
            "above_stop": row["above_stop"],
            "printed_sherlock": row["printed"]["sherlock"],
            "printed_annealing": row["printed"]["annealing"],
            "sherlock_seconds": row["seconds"]["sherlock"],
            "annealing_seconds": row["seconds"]["annealing"],
        }
        for row in readings
    ]
    columns = [
        Column("reading", "w(l, k)"),
        Column("stop", "STOP", percent),
        Column("best", "optimum", percent),
        Column("members", "accuracies of the best panel"),
        Column("sherlock", "SHErLoCk, mean", percent),
        Column("annealing", "SA, mean", percent),
        Column("above_stop", "panels above STOP"),
        *(Column(f"printed_{searcher}", f"of {percent(row.accuracy)}") for searcher, row in PRINTED.items()),
        Column("sherlock_seconds", "SHErLoCk, s", seconds),
        Column("annealing_seconds", "SA, s", seconds),
    ]
    return Table("readings", "Table 6 under different readings of the formula.", columns, rows)


def _panels(results: Mapping[str, Json], main: Json) -> Table:
    reading = main["reading"]
    counts = {
        searcher: {tuple(row["members"]): row["count"] for row in results[f"search-{reading}"][searcher]["panels"]}
        for searcher in PRINTED
    }
    rows = [
        {
            "accuracies": ", ".join(f"{ACCURACIES[member]:g}" for member in row["members"]),
            "value": row["value"],
            "sherlock": counts["sherlock"].get(tuple(row["members"]), 0),
            "annealing": counts["annealing"].get(tuple(row["members"]), 0),
        }
        for row in results[f"optimum-{reading}"]["sets"]
        if row["value"] >= main["stop"]
    ]
    columns = [Column("accuracies"), Column("value", shown=percent), Column("sherlock"), Column("annealing")]
    return Table("panels", "Panels that reach STOP, and how often each was returned.", columns, rows, on_page=False)


def _draw_curve(curve: Json, ax: Axes) -> None:
    from haversack.energies import OddsCurve

    shares = np.linspace(0.0, 1.0, 201)
    ax.plot(np.arange(MEMBERS + 1) / MEMBERS, TABLE, "o", color="black", label="table, $p_{8,k}$")
    ax.plot(shares, 1.0 - CURVE.errors(shares), label=f"the paper's, a = {CURVE.a:g}, b = {CURVE.b:g}")
    ours = OddsCurve(a=curve["a"], b=curve["b"])
    ax.plot(shares, 1.0 - ours.errors(shares), "--", label=f"ours, a = {ours.a:.2f}, b = {ours.b:.1f}")
    ax.set(xlabel="share of right votes", ylabel="chance of a right decision")
    ax.legend()


def _draw_runs(results: Mapping[str, Json], main: Json, ax: Axes) -> None:
    for searcher, printed in PRINTED.items():
        values = results[f"search-{main['reading']}"][searcher]["values"]
        line = ax.ecdf(values, label=printed.name)
        ax.axvline(printed.accuracy, linestyle="--", linewidth=1, color=line.get_color())
    for value in main["stop"], main["best"]:
        ax.axvline(value, linestyle=":", color="black")
    ax.set(xlabel="value of the panel", ylabel="share of runs")
    ax.legend()
