"""The tables of the page."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from haversack_paper.experiments.kaggle.gathered import accuracy_shown, is_underflown, power_cell, threshold_shown
from haversack_paper.experiments.kaggle.voters import accuracy_needed, odd_panel, voters_needed
from haversack_paper.published import TABLE_3
from haversack_paper.report import Column, Table, percent, seconds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiments.kaggle.gathered import Study

_ENSEMBLES = {"at_stop": "SA to STOP", "at_limit": "SA to its limit", "optimum": "optimum"}
_NO_NUMBER = "inf"
_DRAWN = (
    "Smaller pools of teams at random. Counts are of pools. STOP and the accuracy of each kind of ensemble are those "
    "of the pool that is in the middle by its error (of two, that with the larger one), and so is the number of "
    "members of the optimum, which belongs to the same pool; the claims above tell means. The factor in time is a "
    "median, where STOP was reached."
)


def tables_of(studies: Sequence[Study], averages: Sequence[Mapping[str, Any]]) -> list[Table]:
    """Return the tables for which there is anything to show.

    Parameters
    ----------
    studies
        What the leaderboards gave.
    averages
        Those that the paper prints, as `printed_averages` tells them.
    """
    drawn = [study for study in studies if study.kind == "drawn"]
    best = [study for study in studies if study.kind == "best"]
    tables = [
        _scores(studies),
        _teams(studies),
        _smaller("drawn-teams", _DRAWN, drawn),
        _smaller("most-accurate-teams", "Pools of the most accurate teams.", best, on_page=False),
        _needed(studies),
        _every_pool(studies),
        Table("averages", "Averages that the paper prints.", [*map(Column, averages[0])], averages, on_page=False),
    ]
    return [table for table in tables if table.rows]


def _scores(studies: Sequence[Study]) -> Table:
    rows = []
    for study in studies:
        if study.kind != "all":
            continue
        pool = study.pools[0]
        rows.append(
            {
                **_named(study),
                "metric": study.competition.metric,
                "role": _role(study),
                "teams": study.members,
                "clipped": study.clipped,
                **{key: pool[key] for key in ("mean", "deviation", "best_member", "worst_member")},
                **pool["fit"],
                "verdict": "accepted" if pool["fit"]["accepted"] else "rejected",
            }
        )
    columns = [
        Column("competition"),
        Column("role"),
        Column("metric"),
        Column("reading", "accuracy is"),
        Column("teams", shown="{:,}".format),
        Column("clipped"),
        Column("mean", "mean accuracy", "{:.4f}".format),
        Column("deviation", shown="{:.4f}".format),
        Column("alpha", shown="{:.4g}".format),
        Column("beta", shown="{:.4g}".format),
        Column("left_out", "exactly 0 or 1"),
        Column("p_value", "p", "{:.3g}".format),
        Column("verdict", "beta"),
    ]
    caption = (
        "Scores of whole leaderboards read as accuracies, and the beta distribution that fits them best. Accuracies of "
        "exactly 0 or 1 are left out of the fit; p is never below 0.001."
    )
    return Table("scores", caption, columns, rows)


def _teams(studies: Sequence[Study]) -> Table:
    rows = []
    for study in studies:
        if study.kind == "all":
            pool = study.pools[0]
            row: dict[str, Any] = _named(study) | {
                "teams": study.members,
                "rule": pool["stop"]["rule"],
                "stop_value": pool["stop"]["value"],
                "stop_error": pool["stop"]["error"],
                "reached": _yes(pool["stop"]["reached"], pool["stop"]["reachable"]),
                "underflow": is_underflown(pool["at_limit"]),
                "scan_size": pool["scan"]["size"],
                "scan_log10_error": power_cell(pool["scan"]["log10_error"]),
            }
            for key in _ENSEMBLES:
                row |= {f"{key}_{what}": pool[key][what] for what in ("value", "error", "size", "steps", "seconds")}
                row[f"{key}_log10_error"] = power_cell(pool[key]["log10_error"])
            rows.append(row)
    columns = [
        Column("competition"),
        Column("reading", "accuracy is"),
        Column("stop_error", "STOP", threshold_shown),
        Column("rule"),
        Column("reached", "STOP reached"),
    ]
    for key, label in _ENSEMBLES.items():
        columns += [
            Column(f"{key}_log10_error", label, accuracy_shown),
            Column(f"{key}_size", "members", "{:,}".format),
            Column(f"{key}_seconds", "s", seconds),
        ]
    columns.append(Column("underflow", "remark", lambda underflow: "error 0 to the machine" if underflow else ""))
    caption = (
        "All teams as voters: what annealing finds, and the optimum, which is proven. STOP is 1 where its distance "
        "from 1 is too small for the machine; an error that is as small reaches it. Powers of errors that are *0 to "
        "the machine* were computed afterwards, in logarithms; annealing sees a 0."
    )
    return Table("teams", caption, columns, rows)


def _smaller(name: str, what: str, studies: Sequence[Study], *, on_page: bool = True) -> Table:
    rows = []
    for study in studies:
        ratios = [p["at_limit"]["seconds"] / p["at_stop"]["seconds"] for p in study.pools if p["stop"]["reached"]]
        row: dict[str, Any] = _named(study) | {
            "members": study.members,
            "pools": len(study.pools),
            "mean": study.mean_accuracy,
            "accepted": study.count("fit", "accepted"),
            "stop_error": statistics.median_high(pool["stop"]["error"] for pool in study.pools),
            "stop_mean_value": study.mean("stop", "value"),
            "reached": study.count("stop", "reached"),
            "reachable": study.count("stop", "reachable"),
            "optimal": study.found_best,
            "faster": statistics.median(ratios) if ratios else None,
        }
        for key in _ENSEMBLES:
            middle = study.middle(key)
            row[f"{key}_log10_error"] = power_cell(middle["log10_error"])
            row |= {f"{key}_{which}": middle[which] for which in ("value", "size")}
            row |= {f"{key}_mean_{which}": study.mean(key, which) for which in ("value", "size", "seconds")}
        rows.append(row)
    columns = [
        Column("competition"),
        Column("reading", "accuracy is"),
        Column("members", "teams"),
        Column("pools"),
        Column("mean", "mean accuracy", "{:.3f}".format),
        Column("accepted", "beta accepted"),
        Column("stop_error", "STOP", threshold_shown),
        Column("reachable", "can be reached"),
        Column("reached", "was reached"),
        Column("at_stop_log10_error", "SA to STOP", accuracy_shown),
        Column("at_limit_log10_error", "SA to its limit", accuracy_shown),
        Column("faster", "times faster", "{:.0f}".format),
        Column("optimum_log10_error", "optimum", accuracy_shown),
        Column("optimum_size", "members"),
        Column("optimal", "SA optimal"),
    ]
    return Table(name, what, columns, rows, on_page)


def _needed(studies: Sequence[Study]) -> Table:
    """Return what would have to be true for the paper's accuracies to come out."""
    rows: list[dict[str, Any]] = []
    whole = [study for study in studies if study.kind == "all"]
    drawn = {study.members for study in studies if study.kind == "drawn"} or {30, 100}
    smaller = sorted({odd_panel(members) for members in drawn})
    for row, numbers in TABLE_3.rows.items():
        wanted = numbers[0] / 100.0
        common = {"row": row, "paper": wanted} | {f"needed_{n}": accuracy_needed(n, wanted) for n in smaller}
        found: list[dict[str, Any]] = [
            {
                "teams": study.members,
                "needed_teams": accuracy_needed(study.members, wanted),
                "data": f"{study.competition.title}, {study.reading.label}",
                "mean": study.mean_accuracy,
                "voters": voters_needed(study.mean_accuracy, wanted) or _NO_NUMBER,
            }
            for study in whole
            if study.competition.row == row
        ]
        rows += [common | its for its in found or [dict.fromkeys(("teams", "needed_teams", "data", "mean", "voters"))]]
    columns = [
        Column("row", "row of Table 3"),
        Column("paper", "paper, MAXSTEP", percent),
        *(Column(f"needed_{n}", f"needed of {n} equal voters", "{:.3f}".format) for n in smaller),
        Column("needed_teams", "needed of all teams (but one if even)", "{:.3f}".format),
        Column("data", "our data"),
        Column("mean", "their mean accuracy", "{:.3f}".format),
        Column(
            "voters", "so many of them would do", lambda voters: "no number" if voters == _NO_NUMBER else str(voters)
        ),
    ]
    caption = (
        "What the paper's accuracies would take: how accurate equal voters must be, and how many voters with the mean "
        "accuracy of our leaderboards it would be. Panels are odd: with ties wrong, an even one is better with one "
        "voter less."
    )
    return Table("needed", caption, columns, rows)


def _every_pool(studies: Sequence[Study]) -> Table:
    """All numbers of all pools, for the CSV file."""
    rows = [
        _named(study)
        | {"pool": number, "members": pool["members"], "mean": pool["mean"], "deviation": pool["deviation"]}
        | {
            f"{what}_{key}": power_cell(value) if key == "log10_error" else value
            for what in ("fit", "stop", "optimum", "scan", "at_stop", "at_limit")
            for key, value in pool[what].items()
        }
        for study in studies
        for number, pool in enumerate(study.pools)
    ]
    columns = [Column("competition"), Column("reading"), Column("which"), Column("pool")]
    return Table("every-pool", "All pools, all numbers.", columns, rows, on_page=False)


def _named(study: Study) -> dict[str, Any]:
    return {"competition": study.competition.title, "reading": study.reading.label, "which": study.kind}


def _role(study: Study) -> str:
    row = study.competition.row
    if row is None:
        return "extra"
    return f"stands in for {row}" if study.competition.stands_in else "the paper's"


def _yes(reached: bool, reachable: bool) -> str:
    if reached:
        return "yes"
    return "no" if reachable else "no, no set does"
