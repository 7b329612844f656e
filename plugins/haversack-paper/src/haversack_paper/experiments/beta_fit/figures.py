"""Figures of the fits."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.beta_fit.compute import count_wins, share_accepted
from haversack_paper.experiments.beta_fit.families import ALL, COMPARISONS
from haversack_paper.report import Figure, Json

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHOWN = ("beta", "normal", "Weibull", "Gumbel, maxima", "gamma of 1 - q")


def figures(settings: list[Json]) -> list[Figure]:
    """Return values of q with fitted densities, and which family wins."""
    densities = [functools.partial(_draw_densities, setting) for setting in settings if setting["picture"] is not None]
    winners = [functools.partial(_draw_winners, settings), functools.partial(_draw_accepted, settings)]
    caption = (
        "Left: the share of samples that each family fits best, in three comparisons. Right: the share of samples in "
        "which a test does not reject a beta distribution, by the size of the panel."
    )
    histogram = "Simulated values of q, and the likeliest members of some families. Grey: the histogram."
    return [Figure("densities", histogram, densities), Figure("winners", caption, winners)]


def _draw_densities(setting: Json, ax: Axes) -> None:
    picture = setting["picture"]
    ax.stairs(picture["heights"][::-1], picture["edges"][::-1], fill=True, color="lightgrey")
    for name in _SHOWN:
        ax.plot(picture["grid"], picture[name], label=name, linewidth=2 if name == "beta" else 1)
    ax.axvline(setting["stop"]["stop"], color="black", linestyle=":", label="STOP")
    ax.set(xlabel="q", ylabel="density", title=f"{setting['law']}, {setting['size']} members")
    ax.set_ylim(0.0, 1.3 * max(picture["heights"]))
    ax.legend(fontsize="small")


def _draw_winners(settings: list[Json], ax: Axes) -> None:
    wins = [count_wins(settings, families) for families in COMPARISONS.values()]
    lefts = np.zeros(len(wins))
    for family in ALL:
        shares = np.array([some.get(family.name, 0.0) for some in wins])
        if shares.any():
            ax.barh(list(COMPARISONS), shares, left=lefts, label=family.name)
            lefts += shares
    ax.set(xlabel="share of samples fitted best")
    ax.invert_yaxis()
    ax.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.22), ncols=2)


def _draw_accepted(settings: list[Json], ax: Axes) -> None:
    sizes = sorted({setting["size"] for setting in settings})
    for kind, label in (True, "beta accuracies"), (False, "other accuracies"):
        groups = [[one for one in settings if one["is_beta"] is kind and one["size"] == size] for size in sizes]
        ax.plot(sizes, [share_accepted(group) for group in groups], "o-", label=label)
    ax.set(xlabel="size of the panel", ylabel="beta fit not rejected", ylim=(-0.02, 1.02))
    ax.legend()
