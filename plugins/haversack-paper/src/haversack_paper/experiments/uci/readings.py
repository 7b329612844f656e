"""What the paper reads from Tables 4 and 5: which searcher is better, and what STOP saves and costs."""

from __future__ import annotations

import math
from statistics import fmean
from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.printed import printed_accuracies, printed_seconds
from haversack_paper.experiments.uci.results import PoolResults, write_points
from haversack_paper.report import Claim, Rule, count_of, judge, seconds
from haversack_paper.verdicts import (
    AHEAD,
    MUCH_FASTER,
    ONE_POINT,
    REFERENCE_STEPS,
    is_below,
    is_small_drop,
    mean_with_error,
)

if TYPE_CHECKING:
    from haversack_paper.published import PublishedTable

_TENFOLD_OVER_SETS = Rule(
    "tenfold over sets",
    f"It takes at most 1/{MUCH_FASTER:g} of the time of {REFERENCE_STEPS:,} steps, in the geometric mean over the "
    "sets; within two standard errors of that, or if a run misses STOP, it cannot be checked.",
)


def reading_claims(table: PublishedTable, pools: list[PoolResults], absent: list[str]) -> list[Claim]:
    """Return what the paper reads from a table, each column by itself.

    The paper's numbers are averaged over the sets that there are pools of; `absent` are the titles of the others.
    """
    asked = [
        (_faster, AHEAD, "limit", "SHErLoCk is faster than SA, until MAXSTEP."),
        (_faster, AHEAD, "stop", "SHErLoCk is faster than SA, until STOP."),
        (_dominant, AHEAD, "limit", "SHErLoCk is slightly more accurate than SA, with MAXSTEP."),
        (_dominant, AHEAD, "stop", "SHErLoCk is slightly more accurate than SA, with STOP."),
        (_saved, _TENFOLD_OVER_SETS, "annealing", "STOP saves most of the time of SA."),
        (_saved, _TENFOLD_OVER_SETS, "sherlock", "STOP saves most of the time of SHErLoCk."),
        (_drop, ONE_POINT, "annealing", "STOP costs SA little accuracy."),
        (_drop, ONE_POINT, "sherlock", "STOP costs SHErLoCk little accuracy."),
    ]
    if not pools:
        reason = "there is no pool of that size in this run, or no data"
        return [
            Claim(
                table.where,
                statement,
                "see the table",
                "not run",
                "cannot be checked",
                reason,
                rule=rule,
            )
            for _, rule, _, statement in asked
        ]
    where = f"{table.where} (without {', '.join(absent)})" if absent else table.where
    return [judge(where, statement, table, pools, about) for judge, _, about, statement in asked]


def _faster(where: str, statement: str, table: PublishedTable, pools: list[PoolResults], rule: str) -> Claim:
    """Compare seconds of equally many steps, or those that the steps until STOP would take one by one.

    Panels are drawn and walks are made in blocks of up to a thousand steps, so the seconds of a search that ends within
    the first block are those of the block. Steps until STOP count as long as those of the long runs.
    """
    both = sa, sherlock = f"annealing-{rule}", f"sherlock-{rule}"
    paper = [printed_seconds(table, pool.study.data_set) for pool in pools]
    times = [[pool.mean(column, "steps") * _per_step(pool, column) for column in both] for pool in pools]
    logs = [math.log(of_sherlock / of_sa) for of_sa, of_sherlock in times]
    measured = [seconds(_over_sets(pools, column, "seconds")) for column in both]
    steps = [_over_sets(pools, column, "steps") for column in both]
    if rule == "limit":
        beside = f"SA {measured[0]} s and SHErLoCk {measured[1]} s for {steps[0]:,.0f} steps each"
    else:
        beside = (
            f"SA {steps[0]:,.1f} and SHErLoCk {steps[1]:,.1f} steps on average, times the seconds of a step in the "
            f"long runs; measured are {measured[0]} s and {measured[1]} s, which is for whole blocks of steps"
        )
    agrees = is_below(logs, 0.0)
    return judge(
        where,
        statement,
        f"{_times([math.log(row[sa] / row[sherlock]) for row in paper])} as fast",
        f"{_times([-log for log in logs])} as fast ({beside})",
        agrees,
        rule=AHEAD,
        otherwise="over the sets, the factor is within two standard errors of 1"
        if agrees is None
        else "time is that of the programs: here a step of SHErLoCk draws a whole panel member by member, and a step "
        "of SA changes one or two members of a panel",
    )


def _dominant(where: str, statement: str, table: PublishedTable, pools: list[PoolResults], rule: str) -> Claim:
    """Compare mean errors set by set; a searcher that is better on the whole is so on other sets as well."""
    sa, sherlock = f"annealing-{rule}", f"sherlock-{rule}"
    errors = [(pool.mean(sa, "error"), pool.mean(sherlock, "error")) for pool in pools]
    losses = [of_sherlock - of_sa for of_sa, of_sherlock in errors]
    paper = [printed_accuracies(table, pool.study.data_set) for pool in pools]
    on_paper = [row[sa] - row[sherlock] for row in paper]
    agrees = is_below(losses, 0.0)
    if agrees is not None:
        reason = "on these pools SHErLoCk is not the more accurate one, with equally many steps at most"
    else:
        reason = "the difference is within two standard errors of 0, over the sets"
        reason += "; so is that of the paper's own rows" if is_below(on_paper, 0.0) is None else ""
    chance = "; STOP ends a run at the first panel above it, and how far above is chance" if rule == "stop" else ""
    better = sum(loss < 0.0 for loss in losses)
    return judge(
        where,
        statement,
        write_points([-loss for loss in on_paper], 3),
        f"{write_points([-loss for loss in losses], 3)}, more accurate on {better} of {count_of(len(pools), 'set')}; "
        f"the error is {_growth(errors):#.3g} times that of SA; mean errors {_over_sets(pools, sa, 'error'):.3g} (SA) "
        f"and {_over_sets(pools, sherlock, 'error'):.3g}, least possible {_over_sets(pools, 'optimum', 'error'):.3g}",
        agrees and fmean(losses) < 0.0,
        rule=AHEAD,
        otherwise=f"{reason}{chance}",
    )


