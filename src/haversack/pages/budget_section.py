"""What other budgets buy: the frontier, where the answer stands on it, and the next budget worth its money."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.pages.canvas import ACCENT, INK, MUTED, WARM, draw_svg
from haversack.pages.model import Column, Drawing, Section, Table
from haversack.pages.scales import ValueScale
from haversack.pages.wording import format_number, format_share, format_small_share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack.pages.staircase import Stair, Staircase

_MOST_ROWS = 10
_WIDE = 30.0
_NEAR = 0.06


def build_budget_section(staircase: Staircase, panel: Stair | None, key: str) -> Section:
    """Return the figure and the table of a frontier.

    Parameters
    ----------
    staircase
        The best set for every budget.
    panel
        The answer to mark, with its budget; None without one.
    key
        Begins the names in the figure.
    """
    if panel is not None:
        staircase = staircase.add(panel)
    upper = None if panel is None else staircase.find_next(panel, panel.budget)[0]
    return Section(
        "Budget",
        paragraphs=[] if panel is None else describe_budget(staircase, panel),
        drawings=[_draw_staircase(staircase, panel, upper, key)],
        tables=[_list_stairs(staircase, panel, upper)],
    )


def describe_budget(staircase: Staircase, panel: Stair) -> list[str]:
    """Return sentences on a smaller budget that buys the same, and on the next useful one."""
    sentences = []
    if panel.cost < panel.budget * (1.0 - 1e-9):
        spare = panel.budget - panel.cost
        sentences.append(
            f"The panel costs {format_number(panel.cost)}: {format_number(spare)} of the budget stays unspent."
        )
    upper, is_useful = staircase.find_next(panel, panel.budget)
    if upper is None:
        sentences.append("No larger budget is known to buy a better panel.")
        return sentences
    more = upper.cost - panel.budget
    if panel.error is None or upper.error is None:
        gain = f"the value rises from {format_number(panel.value)} to {format_number(upper.value)}"
    else:
        gain = f"mistakes fall from {format_small_share(panel.error)} to {format_small_share(upper.error)}"
    name = "next useful budget" if is_useful else "next larger budget that changes anything"
    sentences.append(f"The {name} is {format_number(upper.cost)}, {format_number(more)} more: {gain}.")
    return sentences


def _draw_staircase(staircase: Staircase, panel: Stair | None, upper: Stair | None, key: str) -> Drawing:
    stairs = staircase.stairs
    scale = ValueScale.of((stair.value, stair.error) for stair in stairs)
    costs = [stair.cost for stair in stairs]
    heights = [scale.get_height(stair.value, stair.error) for stair in stairs]
    end = max(costs[-1], 0.0 if panel is None else panel.budget)
    # The same again beside the last stair, so that it is seen to be level.
    end += 0.04 * (end - costs[0])

    def draw(axes: Axes) -> None:
        axes.step([*costs, end], [*heights, heights[-1]], where="post", color=ACCENT)
        if costs[0] > 0.0 and end > _WIDE * costs[0]:
            axes.set_xscale("log")
        axes.margins(y=0.12)
        if upper is not None:
            height = scale.get_height(upper.value, upper.error)
            axes.plot(upper.cost, height, marker="o", markersize=6.0, color=MUTED, linestyle="")
            if panel is None or _measure_distance(axes, panel.budget, upper.cost) > _NEAR:
                _annotate(axes, "next", (upper.cost, height), (0.0, 9.0), MUTED)
        if panel is not None:
            height = scale.get_height(panel.value, panel.error)
            axes.axvline(panel.budget, color=WARM, linestyle="dashed", linewidth=1.0)
            axes.plot(panel.budget, height, marker="o", markersize=7.5, color=WARM, linestyle="")
            _annotate(axes, "you are here", (panel.budget, height), (7.0, -13.0), INK)
        axes.set_xlabel("budget")
        scale.label(axes)

    proof = "proved best for every budget" if staircase.whole else "the best known at the budgets that were searched"
    caption = f"What the best panel of each budget reaches: {proof}."
    return Drawing(draw_svg(draw, key=key, label=caption), caption)


def _measure_distance(axes: Axes, first: float, second: float) -> float:
    """Return how far apart two budgets are drawn, as a share of the width."""
    places = axes.get_xaxis_transform().transform([(first, 0.0), (second, 0.0)])[:, 0]
    return float(abs(places[1] - places[0]) / axes.bbox.width)


def _annotate(axes: Axes, text: str, point: tuple[float, float], offset: tuple[float, float], colour: str) -> None:
    # To the left of points that are far on the right.
    side, sign = ("right", -1.0) if _measure_distance(axes, axes.get_xlim()[0], point[0]) > 0.7 else ("left", 1.0)
    axes.annotate(
        text,
        point,
        xytext=(sign * offset[0], offset[1]),
        textcoords="offset points",
        ha="center" if offset[0] == 0.0 else side,
        color=colour,
        fontsize=9.0,
        fontweight="bold" if colour == INK else "regular",
    )


def _list_stairs(staircase: Staircase, panel: Stair | None, upper: Stair | None) -> Table:
    stairs = list(staircase.stairs)
    wanted = [stair for stair in (panel, upper) if stair is not None]
    if len(stairs) > _MOST_ROWS:
        # Evenly over the stairs, with the answer and the next useful one.
        places = {round(place * (len(stairs) - 1) / (_MOST_ROWS - 1)) for place in range(_MOST_ROWS)}
        places |= {place for place, stair in enumerate(stairs) if stair in wanted}
        stairs = [stairs[place] for place in sorted(places)]
    is_share = all(stair.error is not None for stair in stairs)
    columns = [
        Column("from a budget of", is_number=True),
        Column("members", is_number=True),
        Column("right" if is_share else "value", is_number=True),
        *([Column("mistakes", is_number=True)] if is_share else []),
        *([] if staircase.whole else [Column("proved")]),
    ]
    rows = [
        [
            format_number(stair.cost),
            f"{len(stair.names):,}",
            format_share(stair.value, stair.error) if stair.error is not None else format_number(stair.value),
            *([] if stair.error is None or not is_share else [format_small_share(stair.error)]),
            *([] if staircase.whole else ["yes" if stair.proven else "no"]),
        ]
        for stair in stairs
    ]
    marked = [place for place, stair in enumerate(stairs) if stair is panel]
    hidden = len(staircase.stairs) - len(stairs)
    caption = f"{len(stairs)} of {len(staircase.stairs):,} budgets at which the best panel changes" if hidden else ""
    return Table(columns, rows, marked=marked, caption=caption)
