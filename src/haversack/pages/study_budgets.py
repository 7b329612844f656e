"""What budgets buy in a study, for each combination of parts."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.pages.canvas import draw_svg
from haversack.pages.cost_axis import scale_costs
from haversack.pages.model import Column, Drawing, LegendEntry, Section, Table
from haversack.pages.scales import ValueScale
from haversack.pages.study_verdict import Row, format_answer_briefly, name_parts
from haversack.pages.wording import format_number, show_name
from haversack.pools.columns import COSTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.axes import Axes

_MARKERS = "os^Dv<>P"
_LARGEST, _SMALLEST = 9.0, 4.0
_MOST_TICKS = 6

Medians = dict[float, tuple[float, float | None]]


@attrs.frozen
class _Measure:
    """By what the budgets of several pools can be compared.

    Parameters
    ----------
    title
        Head of its column.
    caption
        What the figure shows.
    find
        Returns the budget of a row by this measure, or None if it has none.
    show
        Returns a budget as text.
    """

    title: str
    caption: str
    find: Callable[[Row], float | None]
    show: Callable[[float], str] = format_number


def build_budgets_section(
    answers: Sequence[Row], config: Mapping[str, Any] | None, paragraphs: Sequence[str], key: str
) -> Section | None:
    """Return the medians over pools and seeds at each budget, or at each share of the cost of all members.

    None if there are not at least two budgets, or shares, that all pools have.

    Parameters
    ----------
    answers
        To problems that all combinations of parts have answered: a combination that has answered others would look
        better or worse than it is.
    config
        The study, if it is recorded: shares are found by the costs of its pools.
    paragraphs
        Sentences that belong to the figure.
    key
        Begins the names in it.
    """
    shares = _find_shares(config)
    measures = (
        _Measure("budget", "The median answer at each budget that all pools share.", lambda row: row["budget"]),
        _Measure(
            "budget, % of the cost of all",
            "The median answer at each budget, as a share of what all members of a pool cost together.",
            lambda row: shares.get((row["pool"], row["budget"])),
            lambda share: f"{share:.4g}\u00a0%",
        ),
    )
    for measure in measures:
        lines = _find_medians(answers, measure)
        if len({budget for line in lines.values() for budget in line}) > 1:
            drawn = dict(list(lines.items())[: len(_MARKERS)])
            cut = [f"The first {len(drawn)} of {len(lines)} combinations are drawn."] if len(drawn) < len(lines) else []
            return Section(
                "What budgets buy",
                drawings=[_draw_lines(drawn, measure, key)],
                tables=[_list_medians(drawn, measure)],
                paragraphs=[*paragraphs, *cut],
            )
    return None


def _find_shares(config: Mapping[str, Any] | None) -> dict[tuple[str, float], float]:
    """Return how many per cent of the cost of all members a budget is, by the name of the pool and the budget."""
    if config is None:
        return {}
    totals = {
        each["name"]: float(np.sum(each["pool"][COSTS.key]))
        for each in config.get("pools", ())
        if each["pool"].get(COSTS.key) is not None
    }
    shares = config.get("budget_shares") or ()
    return {(name, share * total): 100.0 * share for name, total in totals.items() for share in shares}


def _find_medians(answers: Sequence[Row], measure: _Measure) -> dict[str, Medians]:
    """Return the median answer at each budget that all pools have, by the names of parts."""
    lines: dict[str, dict[float, list[Row]]] = {}
    for row in answers:
        budget = measure.find(row)
        if budget is not None:
            lines.setdefault(name_parts(row), {}).setdefault(budget, []).append(row)
    # A median over other pools would be that of something else.
    pools = len({row["pool"] for row in answers})
    return {
        name: {
            budget: _find_median(line[budget])
            for budget in sorted(line)
            if len({row["pool"] for row in line[budget]}) == pools
        }
        for name, line in lines.items()
    }


def _find_median(rows: Sequence[Row]) -> tuple[float, float | None]:
    errors = [row["error"] for row in rows if row["error"] is not None]
    value = statistics.median(row["value"] for row in rows)
    return value, statistics.median(errors) if len(errors) == len(rows) else None


def _draw_lines(lines: Mapping[str, Medians], measure: _Measure, key: str) -> Drawing:
    scale = ValueScale.of([pair for line in lines.values() for pair in line.values()])
    sizes = np.linspace(_LARGEST if len(lines) > 1 else _SMALLEST, _SMALLEST, len(lines))

    def draw(axes: Axes) -> None:
        from matplotlib.ticker import FuncFormatter, MaxNLocator

        budgets = [budget for line in lines.values() for budget in line]
        scale_costs(axes, min(budgets), max(budgets))
        # Lines often coincide: the first are seen around the others.
        for line, marker, size in zip(lines.values(), _MARKERS, sizes, strict=False):
            heights = [scale.get_height(value, error) for value, error in line.values()]
            axes.plot(list(line), heights, marker=marker, markersize=size, markerfacecolor="none", linewidth=0.4 * size)
        if axes.get_xscale() == "linear":
            axes.xaxis.set_major_locator(MaxNLocator(_MOST_TICKS))
            axes.xaxis.set_major_formatter(FuncFormatter(lambda budget, _: measure.show(budget)))
        axes.set_xlabel(measure.title)
        scale.label(axes, "right, median")

    # Below the drawing, where names have room.
    legend = [LegendEntry(show_name(name), f"series-{number}") for number, name in enumerate(lines)]
    drawing = draw_svg(draw, key=key, label=measure.caption)
    return Drawing(drawing, measure.caption, legend if len(lines) > 1 else ())


def _list_medians(lines: Mapping[str, Medians], measure: _Measure) -> Table:
    heads = [Column(show_name(name), is_number=True, is_name=True) for name in lines]
    budgets = sorted({budget for line in lines.values() for budget in line})
    cells = [
        [measure.show(budget)]
        + [format_answer_briefly(*line[budget]) if budget in line else "" for line in lines.values()]
        for budget in budgets
    ]
    return Table([Column(measure.title, is_number=True), *heads], cells)
