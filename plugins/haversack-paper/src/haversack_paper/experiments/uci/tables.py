"""The tables of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack_paper.experiments.uci.dependence import family_correlations
from haversack_paper.experiments.uci.printed import (
    COLUMNS,
    HEADS,
    PRINTED,
    accuracy_of,
    printed_accuracies,
    printed_seconds,
)
from haversack_paper.report import Column, Table, percent, seconds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiments.uci.results import PoolResults

_METHODS = (*COLUMNS, "optimum", "votes", "single", "all", "random")


def all_tables(pools: Sequence[PoolResults], members: Sequence[Mapping[str, Any]], limit: int) -> list[Table]:
    """Return all tables; two of them, of every panel and of every classifier, are files only."""
    ours = [pool for pool in pools if pool.as_in_paper]
    tables = [_as_printed(size, [pool for pool in ours if pool.members == size], limit) for size in PRINTED]
    return [*tables, _measured(pools), _families(ours, members), _panels(pools), _members(members)]


def _as_printed(members: int, pools: Sequence[PoolResults], limit: int) -> Table:
    table = PRINTED[members]
    rows: list[dict[str, Any]] = []
    for pool in pools:
        accuracies = printed_accuracies(table, pool.study.data_set)
        times = printed_seconds(table, pool.study.data_set)
        row: dict[str, Any] = {"set": pool.study.title, "rows": pool.rows}
        row |= {column: pool.mean(column, "estimate") for column in COLUMNS}
        row |= {"optimum": pool.mean("optimum", "estimate")}
        # Of an accuracy near 1, the error alone has all digits.
        row |= {f"error {method}": pool.mean(method, "error") for method in (*COLUMNS, "optimum")}
        row |= {f"seconds {column}": pool.mean(column, "seconds") for column in COLUMNS}
        row |= {"proven": all(run["proven"] for run in pool.runs["optimum"]), "stop": pool.facts["stop"]}
        row |= {f"steps {column}": pool.mean(column, "steps") for column in COLUMNS}
        row |= {f"paper {column}": value for column, value in accuracies.items()}
        row |= {f"paper seconds {column}": value for column, value in times.items()}
        rows.append(row)
    if rows:
        keys = [key for key in rows[0] if key not in ("set", "rows", "proven")]
        averages = {key: sum(row[key] for row in rows) / len(rows) for key in keys}
        rows.append({"set": "Average", "rows": None, "proven": None, **averages})
    return Table(
        table.where.lower().replace(" ", "-"),
        f"**{table.where}, {members} classifiers**: accuracies as the paper computes them, for independent voters, "
        f"and seconds of search; means over the runs. Without STOP a search takes {limit:,} steps. The best possible "
        "accuracy is proved unless the file says otherwise. What would read 100.00 % is written as 1 less the error.",
        [
            Column("set"),
            *(Column(f"error {column}", HEADS[column], accuracy_of) for column in COLUMNS),
            Column("error optimum", "best possible", accuracy_of),
            *(Column(f"seconds {column}", f"{HEADS[column]}: s", seconds) for column in COLUMNS),
        ],
        rows,
    )


def _measured(pools: Sequence[PoolResults]) -> Table:
    rows = []
    for pool in pools:
        row: dict[str, Any] = {"set": pool.study.title, "members": pool.members}
        for method in ("optimum", "votes"):
            row |= {
                f"{method} {key}": pool.mean(method, key) for key in ("size", "estimate", "error", "selection", "test")
            }
        row |= {f"{method} test": pool.mean(method, "test") for method in ("single", "all", "random", *COLUMNS)}
        row["standard error"] = pool.doubt("optimum")
        rows.append(row)
    return Table(
        "measured",
        "**What panels get right.** The best panel by the independent estimate, and the panel chosen by recorded "
        "votes: what the estimate promises, what the majority gets right on the data that it was chosen by, and on "
        "held-out data. Beside them on held-out data: the most accurate member that the budget buys, all members "
        "whatever they cost, and random panels. ± is the standard error of the first held-out share; those of "
        "the others are alike.",
        [
            Column("set"),
            Column("members", "of"),
            Column("optimum size", "best by estimate: size", _whole),
            Column("optimum error", "estimate", accuracy_of),
            Column("optimum selection", "same data", _short),
            Column("optimum test", "held out", _short),
            Column("standard error", "±", lambda value: f"{100 * value:.1f}"),
            Column("votes size", "by votes: size", _whole),
            Column("votes selection", "same data", _short),
            Column("votes test", "held out", _short),
            Column("single test", "single", _short),
            Column("all test", "all", _short),
            Column("random test", "random", _short),
        ],
        rows,
    )


def _families(pools: Sequence[PoolResults], members: Sequence[Mapping[str, Any]]) -> Table:
    sets = {pool.study.key for pool in pools}
    correlations = family_correlations(pools)
    rows = []
    for family in dict.fromkeys(str(one["family"]) for one in members):
        some = [one for one in members if one["family"] == family and one["set"] in sets]
        if some:
            means = {key: sum(float(one[key]) for one in some) / len(some) for key in ("test", *_COSTS)}
            rows.append({"family": family, **means, "correlation": correlations.get(family)})
    return Table(
        "families",
        "**The five families**, means over the sets split by row: accuracy of a member on held-out data, what its "
        "training costs, and the correlation between the mistakes of two members of the family (independent: 0).",
        [
            Column("family"),
            Column("test", "accuracy", _short),
            Column("seconds", "seconds", seconds),
            Column("operations", "operations", lambda value: f"{value:.1e}"),
            Column("correlation", "correlation", lambda value: f"{value:.2f}"),
        ],
        rows,
    )


def _panels(pools: Sequence[PoolResults]) -> Table:
    rows = [
        {
            "set": pool.study.key,
            "pool": pool.members,
            **run,
            "members": " ".join(map(str, run["members"])),
            "budget": pool.facts["budget"],
        }
        for pool in pools
        for method in _METHODS
        for run in pool.runs[method]
    ]
    return Table("panels", "Every panel that was chosen.", [Column("set"), Column("pool")], rows, on_page=False)


def _members(members: Sequence[Mapping[str, Any]]) -> Table:
    return Table("members", "Every classifier.", [Column("set"), Column("member")], members, on_page=False)


_COSTS = ("seconds", "operations")


def _short(value: float) -> str:
    """Write a measured share with a decimal, or with more where it would seem to be all.

    Examples
    --------
    >>> _short(0.9834), _short(0.9997), _short(1.0)
    ('98.3 %', '99.97 %', '100 %')
    """
    short = f"{100 * value:.1f} %"
    return percent(value) if short == "100.0 %" else short


def _whole(value: float) -> str:
    return f"{value:.0f}"
