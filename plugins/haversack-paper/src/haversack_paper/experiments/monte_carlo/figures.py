"""The figure of the shares of successful searches."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from haversack_paper.experiments.monte_carlo.comparisons import BESTS, PAPER, describe_trap
from haversack_paper.report import Figure, Json

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_METHODS = {
    "half-draws": ("draws with 1/2, redrawn", "#4269d0"),
    "half-draws-in-vain": ("draws with 1/2, in vain", "#6cc5b0"),
    "walk-1": ("plain walk, one by one", "#d9661f"),
    "walk-2": ("plain walk, by pairs", "#a463f2"),
    "monte-carlo": ("monte-carlo", "#3ca951"),
    "annealing": ("annealing", "#9498a0"),
}


def figures(traps: list[Json]) -> list[Figure]:
    """Return the shares over the number of steps, for the smallest trap of either kind that haversack searched."""
    searched = sorted((trap for trap in traps if "annealing" in trap["shares"]), key=lambda trap: trap["members"])
    shown = [next(trap for trap in searched if trap["best"] == best) for best in BESTS]
    caption = (
        "The share of searches that have found the best panel of the trap, over the number of steps. Dotted: the "
        "paper's 11 % and 96 %."
    )
    return [Figure("success", caption, [functools.partial(_draw, trap) for trap in shown])]


def _draw(trap: Json, axes: Axes) -> None:
    for method, (label, colour) in _METHODS.items():
        # The plain walks at the first temperatures only.
        shares = next(
            shares for name, shares in trap["shares"].items() if name.startswith(method + "-") or name == method
        )
        axes.plot(trap["steps"], shares, ".-", color=colour, linewidth=1.2, label=label)
    for share in PAPER:
        axes.axhline(share, color="black", linestyle=":", linewidth=1.0)
    axes.set(xscale="log", xlabel="steps", ylabel="share that found the best panel", ylim=(-0.02, 1.02))
    title = describe_trap(trap["members"], trap["beta"], trap["epsilon"])
    axes.set_title(f"{title}:\n{BESTS[trap['best']]}", fontsize="medium")
    # Below: inside, it would hide lines.
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=3, fontsize=6.0)
