"""The accuracy that is expected on new items beside the one on the recorded items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from haversack.pages.canvas import ACCENT, INK, MUTED, PAPER, draw_svg
from haversack.pages.model import Column, Drawing, Section, Table
from haversack.pages.verdict import has_constraints
from haversack.pages.wording import format_share, show_name
from haversack.reports.rivals import find_rivals

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack.api.selection import Selection

_SPACE = "\u00a0"
_METHODS = {
    "bootstrap": "by choosing again from resampled items",
    "nested": "by cross-validation: chosen by some items, tried on others",
    "holdout": "on items that had no part in the choice",
    "recorded": "by the recorded items themselves: little was chosen by them",
    "uncorrected": "by the items that it was chosen by, which is likely too high",
}


@attrs.frozen
class _Estimate:
    """One line of the figure."""

    name: str
    accuracy: float
    low: float
    high: float
    shown: float | None


def build_expectation_section(selection: Selection, key: str) -> Section | None:
    """Return the figure and the table of what is expected, or None where a result has no such estimate."""
    expected = getattr(selection, "expected", None)
    if expected is None:
        return None
    estimates = _list_estimates(selection, expected)
    method = _METHODS.get(expected.method, f"by the method {expected.method}")
    caption = "Dots: the accuracy to expect on new items, with its 95 % interval. Diamonds: on the recorded items."
    heads = ("on new items", "95 % interval", "on recorded items")
    columns = [Column("panel"), *(Column(head, is_number=True) for head in heads)]
    rows = [
        [
            estimate.name,
            _format_share(estimate.accuracy),
            f"{_format_share(estimate.low).partition(_SPACE)[0]} to {_format_share(estimate.high)}",
            "–" if estimate.shown is None else _format_share(estimate.shown),
        ]
        for estimate in estimates
    ]
    return Section(
        "New items",
        paragraphs=[f"A panel looks better on the items by which it was chosen. On new ones, estimated {method}:"],
        drawings=[Drawing(_draw_estimates(estimates, key, caption), caption)],
        tables=[Table(columns, rows, marked=[0])],
    )


def _list_estimates(selection: Selection, expected: Any) -> list[_Estimate]:
    allowed = " allowed" if has_constraints(selection) else ""
    estimates = [_read_estimate("this panel", expected)]
    for kind, rival in find_rivals(selection).items():
        title = f"best single{allowed}" if kind == "best_single" else kind
        name = f"{title}, {show_name(rival.names[0], 24)}" if kind == "best_single" and rival.names else title
        estimates.append(_read_estimate(name, rival))
    return estimates


def _read_estimate(name: str, estimate: Any) -> _Estimate:
    shown = getattr(estimate, "shown", None)
    return _Estimate(name, float(estimate.accuracy), float(estimate.low), float(estimate.high), shown)


def _format_share(share: float) -> str:
    """Return a share of items, of which there are too few for what rounding leaves of a mistake."""
    return format_share(round(share, 9))


def _draw_estimates(estimates: list[_Estimate], key: str, label: str) -> str:
    def draw(axes: Axes) -> None:
        for row, estimate in enumerate(estimates):
            colour = ACCENT if row == 0 else MUTED
            axes.plot([100 * estimate.low, 100 * estimate.high], [row, row], color=colour, linewidth=2.2)
            axes.plot(100 * estimate.accuracy, row, marker="o", markersize=8.0, color=colour, linestyle="")
            if estimate.shown is not None:
                axes.plot(
                    100 * estimate.shown, row, marker="D", markersize=6.0, color=INK, markerfacecolor=PAPER, zorder=3
                )
            axes.annotate(
                estimate.name, (100 * estimate.low, row), xytext=(0, 9), textcoords="offset points", color=INK
            )
        axes.set(xlabel="right, %", yticks=[], ylim=(len(estimates) - 0.5, -0.75))
        axes.spines["left"].set_visible(False)
        axes.margins(x=0.12)

    return draw_svg(draw, key=key, label=label, height=0.7 + 0.62 * len(estimates))
