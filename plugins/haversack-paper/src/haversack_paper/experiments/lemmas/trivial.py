"""Where the accurate members are the cheap ones as well: whether taking them in order is best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.report import Column, Table, counted
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_KINDS = ("Beta(17, 5)", "Uniform(0, 1)")
_ROUNDING = 1e-9  # Of errors, as a share: sums in another order differ by less.


def run(pools: int, members: int, seed: int) -> Json:
    """Compare the longest beginning that the budget pays for with the proven optimum, for two kinds of members.

    Parameters
    ----------
    pools, members
        Random pools of each kind, and their size, at least 5.
    seed
        Of all draws.
    """
    rng = np.random.default_rng(seed)
    rows = []
    for kind in _KINDS:
        found = {"kind": kind, "pools": pools, "members": members, "proven": 0}
        found |= {"prefix_best": 0, "taken_best": 0, "odd_best": 0, "largest_loss": 0.0}
        for _ in range(pools):
            drawn = rng.beta(17, 5, members) if kind == _KINDS[0] else rng.uniform(0.0, 1.0, members)
            accuracies, costs = np.sort(drawn)[::-1], np.sort(rng.exponential(1.0, members))
            _count(found, accuracies, costs, float(rng.uniform(0.2, 1.0) * costs.sum()))
        rows.append(found)
    return rows


def _count(found: dict[str, Json], accuracies: FloatArray, costs: FloatArray, budget: float) -> None:
    import haversack as hs
    from haversack.energies import MajorityVote

    pool = hs.Pool(accuracies=accuracies, costs=costs)
    best = hs.select(pool, budget, searcher="exact", stopping={"kind": "time-limit", "seconds": 60.0}, seed=0)
    assert best.error is not None  # Majority votes have one.
    taken = int((np.cumsum(costs) <= budget).sum())
    assert taken > 0  # A fifth of the total cost buys the cheapest of five members or more.
    errors = MajorityVote().losses(pool, np.tri(taken, len(costs), dtype=bool))
    is_best = errors <= best.error * (1.0 + _ROUNDING)
    found["proven"] += best.proven
    found["prefix_best"] += bool(is_best.any())
    found["taken_best"] += bool(is_best[-1])
    found["odd_best"] += bool(is_best[taken - 1 if taken % 2 else taken - 2])
    found["largest_loss"] = max(found["largest_loss"], float(errors[-1]) - best.error)


def claims(rows: Json) -> list[Claim]:
    """Return what became of the remark."""
    pools = sum(row["pools"] for row in rows)
    ours = "; ".join(
        f"accuracies from {row['kind']}, {counted(row['pools'], 'pool')} of {row['members']}: the members taken are "
        f"the best set in {row['taken_best']}, without the last where their number is even in {row['odd_best']}, "
        f"some beginning of the order in {row['prefix_best']}; at most {100 * row['largest_loss']:.2g} points are lost"
        for row in rows
    )
    unproven = pools - sum(row["proven"] for row in rows)
    return [
        judged(
            "Section 4.2",
            "If the most accurate member is always the cheapest too, selection is trivial: they are taken in this "
            "order until the budget is used up.",
            "trivial",
            f"{ours}{f'; not proven: {unproven}' if unproven else ''}",
            all(row["taken_best"] == row["pools"] for row in rows),
            otherwise="the order is right, the end is not: an even number of members is no better than one less, and "
            "members that are little better than coins, or worse, do harm. The best beginning of the order is the best "
            "set, so that it still takes no more than one look at each size",
        )
    ]


def table(rows: Json) -> Table:
    """Return the counts."""
    columns = [
        Column("kind", "accuracies"),
        Column("members", "n"),
        Column("pools"),
        Column("taken_best", "best: until the budget is used up"),
        Column("odd_best", "the same, an odd number"),
        Column("prefix_best", "the best beginning"),
        Column("largest_loss", "largest loss of the first", "{:.2e}".format),
    ]
    caption = "Pools in which the more accurate member is the cheaper one: in how many of them which set is the best."
    return Table("trivial", caption, columns, rows)