def _saved(where: str, statement: str, table: PublishedTable, pools: list[PoolResults], name: str) -> Claim:
    """Compare measured seconds until STOP with those of a long run of a set number of steps."""
    long, short = f"{name}-limit", f"{name}-stop"
    logs = [math.log(REFERENCE_STEPS * _per_step(pool, long) / pool.mean(short, "seconds")) for pool in pools]
    paper = [printed_seconds(table, pool.study.data_set) for pool in pools]
    below = is_below([-log for log in logs], -math.log(MUCH_FASTER))
    missed = _missed(pools, short)
    return judge(
        where,
        statement,
        f"{_times([math.log(row[long] / row[short]) for row in paper])} as fast",
        f"{_times(logs)} as fast as {REFERENCE_STEPS:,} steps would be; measured "
        f"{seconds(_over_sets(pools, short, 'seconds'))} s for {_over_sets(pools, short, 'steps'):,.1f} steps on "
        f"average, and {seconds(_over_sets(pools, long, 'seconds'))} s for {_over_sets(pools, long, 'steps'):,.0f}",
        # A run that was cut off before STOP says nothing about how long it takes.
        None if missed and below else below,
        rule=_TENFOLD_OVER_SETS,
        otherwise=f"at least {MUCH_FASTER:g} times as fast was asked for, by more than two standard errors over the "
        f"sets; ended before STOP: {count_of(missed, 'run')}",
        note="how much is saved is a matter of how long one would have gone on",
    )


def _drop(where: str, statement: str, table: PublishedTable, pools: list[PoolResults], name: str) -> Claim:
    """Judge the drop of the mean over the sets, as the paper does, with a standard error over the seeds.

    The sets are those of the paper and no sample of others. With a standard error over so few and so different sets,
    not one of the four drops that the paper itself prints, 0.58 to 0.88 points, would be clearly below a point.
    """
    long, short = f"{name}-limit", f"{name}-stop"
    errors = [(pool.mean(long, "error"), pool.mean(short, "error")) for pool in pools]
    worst, lost = max(zip(pools, (after - before for before, after in errors), strict=True), key=lambda pair: pair[1])
    paper = [printed_accuracies(table, pool.study.data_set) for pool in pools]
    by_set = [zip(pool.runs[long], pool.runs[short], strict=True) for pool in pools]
    drops = [fmean([after["error"] - before["error"] for before, after in seed]) for seed in zip(*by_set, strict=True)]
    on_paper = _growth([(1.0 - row[long], 1.0 - row[short]) for row in paper])
    missed = _missed(pools, short)
    beside = (
        f"in points most is lost on {worst.study.title}, {100 * lost:.2f}: STOP = "
        f"{worst.facts['stop']:.4f} is a forecast for {worst.facts['size']} random members, and the best panel has "
        f"{worst.mean('optimum', 'size'):.0f}"
    )
    return judge(
        where,
        statement,
        f"{100 * fmean([row[long] - row[short] for row in paper]):.2f} points; the error grows {on_paper:.1f}-fold",
        f"{100 * fmean(drops):.2f} ± {100 * mean_with_error(drops)[1]:.2f} points (± over the seeds); the error grows "
        f"{_growth(errors):.3g}-fold, in the geometric mean over the sets"
        + (f"; {count_of(missed, 'run')} did not reach STOP" if missed else ""),
        is_small_drop(drops),
        rule=ONE_POINT,
        otherwise=f"at most a point was asked for, with two standard errors over the seeds to spare; {beside}",
        note=beside,
    )


def _growth(pairs: list[tuple[float, float]]) -> float:
    """Return how many times as large the second error is, a geometric mean; an error of 0 can only stay or grow."""
    if any(one == 0.0 < other for one, other in pairs):
        return math.inf
    if any(other == 0.0 < one for one, other in pairs):
        return 0.0
    return math.exp(fmean([math.log(other / one) if one else 0.0 for one, other in pairs]))


def _per_step(pool: PoolResults, column: str) -> float:
    """Return the seconds of a step in the long runs of the searcher of a column."""
    long = f"{column.partition('-')[0]}-limit"
    return pool.mean(long, "seconds") / pool.mean(long, "steps")


def _missed(pools: list[PoolResults], column: str) -> int:
    return sum(not run["reached"] for pool in pools for run in pool.runs[column])


def _over_sets(pools: list[PoolResults], method: str, key: str) -> float:
    return fmean([pool.mean(method, key) for pool in pools])


def _times(logs: list[float]) -> str:
    log = fmean(logs)
    return f"{math.exp(log):.2g} times" if log < math.log(10.0) else f"{math.exp(log):,.0f} times"
