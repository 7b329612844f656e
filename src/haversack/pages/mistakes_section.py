"""Shared mistakes of the chosen members, as a heat map."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.pages.canvas import ACCENT, INK, LINE, MUTED, WARM, draw_svg
from haversack.pages.model import Drawing, Section
from haversack.pages.shared_mistakes import compute_shared_mistakes
from haversack.pages.wording import format_small_share, format_times, show_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack.api.selection import Selection
    from haversack.pages.shared_mistakes import SharedMistakes

_MOST_MEMBERS = 14
_LONGEST = 16
_FULL = 2.0
"""The power of two of the ratio at which colours are full."""
_CLEAR = 2.0
"""In standard errors."""


def build_mistakes_section(selection: Selection, key: str) -> Section | None:
    """Return the heat map of a panel of two or more with recorded votes, otherwise None."""
    votes = selection.pool.votes
    if votes is None or len(selection.members) < 2:
        return None
    members = _choose_members(selection)
    mistakes = compute_shared_mistakes(votes, members)
    names = [selection.pool.names[member] for member in members]
    # A pair can only be compared by the items that both answered, which may be few.
    items = "the items" if votes.answered[:, members].all() else "the items that both answered"
    paragraphs = [_describe_worst(mistakes, names, items)]
    if len(members) < len(selection.members):
        paragraphs.append(f"The {len(members)} least accurate members are shown.")
    return Section("Shared mistakes", paragraphs=paragraphs, drawings=[_draw_mistakes(mistakes, names, items, key)])


def _choose_members(selection: Selection) -> list[int]:
    """Return the chosen members, of a large panel those with the most mistakes."""
    accuracies = selection.pool.require_accuracies()
    worst = sorted(selection.members, key=lambda member: (accuracies[member], member))[:_MOST_MEMBERS]
    return sorted(worst)


def _describe_worst(mistakes: SharedMistakes, names: list[str], items: str) -> str:
    pair = mistakes.find_worst_pair()
    if pair is None:
        return "No two members are wrong together more often than independent members would be."
    first, second = (show_name(names[member]) for member in pair)
    both, expected = mistakes.both[pair], mistakes.expected[pair]
    times = f", {format_times(both / expected)} as often as" if expected > 0.0 else ", against"
    return (
        f"{first} and {second} are wrong together on {format_small_share(both)} of {items}{times} "
        f"the {format_small_share(expected)} of independent members."
    )


def _draw_mistakes(mistakes: SharedMistakes, names: list[str], items: str, key: str) -> Drawing:
    size = len(names)

    def draw(axes: Axes) -> None:
        from matplotlib.patches import Rectangle

        for row in range(size):
            for column in range(row + 1):
                colour, strength = _choose_colour(mistakes.ratio[row, column]) if row != column else (LINE, 0.0)
                axes.add_patch(
                    Rectangle(
                        (column, row), 1, 1, facecolor=(*_to_rgb(colour), strength), edgecolor=LINE, linewidth=0.6
                    )
                )
                axes.text(
                    column + 0.5,
                    row + 0.5,
                    _format_cell(mistakes.both[row, column]),
                    ha="center",
                    va="center",
                    fontsize=9.0 if size <= 9 else 7.5,
                    color=MUTED if row == column else INK,
                    fontweight="bold" if row != column and _is_clear(mistakes, row, column) else "regular",
                )
        axes.set(xlim=(0, size), ylim=(size, 0), aspect="equal")
        axes.set_xticks(np.arange(size) + 0.5, [str(number + 1) for number in range(size)])
        axes.set_yticks(
            np.arange(size) + 0.5, [f"{show_name(name, _LONGEST)}  {number + 1}" for number, name in enumerate(names)]
        )
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)

    caption = (
        f"Per cent of {items} on which both are wrong; on the diagonal, each alone. Orange: more often than "
        "independent members would be, full at four times; blue: less often. Bold: beyond two standard errors."
    )
    return Drawing(draw_svg(draw, key=key, label=caption, height=3.5), caption)


def _to_rgb(colour: str) -> tuple[float, float, float]:
    return tuple(int(colour[place : place + 2], 16) / 255.0 for place in (1, 3, 5))  # type: ignore[return-value]


def _choose_colour(ratio: float) -> tuple[str, float]:
    """Return the colour of a cell and its strength, from 0 to 1."""
    if math.isnan(ratio):
        return LINE, 0.0
    power = math.log2(ratio) if ratio > 0.0 else -_FULL
    return (WARM if power > 0.0 else ACCENT), round(min(1.0, abs(power) / _FULL) * 0.75, 3)


def _is_clear(mistakes: SharedMistakes, row: int, column: int) -> bool:
    """Return whether a pair differs from independence by more than chance."""
    expected, items = mistakes.expected[row, column], mistakes.items[row, column]
    if not items or math.isnan(expected):
        return False
    error = math.sqrt(expected * (1.0 - expected) / items)
    return bool(abs(mistakes.both[row, column] - expected) > _CLEAR * error)


def _format_cell(share: float) -> str:
    return "–" if math.isnan(share) else f"{100.0 * share:.0f}"
