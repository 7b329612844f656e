"""The page of the simulation: text, tables and figures."""

from __future__ import annotations

import functools
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack_paper.experiments.simulation.claims import all_claims
from haversack_paper.experiments.simulation.groups import ENDINGS, PAPER, WORDS, Findings, spread
from haversack_paper.experiments.simulation.runs import ONE_WALK_SHARE
from haversack_paper.experiments.simulation.weights import weights_claim
from haversack_paper.experiments.simulation.wording import in_points, times
from haversack_paper.report import Column, Figure, Report, Table, counted, percent, seconds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from haversack_paper.experiment import Json
    from haversack_paper.experiments.simulation.groups import Group

_COLOURS = {"sherlock": "#4269d0", "annealing": "#d9661f", "one-walk": "#3ca951"}
_POINTS = 120


def report(pools: Sequence[Json], weighed: Sequence[Json], limit: int, budget_shares: Mapping[int, float]) -> Report:
    """Return claims, tables and figures.

    Parameters
    ----------
    pools
        What the searches of each pool found.
    weighed
        What SHErLoCk found with other weights, for each size of the pools.
    limit
        Steps of the searches that STOP did not end.
    budget_shares
        Which share of the total cost is the budget, by size of the pool.
    """
    findings = Findings(pools, limit)
    return Report(
        text=_text(findings, budget_shares),
        claims=[*all_claims(findings), *(weights_claim(found) for found in weighed)],
        tables=[_table_2(findings), _gaps(findings), _all_runs(findings)],
        figures=[
            Figure(
                "gaps",
                "The share of pools in which a search ends with an error of at most so many times the smallest "
                "possible one: solid at the limit, dashed at STOP. Dotted: 1 - STOP itself, median.",
                [functools.partial(_draw_gaps, findings, members) for members in findings.sizes],
            ),
            Figure(
                "progress",
                "Error of the best panel so far over the smallest possible error, as the search goes on without STOP: "
                "median, and 10 % to 90 % of the pools. Dotted: 1 - STOP, median.",
                [functools.partial(_draw_progress, findings, members) for members in findings.sizes],
            ),
        ],
    )


def _text(findings: Findings, budget_shares: Mapping[int, float]) -> str:
    budgets = " or ".join(f"{share:g} (n = {members})" for members, share in budget_shares.items())
    counts = Counter(pool["members"] for pool in findings.pools)
    fits = sum(pool["plan"]["accuracy_fit"] == "beta" for pool in findings.pools)
    lemma = sum(pool["plan"]["size_rule"] == "the beta model of accuracy and cost" for pool in findings.pools)
    rules = sum(pool["plan"]["rule"] == "beta" for pool in findings.pools)
    sizes = "; ".join(
        f"n = {members}: {np.median([pool['plan']['size'] for pool in findings.of_size(members)]):g} expected, "
        f"{np.median([pool['optimum']['size'] for pool in findings.of_size(members)]):g} in the best panel"
        for members in findings.sizes
    )
    planning = np.mean([pool["plan"]["seconds"] for pool in findings.pools])
    proving = "; ".join(
        f"n = {members}: {seconds(float(np.mean([pool['optimum']['seconds'] for pool in findings.of_size(members)])))} "
        "s"
        for members in findings.sizes
    )
    best = "; ".join(
        f"n = {members}: {percent(float(1.0 - findings.optima(members).mean()))}" for members in findings.sizes
    )
    return (
        f"Pools as in the paper ({', '.join(f'{count} with n = {members}' for members, count in counts.items())}): "
        f"accuracies from Beta(17, 5), exponential costs of mean 1/(1 - p), and {budgets} of the "
        f"total cost as the budget. All is as in Algorithm 2. A beta distribution fits the accuracies in {fits} of "
        f"{counted(len(findings.pools), 'pool')}, and in {lemma} the expected size comes from Lemma 2, in the others "
        f"from the mean cost; STOP is the beta one in {rules}. Median sizes: {sizes}.\n\n"
        f"In place of MAXSTEP there is a limit of {counted(findings.limit, 'step')}. A step is a set for SHErLoCk and "
        "a move of one walk for SA. The paper does not say how its SA moves and cools. Ours has 128 walks that feel "
        "the logarithm of the error, from 1e-5 to 1e-6 as much as from 0.1 to 0.01; the row *SA, one walk* is a "
        f"plainer one, a single walk that feels the error as it is, with a limit of "
        f"{findings.limit // ONE_WALK_SHARE:,}. Seconds are those of the search; computing STOP took "
        f"{seconds(float(planning))} s more.\n\n"
        "A mean counts as the paper's if the two differ by no more than chance allows, three standard errors; where "
        "chance allows more than half of what lies between the paper's two searchers, there are too few pools to tell. "
        "Up to MAXSTEP, whose number of steps is not known, any number up to our limit will do.\n\n"
        f"What the paper could not know is the optimum. `exact` proved it for every pool (mean time for {proving}). "
        f"The mean accuracy of the best panels is {best}."
    )


