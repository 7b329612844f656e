"""The members of a pool: which are chosen, how accurate they are and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.pages.canvas import ACCENT, MUTED, PAPER, draw_svg
from haversack.pages.cost_axis import scale_costs
from haversack.pages.labels import label_points
from haversack.pages.measure import choose_measure
from haversack.pages.model import Column, Drawing, Section, Table
from haversack.pages.resources import list_uses
from haversack.pages.silence import compute_answered, describe_gaps
from haversack.pages.wording import count_members, format_number, format_share, format_small_share, show_name
from haversack.pools.columns import list_shown_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from haversack.api.panel import Panel
    from haversack.api.selection import Selection
    from haversack.arrays import FloatArray
    from haversack.pools.pool import Pool

_MOST_ROWS = 200
_MOST_POINTS = 1_500
_MOST_NAMES = 12
_TINY = 1e-7
_NEAR = 1e-9


def build_members_section(selection: Selection, without: Sequence[Panel], key: str) -> Section:
    """Return the figure and the tables of the members.

    Parameters
    ----------
    selection
        The answer.
    without
        The panel without each of its members, if known.
    key
        Begins the names in the figure.
    """
    pool, chosen = selection.pool, selection.members
    others = [member for member in range(len(pool)) if member not in set(chosen)]
    accuracies = pool.accuracies
    if accuracies is not None:
        # The best first: in a long table the rest is cut off.
        others.sort(key=lambda member: (-accuracies[member], member))
    tables = [list_members(selection, chosen, "", without)]
    if others:
        tables.append(list_members(selection, others, f"{count_members(len(others))} not chosen"))
    paragraphs = [*describe_gaps(selection), *_describe_sum(selection)]
    drawings = [] if accuracies is None else [_draw_members(pool, chosen, others, key)]
    return Section("Members", paragraphs=paragraphs, drawings=drawings, tables=tables)


def _describe_sum(selection: Selection) -> list[str]:
    """Return a sentence on what the panel costs where that is not the sum of what its members do."""
    costs, model = selection.pool.costs, selection.parts.get("cost")
    if costs is None or model is None or list_uses(selection):
        return []
    total = float(costs[list(selection.members)].sum())
    if abs(total - selection.cost) <= _NEAR * abs(total):
        return []
    name = show_name(model.name)
    return [
        f"The costs of the members add up to {format_number(total)}; by the cost model {name} the panel costs "
        f"{format_number(selection.cost)}."
    ]


def list_members(
    selection: Selection, members: Sequence[int], caption: str = "", without: Sequence[Panel] = ()
) -> Table:
    """Return a table of members, folded away under its caption if it has one.

    Parameters
    ----------
    selection
        The answer.
    members
        Indices of the members.
    caption
        What they are, if they are not those that are chosen.
    without
        The panel without each of them, if known.
    """
    shown, pool = members[:_MOST_ROWS], selection.pool
    if len(shown) < len(members):
        caption = f"{caption or 'Chosen'}: the first {len(shown)} of {len(members):,}"
    columns = [Column("member" if caption else "chosen")]
    cells = [[show_name(pool.names[member]) for member in shown]]
    answered = compute_answered(pool)
    for title, values in list_shown_columns(pool):
        is_accuracy = values is pool.accuracies
        columns.append(Column(_name_accuracy(pool) if is_accuracy else title, is_number=True))
        format_cell = format_share if is_accuracy else format_number
        cells.append([format_cell(values[member]) for member in shown])
        if is_accuracy and answered is not None:
            columns.append(Column("answered", is_number=True))
            cells.append([format_share(float(answered[member])) for member in shown])
    if without:
        title, texts = _describe_without(without[: len(shown)], choose_measure(selection).place)
        columns.append(Column(title, is_number=True))
        cells.append(texts)
    return Table(columns, list(zip(*cells, strict=True)), caption=caption, folded=bool(caption))


def _name_accuracy(pool: Pool) -> str:
    """Return what the accuracies of members are: of recorded votes, other shares stand beside them."""
    if pool.votes is None:
        return "accuracy"
    if not pool.has_estimated_accuracies:
        return "accuracy, as given"
    return "accuracy, estimated" if pool.votes.answered.all() else "accuracy where it answered, estimated"


def _describe_without(panels: Sequence[Panel], place: str) -> tuple[str, list[str]]:
    """Return the head and the cells of a column on the panel without each of its members."""
    errors = [panel.error for panel in panels if panel.error is not None]
    if len(errors) < len(panels):
        return "panel without", [format_number(panel.value) for panel in panels]
    if any(0.0 < error < _TINY for error in errors):
        # In per cent of right answers these would all look the same.
        return f"panel without: mistakes{place}", [format_small_share(error) for error in errors]
    title = f"panel without: right{place}" if place else "panel without"
    return title, [format_share(1.0 - error, error) for error in errors]


def _draw_members(pool: Pool, chosen: Sequence[int], others: Sequence[int], key: str) -> Drawing:
    accuracies = pool.require_accuracies()
    # Equal costs would be one line of points.
    costs = None if pool.costs is None or pool.costs.min() == pool.costs.max() else pool.costs
    # Every so many-th of the others, which are in order of accuracy: a page need not carry thousands of points.
    drawn = list(others[:: max(1, -(-len(others) // _MOST_POINTS))])
    places = _place(chosen, drawn, accuracies) if costs is None else costs

    def draw(axes: Axes) -> None:
        from matplotlib.ticker import MaxNLocator

        for members, filling, name in ((drawn, PAPER, "not chosen"), (list(chosen), ACCENT, "chosen")):
            axes.plot(
                places[members],
                100.0 * accuracies[members],
                linestyle="",
                marker="o",
                markersize=6.0,
                color=ACCENT if filling == ACCENT else MUTED,
                markerfacecolor=filling,
                clip_on=False,
                label=name,
            )
        if costs is None:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        axes.margins(0.07)
        if costs is not None:
            scale_costs(axes, float(costs.min()), float(costs.max()))
        axes.set(xlabel="rank by accuracy" if costs is None else "cost", ylabel="accuracy, %")
        axes.autoscale_view()
        # Beside equal accuracies the axis may reach beyond what a share can be.
        low, high = axes.get_ylim()
        axes.set_yticks([tick for tick in axes.get_yticks() if max(low, 0.0) <= tick <= min(high, 100.0 + 1e-9)])
        named = list(chosen) if len(chosen) <= _MOST_NAMES else []
        points = [(float(places[member]), 100.0 * float(accuracies[member])) for member in [*chosen, *drawn]]
        label_points(axes, points, [pool.names[member] for member in named])

    caption = "Accuracy of each member" + _name_accuracy(pool).removeprefix("accuracy")
    caption += "" if costs is None else ", against its cost" if "," in caption else " against its cost"
    caption += ": filled if chosen, hollow if not."
    if pool.has_estimated_accuracies:
        caption += " An estimate is the share of right answers, drawn towards the mean of all members."
    if len(drawn) < len(others):
        caption += f" Of the others, {len(drawn):,} of {len(others):,} are drawn."
    return Drawing(draw_svg(draw, key=key, label=caption), caption)


def _place(chosen: Sequence[int], drawn: Sequence[int], accuracies: FloatArray) -> FloatArray:
    """Return the rank of each member that is drawn, 1 for the most accurate."""
    ranked = sorted([*chosen, *drawn], key=lambda member: (-accuracies[member], member))
    places = accuracies * 0.0
    for rank, member in enumerate(ranked, start=1):
        places[member] = rank
    return places
