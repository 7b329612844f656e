"""The tables: Table 2, ratios to the optimum, and all runs."""

from __future__ import annotations

from typing import Any

import numpy as np

from haversack_paper.experiments.simulation.compute import SEARCHERS
from haversack_paper.experiments.simulation.printed import ENDINGS, NAMES, PRINTED
from haversack_paper.experiments.simulation.results import SAME, Size, in_points, standard_error, times
from haversack_paper.report import Column, Table, percent, seconds


def tables(sizes: list[Size], limit: int) -> list[Table]:
    """Return Table 2 and ours, how far the panels are from the optimum, and all runs."""
    return [_table_2(sizes, limit), _gaps(sizes), _all_runs(sizes)]


def _table_2(sizes: list[Size], limit: int) -> Table:
    rows: list[dict[str, Any]] = []
    for size in sizes:
        for name in SEARCHERS:
            row: dict[str, Any] = {"searcher": NAMES[name], "members": size.members}
            durations: dict[str, Any] = {}
            for ending in ENDINGS:
                group, cell = size.group(name, ending), PRINTED.get((size.members, name, ending))
                row[f"paper_{ending}"] = cell and cell.accuracy
                row |= {ending: group.accuracy, f"{ending}_se": standard_error(group.errors)}
                durations[f"paper_{ending}_seconds"] = cell and cell.seconds
                durations[f"{ending}_seconds"] = group.seconds.mean()
            rows.append(row | durations)
        optimum = {
            "searcher": NAMES["optimum"],
            "members": size.members,
            "limit": 1.0 - size.optima.mean(),
            "limit_se": standard_error(size.optima),
            "limit_seconds": size.values("optimum", "seconds").mean(),
        }
        rows.append(dict.fromkeys(rows[0]) | optimum)
    columns = [
        Column("searcher"),
        Column("members", "n"),
        Column("paper_limit", "paper, MAXSTEP", percent),
        Column("limit", "ours, limit", percent),
        Column("limit_se", "±", in_points),
        Column("paper_stop", "paper, STOP", percent),
        Column("stop", "ours, STOP", percent),
        Column("stop_se", "±", in_points),
        Column("paper_limit_seconds", "paper, MAXSTEP: s", seconds),
        Column("limit_seconds", "ours, limit: s", seconds),
        Column("paper_stop_seconds", "paper, STOP: s", seconds),
        Column("stop_seconds", "ours, STOP: s", seconds),
    ]
    caption = (
        f"Table 2 of the paper, and ours with {limit:,} steps in place of MAXSTEP (a tenth of that for one "
        "walk): mean accuracy, its standard error in points, mean seconds."
    )
    return Table("table-2", caption, columns, rows)


def _gaps(sizes: list[Size]) -> Table:
    rows = [
        {
            "searcher": NAMES[group.name],
            "members": size.members,
            "ending": "STOP" if group.ending == "stop" else "limit",
            "steps": float(group.steps.mean()),
            **dict(zip(("low", "middle", "high"), np.quantile(group.ratios, [0.1, 0.5, 0.9]).tolist(), strict=True)),
            "optimal": float(np.mean(group.ratios <= SAME)),
        }
        for size in sizes
        for group in size.groups()
    ]
    columns = [
        Column("searcher"),
        Column("members", "n"),
        Column("ending", "ended by"),
        Column("steps", "mean steps", lambda value: f"{value:,.1f}" if value < 1_000 else f"{value:,.0f}"),
        Column("middle", "median", times),
        Column("low", "10 %", times),
        Column("high", "90 %", times),
        Column("optimal", "optimal", lambda value: f"{100.0 * value:.0f} %"),
    ]
    caption = (
        "The error of the panel found over the smallest possible error of the same pool; and the share of runs that "
        "found the best panel."
    )
    return Table("gaps", caption, columns, rows)


def _all_runs(sizes: list[Size]) -> Table:
    rows = [
        {
            "members": pool["members"],
            "seed": pool["seed"],
            "searcher": name,
            "ending": ending,
            **{key: run[key] for key in ("error", "size", "steps", "seconds", "passed")},
            "smallest_error": pool["optimum"]["error"],
            "best_size": pool["optimum"]["size"],
            "stop_error": pool["plan"]["error_threshold"],
            "expected_size": pool["plan"]["size"],
        }
        for size in sizes
        for pool in size.pools
        for name, runs in pool["runs"].items()
        for ending, run in runs.items()
    ]
    return Table("runs", "All runs.", [Column(key) for key in rows[0]], rows, on_page=False)
