"""What the paper reads from Tables 4 and 5, beside what we read from ours."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.experiments.uci.pools import budget_share
from haversack_paper.experiments.uci.printed import COLUMNS, HEADS, PRINTED
from haversack_paper.experiments.uci.selection import SEARCHERS
from haversack_paper.published import TABLE_4, TABLE_5, averages_claim
from haversack_paper.report import Claim, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from haversack_paper.experiments.uci.printed import PrintedRow, PrintedTable
    from haversack_paper.experiments.uci.results import PoolResults
    from haversack_paper.report import Verdict

CLOSE = 0.01
"""Accuracies are taken to agree within a point."""

MUCH_FASTER = 10.0
"""What the paper calls an enormous advantage is taken to be at least that."""

LITTLE_WORSE = 2.5
"""A loss is little if the error is at most so many times as large; in the paper's own tables it is up to 2.1 times."""

BY_RULE = ("MAXSTEP", "STOP")
BY_SEARCHER = ("SA", "SHErLoCk")

_LEAST_ERROR = 1e-12  # What is left of smaller ones in an accuracy near 1 is rounding.
_AS_PUBLISHED = {4: TABLE_4, 5: TABLE_5}


def table_claims(pools: Sequence[PoolResults], absent: Sequence[str]) -> list[Claim]:
    """Return the claims on both tables.

    Parameters
    ----------
    pools
        All pools that there are results of.
    absent
        Titles of the sets that there are none of.
    """
    claims = [_sizes(pools, absent)]
    for members, table in PRINTED.items():
        ours = [pool for pool in pools if pool.as_in_paper and pool.members == members]
        by_set = {pool.study.data_set: pool for pool in ours}
        claims += [_accuracies(table, key, members, by_set.get(key)) for key in table.rows]
        claims.append(averages_claim(_AS_PUBLISHED[table.number]))
        told = f" (without {', '.join(absent)})" if absent else ""
        for statement, read in _READINGS.items():
            where = f"Table {table.number}"
            paper, found, agrees, reason = read(table, ours) if ours else ("see the table", "not run", False, "")
            verdict: Verdict = "cannot be checked" if not ours else "agrees" if agrees else "differs"
            claims.append(Claim(where, statement, paper, found + told, verdict, reason if ours else _not_run(members)))
    return [*claims, _seconds()]


def _sizes(pools: Sequence[PoolResults], absent: Sequence[str]) -> Claim:
    rows = {pool.study.data_set: pool.rows for pool in pools}
    wrong = [key for key, count in rows.items() if count != DATA_SETS[key].size]
    verdict: Verdict = "differs" if wrong else "cannot be checked" if absent else "agrees"
    reasons = [f"the file of {DATA_SETS[key].title} has other rows than the paper's" for key in wrong]
    reasons += [f"there is no file of {title}" for title in absent]
    return Claim(
        "Tables 4 and 5, Size",
        "Numbers of rows of the data sets.",
        ", ".join(f"{data_set.title} {data_set.size:,}" for data_set in DATA_SETS.values()),
        ", ".join(f"{DATA_SETS[key].title} {count:,}" for key, count in rows.items()) or "none read",
        verdict,
        "; ".join(reasons),
    )


def _accuracies(table: PrintedTable, key: str, members: int, pool: PoolResults | None) -> Claim:
    printed, title = table.rows[key], DATA_SETS[key].title
    where = f"Table {table.number}, {title}"
    statement = f"Accuracy of the ensembles chosen from {members} classifiers."
    paper = _four(printed.accuracies)
    if pool is None:
        return Claim(where, statement, paper, "not run", "cannot be checked", _not_run(members))
    ours = [pool.mean(column, "estimate") for column in COLUMNS]
    is_close = all(abs(one - other) <= CLOSE for one, other in zip(ours, printed.accuracies, strict=True))
    facts = pool.facts
    return Claim(
        where,
        statement,
        paper,
        f"{_four(ours)}; best possible {rounded(pool.mean('optimum', 'estimate'))}",
        "agrees" if is_close else "differs",
        "within a point, with classifiers that are not the paper's, and as the budget "
        f"{100 * budget_share(members):.0f} % of what all cost, which is a guess"
        if is_close
        else f"the classifiers are not the paper's, and it gives neither their accuracies nor the budget: ours have "
        f"accuracies from {percent(facts['least_accuracy'])} to {percent(facts['best_accuracy'])}, "
        f"{percent(facts['mean_accuracy'])} on average, and the budget is {100 * budget_share(members):.0f} % of what "
        "all cost",
    )


def _faster(table: PrintedTable, pools: Sequence[PoolResults]) -> Reading:
    printed = table.recomputed().seconds
    ours = [_over_sets(pools, column, "seconds") for column in COLUMNS]
    agrees = ours[1] < ours[0] and ours[3] < ours[2]
    return (
        _pair("{:.1f} times as fast", printed[0] / printed[1], printed[2] / printed[3]),
        _pair("{:.2g} times as fast", ours[0] / ours[1], ours[2] / ours[3]),
        agrees,
        ""
        if agrees
        else "time is that of the programs: here a step of SHErLoCk draws a whole panel member by member, and a step "
        "of SA changes one or two members of a panel; both take the same number of steps at most",
    )


