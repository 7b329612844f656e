"""Plots of policies: accuracy against mean cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.plots.canvas import COLOURS, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack.policies.policy import Policy


def plot_policy(policy: Policy, ax: Axes | None = None) -> Axes:
    """Draw the accuracy that policies reach at each mean cost, the chosen one, and the alternatives beside it.

    Parameters
    ----------
    policy
        What to draw.
    ax
        Where to draw. Default: a new figure.

    Returns
    -------
    Axes
        The axes drawn on.
    """
    ax = new_figure().subplots() if ax is None else ax
    points = policy.frontier()
    if points:
        ax.plot(
            [point.cost for point in points],
            [point.accuracy for point in points],
            marker=".",
            color=COLOURS[0],
            label="ask in order, stop early",
            gid="frontier",
        )
    expected = policy.expected
    reach = None if expected is None else [[policy.accuracy - expected.low], [expected.high - policy.accuracy]]
    own = "this policy" if expected is None else f"this policy, on {expected.valid_for}"
    _draw_point(ax, policy.expected_cost, policy.accuracy, reach, (COLOURS[0], "o", own))
    marks = zip(policy.alternatives, COLOURS[1:], ("s", "^", "D", "v"), strict=False)
    for alternative, colour, marker in marks:
        reach = None
        if alternative.low is not None and alternative.high is not None:
            reach = [[alternative.accuracy - alternative.low], [alternative.high - alternative.accuracy]]
        _draw_point(ax, alternative.cost, alternative.accuracy, reach, (colour, marker, alternative.title))
    ax.set(xlabel="mean cost per item", ylabel="accuracy")
    ax.legend(loc="lower right")
    return ax


def _draw_point(
    ax: Axes, cost: float, accuracy: float, reach: list[list[float]] | None, style: tuple[str, str, str]
) -> None:
    """Draw a mark, and the interval of its accuracy if it is known."""
    colour, marker, label = style
    limits = None if reach is None else [[max(0.0, each) for each in side] for side in reach]
    ax.errorbar(
        [cost],
        [accuracy],
        yerr=limits,
        linestyle="none",
        marker=marker,
        capsize=2.5,
        linewidth=1.0,
        color=colour,
        label=label,
        # The one that was chosen lies on top.
        zorder=4.0 if marker == "o" else 3.0,
    )
