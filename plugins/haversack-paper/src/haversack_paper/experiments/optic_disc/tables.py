"""The tables: readings of the formula, and panels that reach STOP."""

from __future__ import annotations

from haversack_paper.experiments.optic_disc.compute import READINGS
from haversack_paper.experiments.optic_disc.printed import ACCURACIES, PRINTED
from haversack_paper.report import Column, Json, Results, Table, percent, seconds


def tables(results: Results, readings: list[Json]) -> list[Table]:
    """Return the readings, and the panels that reach STOP under the first."""
    rows = [
        {
            "reading": READINGS[row["reading"]],
            "stop": row["stop"],
            "best": row["best"],
            "members": _list_accuracies(row["members"]),
            "proven": row["proven"],
            **row["mean"],
            **{f"{searcher}_{end}": row[end][searcher] for searcher in PRINTED for end in ("low", "high")},
            "above_stop": row["above_stop"],
            **{f"printed_{searcher}": row["printed"][searcher] for searcher in PRINTED},
            **{f"{searcher}_seconds": row["seconds"][searcher] for searcher in PRINTED},
        }
        for row in readings
    ]
    columns = [
        Column("reading", "w(l, k)"),
        Column("stop", "STOP", percent),
        Column("best", "optimum", percent),
        Column("members", "accuracies of the best panel"),
        *(Column(searcher, f"{row.name}, mean", percent) for searcher, row in PRINTED.items()),
        Column("above_stop", "panels above STOP"),
        *(Column(f"printed_{searcher}", f"of {percent(row.accuracy)}") for searcher, row in PRINTED.items()),
        *(Column(f"{searcher}_seconds", f"{row.name}, s", seconds) for searcher, row in PRINTED.items()),
    ]
    return [
        Table("readings", "Table 6 under different readings of the formula.", columns, rows),
        _panels(results, readings[0]),
    ]


def _panels(results: Results, main: Json) -> Table:
    found = {searcher: results[f"search-{main['reading']}"][searcher]["panels"] for searcher in PRINTED}
    rows = [
        {
            "accuracies": _list_accuracies(row["members"]),
            "value": row["value"],
            **{
                searcher: sum(panel["count"] for panel in panels if panel["members"] == row["members"])
                for searcher, panels in found.items()
            },
        }
        for row in results[f"optimum-{main['reading']}"]["sets"]
        if row["value"] >= main["stop"]
    ]
    columns = [Column("accuracies"), Column("value", shown=percent), Column("sherlock"), Column("annealing")]
    return Table("panels", "Panels that reach STOP, and how often each was returned.", columns, rows, on_page=False)


def _list_accuracies(members: list[int]) -> str:
    return ", ".join(f"{ACCURACIES[member]:g}" for member in members)
