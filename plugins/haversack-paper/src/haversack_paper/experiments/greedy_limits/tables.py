"""The table of the worst cases."""

from __future__ import annotations

from haversack_paper.experiments.greedy_limits.compute import FAMILIES
from haversack_paper.report import Column, Results, Table


def tables(results: Results) -> list[Table]:
    """Return what was chosen from each pool of the proofs."""
    columns = [
        Column("strategy"),
        Column("epsilon", shown="g"),
        Column("members", "n", ","),
        Column("chosen", "members chosen", ","),
        Column("error", "error of the choice", ".4f"),
        Column("smallest", "smallest possible error", ".3g"),
    ]
    rows = [{"strategy": family, **row} for family in FAMILIES for row in results[family]]
    caption = "What greedy selection chooses from the pools of the proofs, and the best there is."
    return [Table("worst-cases", caption, columns, rows)]
