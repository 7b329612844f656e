"""What the paper prints in Tables 4 and 5, row by row, beside what we have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.experiments.uci.pools import budget_share
from haversack_paper.experiments.uci.printed import COLUMNS, HEADS, PRINTED, accuracy_of, printed_accuracies
from haversack_paper.experiments.uci.readings import readings
from haversack_paper.published import averages_claim
from haversack_paper.report import Claim, percent
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiments.uci.results import PoolResults
    from haversack_paper.published import PublishedTable

CLOSE = 0.01
"""Accuracies are taken to agree within a point ..."""

SAME_ERROR = 3.0
"""... if also neither error is more than so many times the other: near 100 %, a point is a lot."""

_HALF_A_DIGIT = 0.5e-4  # Printed are hundredths of a per cent.


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
        claims += [_accuracies(table, key, members, by_set.get(key)) for key in DATA_SETS]
        claims.append(averages_claim(table))
        claims += readings(table, ours, absent)
    return [*claims, _seconds()]


def _sizes(pools: Sequence[PoolResults], absent: Sequence[str]) -> Claim:
    rows = {pool.study.data_set: pool.rows for pool in pools}
    wrong = [key for key, count in rows.items() if count != DATA_SETS[key].size]
    reasons = [f"the file of {DATA_SETS[key].title} has other rows than the paper's" for key in wrong]
    reasons += [f"there is no data of {title}" for title in absent]
    return judged(
        "Tables 4 and 5, Size",
        "Numbers of rows of the data sets.",
        ", ".join(f"{data_set.title} {data_set.size:,}" for data_set in DATA_SETS.values()),
        ", ".join(f"{DATA_SETS[key].title} {count:,}" for key, count in rows.items()) or "none read",
        False if wrong else None if absent else True,
        otherwise="; ".join(reasons),
    )


def _accuracies(table: PublishedTable, key: str, members: int, pool: PoolResults | None) -> Claim:
    printed, title = printed_accuracies(table, key), DATA_SETS[key].title
    where = f"{table.where}, {title}"
    statement = f"Accuracy of the ensembles chosen from {members} classifiers."
    paper = ", ".join(f"{HEADS[column]} {percent(printed[column])}" for column in COLUMNS)
    if pool is None:
        reason = f"there is no pool of {members} members of it in this run, or no data"
        return Claim(where, statement, paper, "not run", "cannot be checked", reason)
    errors = {column: pool.mean(column, "error") for column in COLUMNS}
    points = max(abs(1.0 - errors[column] - printed[column]) for column in COLUMNS)
    factors = [error_factor(errors[column], printed[column]) for column in COLUMNS]
    facts = pool.facts
    budget = f"{100 * budget_share(members):.0f} % of what all cost"
    return judged(
        where,
        statement,
        paper,
        ", ".join(f"{HEADS[column]} {accuracy_of(errors[column])}" for column in COLUMNS)
        + f"; best possible {accuracy_of(pool.mean('optimum', 'error'))}",
        points <= CLOSE and max(factors) <= SAME_ERROR,
        otherwise=f"it is up to {100 * points:.2g} points off, and of two errors the larger is up to "
        f"{max(factors):.2g} times the other (a point and {SAME_ERROR:g} times are allowed). The classifiers are not "
        "the paper's, and it gives neither "
        f"their accuracies nor the budget: ours have accuracies from {percent(facts['least_accuracy'])} to "
        f"{percent(facts['best_accuracy'])}, {percent(facts['mean_accuracy'])} on average, and the budget is {budget}",
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
    return error / high if error > high else low / error if error > 0.0 else float("inf")


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