def _dominant(table: PrintedTable, pools: Sequence[PoolResults]) -> Reading:
    printed = table.recomputed().accuracies
    ours = [_over_sets(pools, column, "estimate") for column in COLUMNS]
    gains = (ours[1] - ours[0], ours[3] - ours[2])
    agrees = min(gains) >= 0.0 and max(gains) > 0.0
    at_stop = [_over_sets(pools, column, "steps") for column in COLUMNS[2:]]
    steps = _pair("{:,.1f}", at_stop[0], at_stop[1], BY_SEARCHER)
    return (
        _pair("{:+.2f} points", 100 * (printed[1] - printed[0]), 100 * (printed[3] - printed[2])),
        _pair("{:+.3f} points", 100 * gains[0], 100 * gains[1]),
        agrees,
        ""
        if agrees
        else f"with equally many steps the two errors are {1 - ours[0]:.3g} (SA) and {1 - ours[1]:.3g} (SHErLoCk) on "
        f"average, where {1 - _over_sets(pools, 'optimum', 'estimate'):.3g} is the least possible; STOP ends the other "
        f"runs as soon as any panel is above it (mean steps: {steps}), and how far above it is then is chance",
    )


def _saved(table: PrintedTable, pools: Sequence[PoolResults]) -> Reading:
    printed = table.recomputed().seconds
    ours = [_over_sets(pools, column, "seconds") for column in COLUMNS]
    return (
        _pair("{:.0f} times as fast", printed[0] / printed[2], printed[1] / printed[3], BY_SEARCHER),
        _pair("{:.0f} times as fast", ours[0] / ours[2], ours[1] / ours[3], BY_SEARCHER),
        min(ours[0] / ours[2], ours[1] / ours[3]) >= MUCH_FASTER,
        f"against {_over_sets(pools, COLUMNS[0], 'steps'):,.0f} steps; how much is saved is a matter of how long one "
        f"would have gone on, and less than {MUCH_FASTER:.0f} times is not taken for enormous",
    )


def _drop(table: PrintedTable, pools: Sequence[PoolResults]) -> Reading:
    printed = table.recomputed().accuracies
    ours = [_over_sets(pools, column, "estimate") for column in COLUMNS]
    growth = _error_growth([[pool.mean(column, "estimate") for column in COLUMNS] for pool in pools])
    on_paper = _error_growth([row.accuracies for row in table.rows.values()])
    agrees = max(growth) <= LITTLE_WORSE
    worst = max(pools, key=_drop_of)
    missed = sum(not run["reached"] for pool in pools for column in COLUMNS[2:] for run in pool.runs[column])
    return (
        _losses(printed, on_paper),
        _losses(ours, growth),
        agrees,
        f"the error is {'at most' if agrees else 'more than'} {LITTLE_WORSE:g} times as large, in the geometric mean "
        f"over the sets. In points most is lost on {worst.study.title}, {100 * _drop_of(worst):.2f}: STOP = "
        f"{worst.facts['stop']:.4f} is a "
        f"forecast for {worst.facts['size']} random members, and the best panel has "
        f"{worst.mean('optimum', 'size'):.0f}, which makes much of a difference where members are weak; "
        f"{missed} runs did not reach STOP",
    )


Reading = tuple[str, str, bool, str]
"""What the paper has, what we have, whether that agrees, and why not."""

_READINGS: Mapping[str, Callable[[PrintedTable, Sequence[PoolResults]], Reading]] = {
    "SHErLoCk is faster than SA.": _faster,
    "SHErLoCk is slightly more accurate than SA; averages of the rows.": _dominant,
    "STOP saves most of the time.": _saved,
    "STOP costs little accuracy.": _drop,
}


def _seconds() -> Claim:
    return Claim(
        "Tables 4 and 5",
        "The times themselves.",
        "56 to 476 s with MAXSTEP, 0.18 to 2.73 s with STOP",
        "see our tables",
        "cannot be checked",
        "neither the machine nor the number of steps is known; MAXSTEP for 100 members of which 20 are expected to be "
        "chosen is 5e20, which nobody has run",
    )


def _drop_of(pool: PoolResults) -> float:
    return max(pool.mean(f"{name}-limit", "estimate") - pool.mean(f"{name}-stop", "estimate") for name in SEARCHERS)


def _losses(accuracies: Sequence[float], growth: tuple[float, float]) -> str:
    lost = _pair(
        "{:.2f} points", 100 * (accuracies[0] - accuracies[2]), 100 * (accuracies[1] - accuracies[3]), BY_SEARCHER
    )
    return f"{lost}; the error grows {growth[0]:.1f}-fold and {growth[1]:.1f}-fold"


def _error_growth(rows: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return how many times as large the errors of SA and SHErLoCk are with STOP, geometric means over the sets."""
    logs = [[math.log(max(1.0 - accuracy, _LEAST_ERROR)) for accuracy in row] for row in rows]
    one, other = (sum(row[place + 2] - row[place] for row in logs) / len(logs) for place in (0, 1))
    return math.exp(one), math.exp(other)


def _not_run(members: int) -> str:
    return f"there is no pool of {members} members of it in this run, or no file of the data"


def _over_sets(pools: Sequence[PoolResults], method: str, key: str) -> float:
    return sum(pool.mean(method, key) for pool in pools) / len(pools)


def rounded(accuracy: float) -> str:
    """Write a percentage; an error below 5e-13 is none.

    Examples
    --------
    >>> rounded(0.9934), rounded(1.0 - 1e-15)
    ('99.34 %', '100 %')
    """
    return percent(round(accuracy, 12))


def _four(accuracies: Sequence[float]) -> str:
    return ", ".join(f"{HEADS[column]} {rounded(value)}" for column, value in zip(COLUMNS, accuracies, strict=True))


def _four_seconds(row: PrintedRow) -> str:
    return ", ".join(f"{value:.2f}" for value in row.seconds) + " s"


def _pair(form: str, one: float, other: float, names: tuple[str, str] = BY_RULE) -> str:
    return f"{names[0]}: {form.format(one)}, {names[1]}: {form.format(other)}"
