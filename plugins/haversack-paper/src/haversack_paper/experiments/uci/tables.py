"""The tables of the report."""

from __future__ import annotations

from typing import Any

from haversack_paper.experiments.uci.printed import COLUMNS, HEADS, PRINTED, printed_accuracies, printed_seconds
from haversack_paper.experiments.uci.results import PoolResults, as_in_paper, family_correlations, write_accuracy
from haversack_paper.report import Column, Json, Table, percent, seconds


def tables(pools: list[PoolResults], members: list[Json], limit: int) -> list[Table]:
    """Return all tables; two of them, of every panel and of every classifier, are files only."""
    if not pools:
        return []
    ours = as_in_paper(pools)
    panels = [
        {
            "set": pool.study.key,
            "pool": pool.members,
            **run,
            "members": " ".join(map(str, run["members"])),
            "budget": pool.facts["budget"],
        }
        for pool in pools
        for method in (*COLUMNS, "optimum", "votes", "single", "all", "random")
        for run in pool.runs[method]
    ]
    return [
        *(tabulate_printed(size, [pool for pool in ours if pool.members == size], limit) for size in PRINTED),
        _measured(pools),
        _families(ours, members),
        Table("panels", "Every panel that was chosen.", [Column("set"), Column("pool")], panels, on_page=False),
        Table("members", "Every classifier.", [Column("set"), Column("member")], members, on_page=False),
    ]


def tabulate_printed(members: int, pools: list[PoolResults], limit: int) -> Table:
    """Return our version of Table 4 or 5."""
    table = PRINTED[members]
    rows: list[dict[str, Any]] = []
    for pool in pools:
        accuracies = printed_accuracies(table, pool.study.data_set)
        times = printed_seconds(table, pool.study.data_set)
        row: dict[str, Any] = {"set": pool.study.title, "rows": pool.rows}
        row |= {method: pool.mean(method, "estimate") for method in (*COLUMNS, "optimum")}
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
            *(Column(f"error {column}", HEADS[column], write_accuracy) for column in COLUMNS),
            Column("error optimum", "best possible", write_accuracy),
            *(Column(f"seconds {column}", f"{HEADS[column]}: s", seconds) for column in COLUMNS),
        ],
        rows,
    )


def _measured(pools: list[PoolResults]) -> Table:
    keys = ("size", "estimate", "error", "selection", "test")
    rows = [
        {"set": pool.study.title, "members": pool.members}
        | {f"{method} {key}": pool.mean(method, key) for method in ("optimum", "votes") for key in keys}
        | {f"{method} test": pool.mean(method, "test") for method in ("single", "all", "random", *COLUMNS)}
        | {"standard error": pool.standard_error("optimum")}
        for pool in pools
    ]
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
            Column("optimum size", "best by estimate: size", ".0f"),
            Column("optimum error", "estimate", write_accuracy),
            Column("optimum selection", "same data", write_share),
            Column("optimum test", "held out", write_share),
            Column("standard error", "±", lambda value: f"{100 * value:.1f}"),
            Column("votes size", "by votes: size", ".0f"),
            Column("votes selection", "same data", write_share),
            Column("votes test", "held out", write_share),
            *(Column(f"{method} test", method, write_share) for method in ("single", "all", "random")),
        ],
        rows,
    )


def _families(pools: list[PoolResults], members: list[Json]) -> Table:
    sets = {pool.study.key for pool in pools}
    correlations = family_correlations(pools)
    rows = []
    for family in dict.fromkeys(one["family"] for one in members):
        some = [one for one in members if one["family"] == family and one["set"] in sets]
        if some:
            keys = ("test", "seconds", "operations")
            means = {key: sum(float(one[key]) for one in some) / len(some) for key in keys}
            rows.append({"family": family, **means, "correlation": correlations.get(family)})
    return Table(
        "families",
        "**The five families**, means over the sets split by row: accuracy of a member on held-out data, what its "
        "training costs, and the correlation between the mistakes of two members of the family (independent: 0).",
        [
            Column("family"),
            Column("test", "accuracy", write_share),
            Column("seconds", shown=seconds),
            Column("operations", shown=".1e"),
            Column("correlation", shown=".2f"),
        ],
        rows,
    )


def write_share(value: float) -> str:
    """Write a measured share with a decimal, or with more where it would seem to be all.

    Examples
    --------
    >>> write_share(0.9834), write_share(0.9997), write_share(1.0)
    ('98.3 %', '99.97 %', '100 %')
    """
    short = f"{100 * value:.1f} %"
    return percent(value) if short == "100.0 %" else short