def _table_2(findings: Findings) -> Table:
    rows: list[dict[str, Any]] = []
    for members in findings.sizes:
        optima = findings.optima(members)
        for name in findings.searchers:
            limited, stopped = (findings.group(members, name, ending) for ending in ENDINGS)
            cell = PAPER.get((members, name))
            rows.append(
                {
                    "searcher": WORDS[name],
                    "members": members,
                    "paper_limit": cell and cell.limit_accuracy,
                    "limit": limited.accuracy,
                    "limit_se": limited.standard_error,
                    "paper_stop": cell and cell.stop_accuracy,
                    "stop": stopped.accuracy,
                    "stop_se": stopped.standard_error,
                    "paper_limit_seconds": cell and cell.limit_seconds,
                    "limit_seconds": float(limited.seconds.mean()),
                    "paper_stop_seconds": cell and cell.stop_seconds,
                    "stop_seconds": float(stopped.seconds.mean()),
                }
            )
        rows.append(
            dict.fromkeys(rows[0])
            | {
                "searcher": WORDS["optimum"],
                "members": members,
                "limit": float(1.0 - optima.mean()),
                "limit_se": spread(optima) / len(optima) ** 0.5,
                "limit_seconds": float(np.mean([pool["optimum"]["seconds"] for pool in findings.of_size(members)])),
            }
        )
    return Table(
        name="table-2",
        caption=f"Table 2 of the paper, and ours with {findings.limit:,} steps in place of MAXSTEP (a tenth of that "
        "for one walk): mean accuracy, its standard error in points, mean seconds.",
        columns=[
            Column("searcher"),
            Column("members", "n"),
            Column("paper_limit", "paper, MAXSTEP", percent),
            Column("limit", "ours, limit", percent),
            Column("limit_se", "±", in_points),
            Column("paper_stop", "paper, STOP", percent),
            Column("stop", "ours, STOP", percent),
            Column("stop_se", "±", in_points),
            Column("paper_limit_seconds", "paper, MAXSTEP: s", seconds),
            Column("limit_seconds", "ours, limit: s", seconds),
            Column("paper_stop_seconds", "paper, STOP: s", seconds),
            Column("stop_seconds", "ours, STOP: s", seconds),
        ],
        rows=rows,
    )


def _gaps(findings: Findings) -> Table:
    rows = []
    for group in findings.groups():
        low, middle, high = np.quantile(group.ratios, [0.1, 0.5, 0.9])
        rows.append(
            {
                "searcher": WORDS[group.name],
                "members": group.members,
                "ending": "STOP" if group.ending == "stop" else "limit",
                "steps": float(group.steps.mean()),
                "low": float(low),
                "middle": float(middle),
                "high": float(high),
                "optimal": group.share_optimal,
            }
        )
    return Table(
        name="gaps",
        caption="The error of the panel found over the smallest possible error of the same pool; and the share of runs "
        "that found the best panel.",
        columns=[
            Column("searcher"),
            Column("members", "n"),
            Column("ending", "ended by"),
            Column("steps", "mean steps", lambda value: f"{value:,.1f}" if value < 1_000 else f"{value:,.0f}"),
            Column("middle", "median", times),
            Column("low", "10 %", times),
            Column("high", "90 %", times),
            Column("optimal", "optimal", lambda value: f"{100.0 * value:.0f} %"),
        ],
        rows=rows,
    )


def _all_runs(findings: Findings) -> Table:
    rows = [
        {
            "members": pool["members"],
            "seed": pool["seed"],
            "searcher": name,
            "ending": ending,
            **{key: run[key] for key in ("error", "size", "steps", "seconds", "passed")},
            "smallest_error": pool["optimum"]["error"],
            "best_size": pool["optimum"]["size"],
            "stop_error": pool["plan"]["error_threshold"],
            "expected_size": pool["plan"]["size"],
        }
        for pool in findings.pools
        for name, runs in pool["runs"].items()
        for ending, run in runs.items()
    ]
    return Table("runs", "All runs.", [Column(key) for key in rows[0]], rows, on_page=False)


def _draw_gaps(findings: Findings, members: int, axes: Axes) -> None:
    for group in findings.groups():
        if group.members == members:
            ratios = np.sort(group.ratios)
            shares = np.arange(1, len(ratios) + 1) / len(ratios)
            limited = group.ending == "limit"
            axes.step(
                np.r_[ratios[0], ratios],
                np.r_[0.0, shares],
                where="post",
                color=_COLOURS[group.name],
                linestyle="-" if limited else "--",
                label=WORDS[group.name] if limited else None,
            )
    _finish(findings, members, axes, axes.axvline)
    axes.set(xscale="log", xlabel="error / smallest possible error", ylabel="share of the pools")


def _draw_progress(findings: Findings, members: int, axes: Axes) -> None:
    for name in findings.searchers:
        group = findings.group(members, name, "limit")
        times_, low, middle, high = _progress(group)
        axes.step(times_, middle, where="post", color=_COLOURS[name], label=WORDS[name])
        axes.fill_between(times_, low, high, step="post", color=_COLOURS[name], alpha=0.15, linewidth=0)
    _finish(findings, members, axes, axes.axhline)
    axes.set(xscale="log", yscale="log", xlabel="seconds", ylabel="error / smallest possible error")


def _progress(group: Group) -> Any:
    """Return times, and quantiles of the error over the optimum of what was the best at these times."""
    first = float(np.median([trace[0][1] for trace in group.traces]))
    grid = np.geomspace(max(first, 1e-5), max(first * 1.01, float(np.median(group.seconds))), _POINTS)
    curves = []
    for trace, optimum in zip(group.traces, group.optima, strict=True):
        moments, errors = np.array([row[1] for row in trace]), np.array([row[2] for row in trace])
        # Before its first set, a search has none: worse than any.
        curves.append(np.r_[np.inf, errors / optimum][np.searchsorted(moments, grid, side="right")])
    bands = np.quantile(np.array(curves), [0.1, 0.5, 0.9], axis=0, method="inverted_cdf")
    return (grid, *np.where(np.isfinite(bands), bands, np.nan))


def _finish(findings: Findings, members: int, axes: Axes, draw_line: Any) -> None:
    stop = float(np.median(findings.thresholds(members) / findings.optima(members)))
    draw_line(stop, color="black", linestyle=":", linewidth=1.0)
    axes.set_title(f"n = {members}")
    axes.legend(loc="best", fontsize="small")
