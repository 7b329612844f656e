"""Text of a frontier."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs

from haversack.frontiers.point import link_points
from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_section, write_table

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from haversack.frontiers.point import FrontierPoint
    from haversack.frontiers.result import Frontier

_MOST_ROWS = 25
# Of the width of the table: columns of numbers, without which names would say little.
_NUMBERS = 44
_TARGETS = (0.9, 0.95, 0.99)


def summarise_frontier(frontier: Frontier, *, width: int = DEFAULT_WIDTH) -> str:
    """Return a table of the panels, each once, truncated where there are many, and how they were found."""
    rows = frontier.rows()
    panels = _merge_rows(rows)
    marks = _mark_rows(panels)
    excerpt = _pick_rows(panels, marks)
    footer = []
    if len(panels) < len(rows):
        footer.append(f"(each panel once, at the smallest of {len(rows):,} budgets that it is the best for)")
    if len(excerpt) < len(panels):
        footer.append(f"({len(excerpt)} of {len(panels):,} panels; enters and leaves are against the one above)")
    table = write_table(_build_columns(frontier, excerpt, marks, width), width=width, footer=footer)
    return "\n\n".join([table, write_section("frontier", _describe_search(frontier), width=width)])


def _merge_rows(rows: Sequence[FrontierPoint]) -> tuple[FrontierPoint, ...]:
    """Return the first row of each panel, proved if all its rows are: a larger budget has no other panel before it."""
    runs = [list(run) for _, run in itertools.groupby(rows, key=lambda row: row.names)]
    return link_points(
        [
            attrs.evolve(run[0], proven=all(row.proven for row in run), failed=any(row.failed for row in run))
            for run in runs
        ]
    )


def _mark_rows(panels: Sequence[FrontierPoint]) -> dict[float, str]:
    """Return which accuracies are first reached at which budgets."""
    reached: dict[float, list[str]] = {}
    for target in _TARGETS:
        first = next((panel for panel in panels if panel.error is not None and _reaches(panel.error, target)), None)
        if first is not None:
            reached.setdefault(first.budget, []).append(f"{100 * target:g}")
    return {budget: f"{', '.join(targets)}%" for budget, targets in reached.items()}


def _pick_rows(panels: Sequence[FrontierPoint], wanted: Container[float]) -> list[FrontierPoint]:
    """Return all of few panels; of many the first, the last, those wanted, and some from evenly between."""
    if len(panels) <= _MOST_ROWS:
        return list(panels)
    places = {round(place * (len(panels) - 1) / (_MOST_ROWS - 1)) for place in range(_MOST_ROWS)}
    places |= {place for place, panel in enumerate(panels) if panel.budget in wanted}
    picked = [panels[place] for place in sorted(places)]
    # What the next unit buys is still about the next panel, shown or not.
    return [
        attrs.evolve(panel, enters=linked.enters, leaves=linked.leaves)
        for panel, linked in zip(picked, link_points(picked), strict=True)
    ]


def _build_columns(
    frontier: Frontier, rows: Sequence[FrontierPoint], marks: Mapping[float, str], width: int
) -> list[TextColumn]:
    room = max(8, (width - _NUMBERS) // 2)
    columns = [TextColumn("budget", [f"{row.budget:.6g}" for row in rows], rank=1, right=True)]
    if frontier.budgets is not None:
        columns.append(TextColumn("cost", [f"{row.cost:.6g}" for row in rows], rank=10, right=True))
    columns.append(TextColumn("size", [str(row.size) for row in rows], rank=7, right=True))
    is_error = rows[0].error is not None
    columns.append(
        TextColumn("accuracy" if is_error else "value", [f"{row.value:.6g}" for row in rows], rank=2, right=True)
    )
    if is_error:
        columns.append(TextColumn("error", [f"{row.error:.4g}" for row in rows], rank=6, right=True))
    if marks:
        columns.append(TextColumn("reaches", [marks.get(row.budget, "") for row in rows], rank=5, right=True))
    if not frontier.whole:
        columns.append(TextColumn("proved", [_describe_proof(row) for row in rows], rank=7, right=True))
    gains = ["" if row.value_gain is None else f"{row.value_gain:.3g}" for row in rows]
    return [
        *columns,
        TextColumn("next unit buys", gains, rank=9, right=True),
        TextColumn("enters", [_list_names(row.enters, room) for row in rows], rank=3, least=room),
        TextColumn("leaves", [_list_names(row.leaves, room) for row in rows], rank=4, least=room),
    ]


def _describe_proof(row: FrontierPoint) -> str:
    return "failed" if row.failed else "yes" if row.proven else "no"


def _list_names(names: Sequence[str], room: int) -> str:
    """Return as many names as there is room for, at least one, and the number of the others.

    Examples
    --------
    >>> _list_names(["ann", "bob", "cat", "dan"], 12)
    'ann, bob +2'
    """
    from rich.cells import cell_len

    for shown in range(len(names), 0, -1):
        hidden = len(names) - shown
        text = ", ".join(names[:shown]) + (f" +{hidden:,}" if hidden else "")
        if cell_len(text) <= room or shown == 1:
            return text
    return ""


def _describe_search(frontier: Frontier) -> list[tuple[str, str]]:
    first, last = frontier.points[0], frontier.points[-1]
    seed = "" if frontier.seed is None else f", seed {frontier.seed}"
    steps = f"{frontier.steps:,} step{'' if frontier.steps == 1 else 's'}"
    failure = [("failed", frontier.stop_reason.removeprefix("failed: "))] if frontier.failed else []
    return [
        *failure,
        ("points", f"{len(frontier.points):,}, from a budget of {first.cost:.6g} to {last.cost:.6g}"),
        ("coverage", _describe_coverage(frontier)),
        *_describe_targets(frontier),
        ("searcher", frontier.searcher),
        *([] if frontier.failed else [("stopped", frontier.stop_reason)]),
        ("search", f"{steps} in {frontier.seconds:.3g} s{seed}"),
    ]


def _describe_targets(frontier: Frontier) -> list[tuple[str, str]]:
    """Return from which budget on some accuracies are reached; nothing where the value is no probability."""
    reached = find_targets(frontier)
    found = [
        f"{target:.0%} from {'' if frontier.is_proved_to(budget) else 'at most '}{budget:.6g}"
        for target, budget in reached.items()
        if budget is not None
    ]
    last = max(frontier.points[-1].cost, frontier.last_budget)
    nowhere = "no panel" if frontier.at(last).proven else "no panel found"
    missed = [f"{target:.0%} by {nowhere}" for target, budget in reached.items() if budget is None]
    return [("reaches", ", ".join(found + missed[:1]))] if reached else []


def find_targets(frontier: Frontier) -> dict[float, float | None]:
    """Return the smallest known budget that reaches each of 90, 95 and 99 %; None for what no panel reaches.

    Nothing is returned where the value is no probability.
    """
    if frontier.points[0].error is None:
        return {}
    return {
        target: next(
            (point.cost for point in frontier.points if point.error is not None and _reaches(point.error, target)), None
        )
        for target in _TARGETS
    }


def _reaches(error: float, target: float) -> bool:
    # 1 - 0.9 is not the number 0.1, and a panel of one member of 90 % does reach 90 %.
    return error <= (1.0 - target) * (1.0 + 1e-12)


def _describe_coverage(frontier: Frontier) -> str:
    if frontier.whole:
        return "whole: for every budget it is proved that no set is better"
    if frontier.budgets is None:
        return f"proved up to a budget of {frontier.proven_to:.6g}; beyond, better sets may exist"
    if not frontier.budgets:
        return "no budget was searched to its end; better sets may exist"
    rows = frontier.rows()
    proven = sum(row.proven for row in rows)
    counts = f"{len(rows):,} budget{'' if len(rows) == 1 else 's'}, {'none' if proven == 0 else f'{proven:,}'} proved"
    return f"{counts}; between them better sets may exist"
