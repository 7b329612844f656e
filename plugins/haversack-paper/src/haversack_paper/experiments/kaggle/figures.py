"""The figures of the page."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.kaggle.results import ENSEMBLES, Study, of_kind
from haversack_paper.experiments.kaggle.voters import majority_accuracy
from haversack_paper.published import TABLE_3
from haversack_paper.report import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LONGEST = 201
_LINES = (("-", 2.6), ("--", 1.5), ("-.", 1.5))
"""Styles and widths of lines, in a cycle whose length does not divide the number of colours."""


def figures(studies: list[Study]) -> list[Figure]:
    """Return histograms, what annealing finds in smaller pools, and how accuracy grows with the number of voters."""
    whole, drawn = of_kind(studies, "all"), of_kind(studies, "drawn")
    smallest = [study for study in drawn if study.members == min(other.members for other in drawn)]
    fewest = smallest[0].members if smallest else 0
    found = [
        Figure(
            "scores",
            "Final scores of all teams, read as accuracies, and the beta distribution fitted to those that are neither "
            "0 nor 1. Heights are cut off at the highest bar.",
            [functools.partial(_draw_histogram, study) for study in whole],
        ),
        Figure(
            "ensembles",
            f"Pools of {fewest} teams: accuracy that annealing ends with (mean over the draws), by STOP "
            "and by its limit of steps, the proven optimum, and the paper's two numbers for the competition or for "
            "the one that it stands in for (crosses).",
            [functools.partial(_draw_bars, smallest)] if smallest else [],
        ),
        Figure(
            "voters",
            "Mean accuracy of a majority of so many random teams. Dotted: the paper's numbers by MAXSTEP for the five "
            "competitions. Real leaderboards have thousands of teams, far to the right.",
            [functools.partial(_draw_growth, whole)] if whole else [],
        ),
    ]
    return [figure for figure in found if figure.draws]


def _draw_histogram(study: Study, axes: Axes) -> None:
    assert study.histogram is not None
    edges, counts = np.array(study.histogram["edges"]), np.array(study.histogram["counts"])
    density = counts / counts.sum() / np.diff(edges)
    axes.stairs(density, edges, fill=True, color="C0", alpha=0.6)
    fit = study.pools[0]["fit"]
    if fit["alpha"] is not None:
        from scipy.special import betaln, xlog1py, xlogy

        alpha, beta = fit["alpha"], fit["beta"]
        inside = np.linspace(edges[0], edges[-1], 402)[1:-1]
        log_density = xlogy(alpha - 1.0, inside) + xlog1py(beta - 1.0, -inside) - betaln(alpha, beta)
        label = f"beta, {'accepted' if fit['accepted'] else 'rejected'}"
        axes.plot(inside, np.exp(log_density), color="C1", label=label)
        axes.legend()
    axes.set(title=f"{study.competition.title}: {study.reading.label}", ylim=(0.0, 1.05 * density.max()))
    axes.set(xlabel="accuracy", ylabel="density")


def _draw_bars(studies: list[Study], axes: Axes) -> None:
    """Draw horizontal bars, so that there is room for the names."""
    places = np.arange(len(studies))
    for offset, (key, label) in enumerate(ENSEMBLES.items()):
        axes.barh(places + 0.25 * (offset - 1), [study.mean(key, "value") for study in studies], 0.25, label=label)
    crosses = [
        (TABLE_3.rows[study.competition.row][column] / 100.0, place + shift)
        for place, study in enumerate(studies)
        if study.competition.row is not None
        for column, shift in ((1, -0.25), (0, 0.0))
    ]
    if crosses:
        axes.plot(*zip(*crosses, strict=True), "kx", markersize=4.0, label="paper")
    labels = [f"{study.competition.title}\n{study.reading.label}" for study in studies]
    axes.set_yticks(places, labels, fontsize=7.0)
    axes.invert_yaxis()
    axes.set(xlabel="accuracy", xlim=(0.0, 1.02))
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4)


def _draw_growth(studies: list[Study], axes: Axes) -> None:
    """Draw a curve for each leaderboard; broken lines are thin and drawn above the others, so that both are seen."""
    sizes = np.arange(1, _LONGEST + 1, 2)
    for number, study in enumerate(studies):
        means = [majority_accuracy(int(size), study.mean_accuracy) for size in sizes]
        layer = number % len(_LINES)
        style, width = _LINES[layer]
        axes.plot(sizes, means, label=study.name, linestyle=style, linewidth=width, zorder=2.0 + 0.1 * layer)
    for accuracy in TABLE_3.column("SA to MAXSTEP, %"):
        axes.axhline(accuracy / 100.0, color="0.4", linestyle=":", linewidth=0.8)
    axes.set(xlabel="voters", ylabel="mean accuracy of their majority", xscale="log")
    axes.legend(fontsize=7.0, loc="center right", handlelength=4.0)
