"""The tables of the page."""

from __future__ import annotations

import math
import statistics
from typing import Any

from haversack_paper.experiments.kaggle.results import ENSEMBLES, KINDS, Study, is_underflown, of_kind, write_accuracy
from haversack_paper.experiments.kaggle.voters import accuracy_needed, odd_panel, voters_needed
from haversack_paper.published import TABLE_3
from haversack_paper.report import Column, Json, Table, percent, seconds

_NO_NUMBER = "inf"
_DRAWN = (
    "Smaller pools of teams at random. Counts are of pools. STOP and the accuracy of each kind of ensemble are those "
    "of the pool that is in the middle by its error (of two, that with the larger one), and so is the number of "
    "members of the optimum, which belongs to the same pool; the claims above tell means. The factor in time is a "
    "median, where STOP was reached."
)


def tables(studies: list[Study], averages: Json) -> list[Table]:
    """Return the tables that have rows; `averages` are those that `printed_averages` returned."""
    every_pool = [
        _identify(study) | {"pool": number} | {key: pool[key] for key in ("members", "mean", "deviation")} | _flat(pool)
        for study in studies
        for number, pool in enumerate(study.pools)
    ]
    pool_columns = [*map(Column, ("competition", "reading", "which", "pool"))]
    whole, best, drawn = (of_kind(studies, kind) for kind in KINDS)
    found = [
        _scores(whole),
        _teams(whole),
        _smaller("drawn-teams", _DRAWN, drawn),
        _smaller("most-accurate-teams", "Pools of the most accurate teams.", best, on_page=False),
        _needed(studies),
        Table("every-pool", "All pools, all numbers.", pool_columns, every_pool, on_page=False),
        Table("averages", "Averages that the paper prints.", [*map(Column, averages[0])], averages, on_page=False),
    ]
    return [table for table in found if table.rows]


def _scores(whole: list[Study]) -> Table:
    rows = [
        _identify(study)
        | {"metric": study.competition.metric, "role": _role(study), "teams": study.members, "clipped": study.clipped}
        | {key: pool[key] for key in ("mean", "deviation", "best_member", "worst_member")}
        | pool["fit"]
        | {"verdict": "accepted" if pool["fit"]["accepted"] else "rejected"}
        for study in whole
        for pool in study.pools
    ]
    columns = [
        *map(Column, ("competition", "role", "metric")),
        Column("reading", "accuracy is"),
        Column("teams", shown=","),
        Column("clipped"),
        Column("mean", "mean accuracy", ".4f"),
        Column("deviation", shown=".4f"),
        Column("alpha", shown=".4g"),
        Column("beta", shown=".4g"),
        Column("left_out", "exactly 0 or 1"),
        Column("p_value", "p", ".3g"),
        Column("verdict", "beta"),
    ]
    caption = (
        "Scores of whole leaderboards read as accuracies, and the beta distribution that fits them best. Accuracies of "
        "exactly 0 or 1 are left out of the fit; p is never below 0.001."
    )
    return Table("scores", caption, columns, rows)


def _teams(whole: list[Study]) -> Table:
    rows = []
    for study in whole:
        pool, flat = study.pools[0], _flat(study.pools[0])
        reached = "yes" if flat["stop_reached"] else "no" if flat["stop_reachable"] else "no, no set does"
        row = _identify(study) | {"teams": study.members, "rule": flat["stop_rule"]}
        row |= {"stop_value": flat["stop_value"], "stop_error": flat["stop_error"], "reached": reached}
        row["underflow"] = is_underflown(pool["at_limit"])
        keys = ("value", "error", "size", "steps", "seconds", "log10_error")
        found = ["scan_size", "scan_log10_error", *(f"{ensemble}_{key}" for ensemble in ENSEMBLES for key in keys)]
        rows.append(row | {key: flat[key] for key in found})
    columns = [
        Column("competition"),
        Column("reading", "accuracy is"),
        Column("stop_error", "STOP", write_threshold),
        Column("rule"),
        Column("reached", "STOP reached"),
    ]
    for key, label in ENSEMBLES.items():
        columns += [
            Column(f"{key}_log10_error", label, write_accuracy),
            Column(f"{key}_size", "members", ","),
            Column(f"{key}_seconds", "s", seconds),
        ]
    columns.append(Column("underflow", "remark", lambda underflow: "error 0 to the machine" if underflow else ""))
    caption = (
        "All teams as voters: what annealing finds, and the optimum, which is proven. STOP is 1 where its distance "
        "from 1 is too small for the machine; an error that is as small reaches it. Powers of errors that are *0 to "
        "the machine* were computed afterwards, in logarithms; annealing sees a 0."
    )
    return Table("teams", caption, columns, rows)


