"""What other budgets buy: the frontier, where the answer stands on it, and the next budget worth its money."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.pages.budget_words import describe_budget
from haversack.pages.canvas import ACCENT, INK, MUTED, WARM, draw_svg
from haversack.pages.cost_axis import scale_costs
from haversack.pages.measure import Measure
from haversack.pages.model import Column, Drawing, Section, Table
from haversack.pages.scales import ValueScale
from haversack.pages.wording import format_number, format_share, format_small_share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from haversack.pages.staircase import Stair, Staircase
    from haversack.pages.standing import AnswerStanding

_MOST_ROWS = 10
_NEAR = 0.06
_FAR = 0.7


def build_budget_section(
    staircase: Staircase, standing: AnswerStanding | None, key: str, *, place: str = ""
) -> Section:
    """Return the figure and the table of a frontier.

    Parameters
    ----------
    staircase
        The best set for every budget.
    standing
        The answer to mark, among the best sets; None without one.
    key
        Begins the names in the figure.
    place
        Where the accuracies were measured, as in `haversack.pages.measure.Measure`.
    """
    if standing is not None and standing.staircase is not None:
        staircase = standing.staircase
    shown = staircase.stairs if standing is None else (*staircase.stairs, standing.panel)
    measure = Measure(all(stair.error is not None for stair in shown), place)
    return Section(
        "Budget",
        paragraphs=[] if standing is None else describe_budget(standing, measure),
        drawings=[_draw_staircase(staircase, standing, measure, key)],
        tables=[_list_stairs(staircase, standing, measure)],
    )


def _draw_staircase(staircase: Staircase, standing: AnswerStanding | None, measure: Measure, key: str) -> Drawing:
    stairs = staircase.stairs
    panel, upper = (None, None) if standing is None else (standing.panel, standing.upper)
    scale = ValueScale.of((stair.value, stair.error) for stair in (*stairs, *_list_present(panel)))
    costs = [stair.cost for stair in stairs]
    heights = [scale.get_height(stair.value, stair.error) for stair in stairs]
    end = _find_end(costs, costs[-1] if panel is None else panel.budget)

    def draw(axes: Axes) -> None:
        axes.step([*costs, end], [*heights, heights[-1]], where="post", color=ACCENT)
        if len(stairs) == 1:
            axes.plot(costs, heights, marker="o", markersize=6.0, color=ACCENT, linestyle="")
        scale_costs(axes, costs[0], end)
        axes.margins(y=0.14)
        if upper is not None:
            height = scale.get_height(upper.value, upper.error)
            axes.plot(upper.cost, height, marker="o", markersize=6.0, color=MUTED, linestyle="", clip_on=False)
            if panel is None or _measure_distance(axes, panel.budget, upper.cost) > _NEAR:
                _annotate(axes, "next", (upper.cost, height), (0.0, 9.0), MUTED)
        if panel is not None:
            height = scale.get_height(panel.value, panel.error)
            axes.axvline(panel.budget, color=WARM, linestyle="dashed", linewidth=1.0)
            axes.plot(panel.budget, height, marker="o", markersize=7.5, color=WARM, linestyle="", clip_on=False)
            # Below the line to the right of the point, above it to the left, where the line does not pass.
            is_above = _is_far_right(axes, panel.budget) and (standing is None or standing.rival is None)
            _annotate(axes, "you are here", (panel.budget, height), (7.0, 6.0 if is_above else -13.0), INK)
        axes.set_xlabel("budget")
        scale.label(axes, measure.title)

    proof = "proved best for every budget" if staircase.whole else "the best known at the budgets that were searched"
    caption = f"What the best panel of each budget reaches{measure.place}: {proof}."
    return Drawing(draw_svg(draw, key=key, label=caption), caption)


def _list_present(*stairs: Stair | None) -> list[Stair]:
    return [stair for stair in stairs if stair is not None]


def _find_end(costs: Sequence[float], budget: float) -> float:
    """Return where the last stair ends in the figure, beyond its beginning so that it is seen to be level."""
    end = max(costs[-1], budget)
    span = end - costs[0]
    return end + (0.04 * span if span > 0.0 else 0.25 * abs(end) or 1.0)


def _measure_distance(axes: Axes, first: float, second: float) -> float:
    """Return how far apart two budgets are drawn, as a share of the width."""
    places = axes.get_xaxis_transform().transform([(first, 0.0), (second, 0.0)])[:, 0]
    # Near the largest number that there is, places may not be finite.
    distance = abs(float(places[1]) - float(places[0]))
    return distance / float(axes.bbox.width) if math.isfinite(distance) else 0.0


def _is_far_right(axes: Axes, budget: float) -> bool:
    return _measure_distance(axes, axes.get_xlim()[0], budget) > _FAR


def _annotate(axes: Axes, text: str, point: tuple[float, float], offset: tuple[float, float], colour: str) -> None:
    # To the left of points that are far on the right.
    side, sign = ("right", -1.0) if _is_far_right(axes, point[0]) else ("left", 1.0)
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


def _list_stairs(staircase: Staircase, standing: AnswerStanding | None, measure: Measure) -> Table:
    remarks = _list_remarks(standing)
    stairs = list(staircase.stairs)
    if len(stairs) > _MOST_ROWS:
        # Evenly over the stairs, with those that are spoken of.
        places = {round(place * (len(stairs) - 1) / (_MOST_ROWS - 1)) for place in range(_MOST_ROWS)}
        places |= {place for place, stair in enumerate(stairs) if stair in remarks}
        stairs = [stairs[place] for place in sorted(places)]
    hidden = len(staircase.stairs) - len(stairs)
    caption = f"{len(stairs)} of {len(staircase.stairs):,} budgets at which the best panel changes" if hidden else ""
    panel = None if standing is None else standing.panel
    if panel is not None and panel not in stairs:
        stairs = sorted([*stairs, panel], key=lambda stair: stair.cost)
    columns = [
        Column("from a budget of", is_number=True),
        Column("members", is_number=True),
        Column(measure.title, is_number=True),
        *([Column(measure.mistakes, is_number=True)] if measure.is_share else []),
        *([Column("what")] if remarks else [] if staircase.whole else [Column("proved")]),
    ]
    rows = [
        [
            format_number(stair.cost),
            f"{len(stair.names):,}",
            format_share(stair.value, stair.error) if stair.error is not None else format_number(stair.value),
            *([] if stair.error is None or not measure.is_share else [format_small_share(stair.error)]),
            *_describe_stair(stair, remarks, is_proved=staircase.whole),
        ]
        for stair in stairs
    ]
    return Table(columns, rows, marked=[place for place, stair in enumerate(stairs) if stair == panel], caption=caption)


def _describe_stair(stair: Stair, remarks: Mapping[Stair, str], *, is_proved: bool) -> list[str]:
    """Return what a set is and whether it is proved to be the best, where not all of them are."""
    if not remarks:
        return [] if is_proved else ["yes" if stair.proven else "no"]
    doubt = [] if is_proved or stair.proven else ["not proved"]
    return [", ".join([*([remarks[stair]] if stair in remarks else []), *doubt])]


def _list_remarks(standing: AnswerStanding | None) -> dict[Stair, str]:
    """Return what the sets are that are spoken of."""
    if standing is None:
        return {}
    named = (
        (standing.upper, "next"),
        # That it is cheaper is seen from its place, and telephones are narrow.
        (standing.cheaper, standing.rate_cheaper()),
        (standing.rival, "best within the budget"),
        (standing.panel, "this panel"),
    )
    return {stair: remark for stair, remark in named if stair is not None}
