"""The claims of the paper on the rows of Tables 4 and 5; `readings` has what the paper reads from them."""

from __future__ import annotations

import math

from haversack_paper.experiments.uci.assumptions import assumption_claims
from haversack_paper.experiments.uci.compute import budget_share
from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.experiments.uci.printed import COLUMNS, HEADS, PRINTED, printed_accuracies
from haversack_paper.experiments.uci.readings import reading_claims
from haversack_paper.experiments.uci.results import CLOSE, PoolResults, as_in_paper, write_accuracy
from haversack_paper.published import PublishedTable, averages_claim
from haversack_paper.report import Claim, Rule, judge, percent
from haversack_paper.verdicts import (
    DIGITS,
    NOT_STATED,
)

SAME_ERROR = 3.0
"""Accuracies agree if neither error is more than so many times the other, too: near 100 %, a point is a lot."""

_HALF_A_DIGIT = 0.5e-4  # Printed are hundredths of a per cent.
_POINT_AND_FACTOR = Rule(
    "point and factor",
    f"Accuracies are within {100 * CLOSE:g} point, and neither error is more than {SAME_ERROR:g} times the other.",
)


def claims(pools: list[PoolResults], absent: list[str]) -> list[Claim]:
    """Return all claims; `absent` are the titles of the sets without results."""
    ours = as_in_paper(pools)
    found = [_sizes(pools, absent)]
    for members, table in PRINTED.items():
        some = [pool for pool in ours if pool.members == members]
        by_set = {pool.study.data_set: pool for pool in some}
        found += [_accuracies(table, key, members, by_set.get(key)) for key in DATA_SETS]
        found += [averages_claim(table), *reading_claims(table, some, absent)]
    times = Claim(
        "Tables 4 and 5",
        "The times themselves.",
        "56 to 476 s with MAXSTEP, 0.18 to 2.73 s with STOP",
        "see our tables",
        "cannot be checked",
        "neither the machine nor the number of steps is known; MAXSTEP for 100 members of which 20 are expected to be "
        "chosen is 5e20, which nobody has run",
        rule=NOT_STATED,
    )
    return [*found, times, *assumption_claims(ours)]


def _sizes(pools: list[PoolResults], absent: list[str]) -> Claim:
    rows = {pool.study.data_set: pool.rows for pool in pools}
    wrong = [key for key, count in rows.items() if count != DATA_SETS[key].size]
    reasons = [f"the file of {DATA_SETS[key].title} has other rows than the paper's" for key in wrong]
    reasons += [f"there is no data of {title}" for title in absent]
    return judge(
        "Tables 4 and 5, Size",
        "Numbers of rows of the data sets.",
        ", ".join(f"{data_set.title} {data_set.size:,}" for data_set in DATA_SETS.values()),
        ", ".join(f"{DATA_SETS[key].title} {count:,}" for key, count in rows.items()) or "none read",
        False if wrong else None if absent else True,
        rule=DIGITS,
        otherwise="; ".join(reasons),
    )


def _accuracies(table: PublishedTable, key: str, members: int, pool: PoolResults | None) -> Claim:
    printed = printed_accuracies(table, key)
    where = f"{table.where}, {DATA_SETS[key].title}"
    statement = f"Accuracy of the ensembles chosen from {members} classifiers."
    paper = ", ".join(f"{HEADS[column]} {percent(printed[column])}" for column in COLUMNS)
    if pool is None:
        reason = f"there is no pool of {members} members of it in this run, or no data"
        return Claim(
            where,
            statement,
            paper,
            "not run",
            "cannot be checked",
            reason,
            rule=_POINT_AND_FACTOR,
        )
    errors = {column: pool.mean(column, "error") for column in COLUMNS}
    points = max(abs(1.0 - errors[column] - printed[column]) for column in COLUMNS)
    factor = max(error_factor(errors[column], printed[column]) for column in COLUMNS)
    budget = f"{100 * budget_share(members):.0f} % of what all cost"
    least, best, middle = (percent(pool.facts[f"{which}_accuracy"]) for which in ("least", "best", "mean"))
    return judge(
        where,
        statement,
        paper,
        ", ".join(f"{HEADS[column]} {write_accuracy(errors[column])}" for column in COLUMNS)
        + f"; best possible {write_accuracy(pool.mean('optimum', 'error'))}",
        points <= CLOSE and factor <= SAME_ERROR,
        rule=_POINT_AND_FACTOR,
        otherwise=f"it is up to {100 * points:.2g} points off, and of two errors the larger is up to {factor:.2g} "
        f"times the other (a point and {SAME_ERROR:g} times are allowed). The classifiers are not the paper's, and it "
        f"gives neither their accuracies nor the budget: ours have accuracies from {least} to {best}, {middle} on "
        f"average, and the budget is {budget}",
        note=f"within a point, and no error more than {SAME_ERROR:g} times another, with classifiers that are not the "
        f"paper's, and as the budget {budget}, which is a guess",
    )


def error_factor(error: float, printed: float) -> float:
    """Return how many times as large the larger of two errors is, ours and that of a rounded accuracy.

    Examples
    --------
    >>> round(error_factor(0.02, 0.99), 2), error_factor(1e-9, 1.0)
    (1.99, 1.0)
    """
    low, high = max(0.0, 1.0 - printed - _HALF_A_DIGIT), 1.0 - printed + _HALF_A_DIGIT
    if low <= error <= high:
        return 1.0
    return error / high if error > high else low / error if error > 0.0 else math.inf