def _smaller(name: str, caption: str, studies: list[Study], *, on_page: bool = True) -> Table:
    rows = []
    for study in studies:
        ratios = [p["at_limit"]["seconds"] / p["at_stop"]["seconds"] for p in study.pools if p["stop"]["reached"]]
        row = _identify(study) | {
            "members": study.members,
            "pools": len(study.pools),
            "mean": study.mean_accuracy,
            "accepted": study.count("fit", "accepted"),
            "stop_error": statistics.median_high(pool["stop"]["error"] for pool in study.pools),
            "stop_mean_value": study.mean("stop", "value"),
            "reached": study.count("stop", "reached"),
            "reachable": study.count("stop", "reachable"),
            "optimal": study.optimal,
            "faster": statistics.median(ratios) if ratios else None,
        }
        for ensemble in ENSEMBLES:
            middle = _flat({ensemble: study.middle(ensemble)})
            row |= {key: middle[key] for key in (f"{ensemble}_{what}" for what in ("log10_error", "value", "size"))}
            row |= {f"{ensemble}_mean_{what}": study.mean(ensemble, what) for what in ("value", "size", "seconds")}
        rows.append(row)
    columns = [
        Column("competition"),
        Column("reading", "accuracy is"),
        Column("members", "teams"),
        Column("pools"),
        Column("mean", "mean accuracy", ".3f"),
        Column("accepted", "beta accepted"),
        Column("stop_error", "STOP", write_threshold),
        Column("reachable", "can be reached"),
        Column("reached", "was reached"),
        Column("at_stop_log10_error", "SA to STOP", write_accuracy),
        Column("at_limit_log10_error", "SA to its limit", write_accuracy),
        Column("faster", "times faster", ".0f"),
        Column("optimum_log10_error", "optimum", write_accuracy),
        Column("optimum_size", "members"),
        Column("optimal", "SA optimal"),
    ]
    return Table(name, caption, columns, rows, on_page)


def _needed(studies: list[Study]) -> Table:
    """Return what would have to be true for the paper's accuracies to come out."""
    drawn = {study.members for study in of_kind(studies, "drawn")} or {30, 100}
    sizes = sorted({odd_panel(members) for members in drawn})
    rows = []
    for row, numbers in TABLE_3.rows.items():
        wanted = numbers[0] / 100.0
        found: list[dict[str, Any]] = [
            {
                "teams": study.members,
                "needed_teams": accuracy_needed(study.members, wanted),
                "data": study.name,
                "mean": study.mean_accuracy,
                "voters": voters_needed(study.mean_accuracy, wanted) or _NO_NUMBER,
            }
            for study in of_kind(studies, "all")
            if study.competition.row == row
        ]
        common = {"row": row, "paper": wanted} | {f"needed_{n}": accuracy_needed(n, wanted) for n in sizes}
        rows += [common | its for its in found or [dict.fromkeys(("teams", "needed_teams", "data", "mean", "voters"))]]
    columns = [
        Column("row", "row of Table 3"),
        Column("paper", "paper, MAXSTEP", percent),
        *(Column(f"needed_{n}", f"needed of {n} equal voters", ".3f") for n in sizes),
        Column("needed_teams", "needed of all teams (but one if even)", ".3f"),
        Column("data", "our data"),
        Column("mean", "their mean accuracy", ".3f"),
        Column("voters", "so many of them would do", lambda number: str(number).replace(_NO_NUMBER, "no number")),
    ]
    caption = (
        "What the paper's accuracies would take: how accurate equal voters must be, and how many voters with the mean "
        "accuracy of our leaderboards it would be. Panels are odd: with ties wrong, an even one is better with one "
        "voter less."
    )
    return Table("needed", caption, columns, rows)


def write_threshold(error: float) -> str:
    """Write STOP, given its distance from 1, next to 1 by the power of ten of that.

    Examples
    --------
    >>> write_threshold(0.1), write_threshold(1e-82), write_threshold(0.0), write_threshold(-1e-9)
    ('90.00 %', '$1 - 10^{-82}$', '1', 'above 1')
    """
    if error <= 0.0:
        return "1" if error == 0.0 else "above 1"
    return write_accuracy(math.log10(error))


def _identify(study: Study) -> dict[str, Any]:
    return {"competition": study.competition.title, "reading": study.reading.label, "which": study.kind}


def _flat(pool: Json) -> dict[str, Any]:
    """Return the numbers of a pool under one key each; the logarithm of an error of exactly 0 is the text -inf."""
    return {
        f"{what}_{key}": "-inf" if key == "log10_error" and value is None else value
        for what in ("fit", "stop", "optimum", "scan", "at_stop", "at_limit")
        for key, value in pool.get(what, {}).items()
    }


def _role(study: Study) -> str:
    if study.competition.is_own:
        return "the paper's"
    return f"stands in for {study.competition.row}" if study.competition.row else "extra"
