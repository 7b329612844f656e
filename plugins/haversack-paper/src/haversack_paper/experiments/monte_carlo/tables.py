"""Tables of the searches and of the estimates."""

from __future__ import annotations

import attrs

from haversack_paper.experiments.monte_carlo.comparisons import Comparison, describe_method, format_share
from haversack_paper.report import Column, Json, Table


def tables(traps: list[Json], comparisons: list[Comparison], estimates: Json) -> list[Table]:
    """Return the settings nearest to the paper's numbers, all shares, and errors of estimates."""
    nearest = [
        attrs.asdict(one) | {"drawing": describe_method(one.drawing), "walking": describe_method(one.walking)}
        for one in sorted(comparisons, key=lambda one: one.off)[:8]
    ]
    nearest_columns = [
        Column("members", "n"),
        Column("beta", shown="g"),
        Column("epsilon", shown="g"),
        Column("best", "best panel"),
        Column("steps", shown=","),
        Column("drawing", "Monte Carlo"),
        Column("drawn", "finds it", format_share),
        Column("walking", "annealing"),
        Column("walked", "finds it", format_share),
    ]
    shares = [
        {key: trap[key] for key in ("members", "beta", "epsilon", "best")}
        | {"method": method, "steps": steps, "share": share}
        for trap in traps
        for method, found in trap["shares"].items()
        for steps, share in zip(trap["steps"], found, strict=True)
    ]
    share_columns = [Column(key) for key in shares[0]]
    estimate_columns = [
        Column("failure", "P", "g"),
        Column("samples", "N", ","),
        Column("error", "relative error", ".3f"),
        Column("within", "within it", format_share),
    ]
    caption = (
        f"Estimates of a probability P from N samples: how many of {estimates['estimates']:,} are within the paper's "
        f"error at alpha = {estimates['alpha']:g}, relative to P."
    )
    found_best = "The share of searches that find the best panel, for all settings."
    return [
        Table("nearest", "The settings that come nearest to the paper's 11 % and 96 %.", nearest_columns, nearest),
        Table("shares", found_best, share_columns, shares, on_page=False),
        Table("estimates", caption, estimate_columns, estimates["rows"]),
    ]
