"""What the paper reads from Tables 4 and 5: which searcher is better, and what STOP saves and costs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.printed import printed_accuracies, printed_seconds
from haversack_paper.report import Claim, counted, seconds
from haversack_paper.verdicts import (
    MUCH_FASTER,
    REFERENCE_STEPS,
    is_below,
    is_small_drop,
    judged,
    mean_with_error,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiments.uci.results import PoolResults
    from haversack_paper.published import PublishedTable

RULES: Mapping[str, str] = {"limit": "MAXSTEP", "stop": "STOP"}
NAMES: Mapping[str, str] = {"annealing": "SA", "sherlock": "SHErLoCk"}

_STATEMENTS = {
    "faster": "SHErLoCk is faster than SA, until {}.",
    "dominant": "SHErLoCk is slightly more accurate than SA, with {}.",
    "saved": "STOP saves most of the time of {}.",
    "drop": "STOP costs {} little accuracy.",
}


def readings(table: PublishedTable, pools: Sequence[PoolResults], absent: Sequence[str] = ()) -> list[Claim]:
    """Return what is read from a table, each column by itself.

    Parameters
    ----------
    table
        The paper's.
    pools
        Ours, one for each set; the paper's numbers are averaged over these sets alone.
    absent
        Titles of the sets that there are none of.
    """
    asked = [("faster", rule) for rule in RULES] + [("dominant", rule) for rule in RULES]
    asked += [("saved", name) for name in NAMES] + [("drop", name) for name in NAMES]
    if not pools:
        return [_not_run(table, what, about) for what, about in asked]
    readers = {"faster": _faster, "dominant": _dominant, "saved": _saved, "drop": _drop}
    told = f"{table.where} (without {', '.join(absent)})" if absent else table.where
    return [readers[what](told, table, pools, about) for what, about in asked]


def _statement(what: str, about: str) -> str:
    return _STATEMENTS[what].format({**RULES, **NAMES}[about])


def _not_run(table: PublishedTable, what: str, about: str) -> Claim:
    reason = "there is no pool of that size in this run, or no data"
    return Claim(table.where, _statement(what, about), "see the table", "not run", "cannot be checked", reason)


def _faster(where: str, table: PublishedTable, pools: Sequence[PoolResults], rule: str) -> Claim:
    """Compare seconds of equally many steps, or those that the steps until STOP would take one by one."""
    sa, sherlock = f"annealing-{rule}", f"sherlock-{rule}"
    paper = [printed_seconds(table, pool.study.data_set) for pool in pools]
    logs = [math.log(_seconds_for(pool, sherlock) / _seconds_for(pool, sa)) for pool in pools]
    measured = [seconds(_over_sets(pools, column, "seconds")) for column in (sa, sherlock)]
    steps = [_over_sets(pools, column, "steps") for column in (sa, sherlock)]
    if rule == "limit":
        beside = f"SA {measured[0]} s and SHErLoCk {measured[1]} s for {steps[0]:,.0f} steps each"
    else:
        beside = (
            f"SA {steps[0]:,.1f} and SHErLoCk {steps[1]:,.1f} steps on average, times the seconds of a step in the "
            f"long runs; measured are {measured[0]} s and {measured[1]} s, which is for whole blocks of steps"
        )
    agrees = is_below(logs, 0.0)
    return judged(
        where,
        _statement("faster", rule),
        f"{_times(_mean([math.log(row[sa] / row[sherlock]) for row in paper]))} as fast",
        f"{_times(-_mean(logs))} as fast ({beside})",
        agrees,
        otherwise="over the sets, the factor is within two standard errors of 1"
        if agrees is None
        else "time is that of the programs: here a step of SHErLoCk draws a whole panel member by member, and a step "
        "of SA changes one or two members of a panel",
    )


def _dominant(where: str, table: PublishedTable, pools: Sequence[PoolResults], rule: str) -> Claim:
    """Compare mean errors set by set; a searcher that is better on the whole is so on other sets as well."""
    sa, sherlock = f"annealing-{rule}", f"sherlock-{rule}"
    losses = [pool.mean(sherlock, "error") - pool.mean(sa, "error") for pool in pools]
    paper = [printed_accuracies(table, pool.study.data_set) for pool in pools]
    on_paper = [row[sa] - row[sherlock] for row in paper]
    ratio = _growth([(pool.mean(sa, "error"), pool.mean(sherlock, "error")) for pool in pools])
    agrees = is_below(losses, 0.0)
    better = sum(loss < 0.0 for loss in losses)
    return judged(
        where,
        _statement("dominant", rule),
        _points([-loss for loss in on_paper]),
        f"{_points([-loss for loss in losses])}, more accurate on {better} of {counted(len(pools), 'set')}; the error "
        f"is {ratio:#.3g} times that of SA; mean errors {_over_sets(pools, sa, 'error'):.3g} (SA) and "
        f"{_over_sets(pools, sherlock, 'error'):.3g}, least possible {_over_sets(pools, 'optimum', 'error'):.3g}",
        agrees and _mean(losses) < 0.0,
        otherwise=_why_not_dominant(agrees, is_below(on_paper, 0.0))
        + ("" if rule == "limit" else "; STOP ends a run at the first panel above it, and how far above is chance"),
    )


def _why_not_dominant(agrees: bool | None, on_paper: bool | None) -> str:
    if agrees is not None:
        return "on these pools SHErLoCk is not the more accurate one, with equally many steps at most"
    told = "the difference is within two standard errors of 0, over the sets"
    return told if on_paper is not None else f"{told}; so is that of the paper's own rows"


def _saved(where: str, table: PublishedTable, pools: Sequence[PoolResults], name: str) -> Claim:
    """Compare measured seconds until STOP with those of a long run of a set number of steps."""
    long, short = f"{name}-limit", f"{name}-stop"
    logs = [math.log(REFERENCE_STEPS * _per_step(pool, long) / pool.mean(short, "seconds")) for pool in pools]
    paper = [printed_seconds(table, pool.study.data_set) for pool in pools]
    below = is_below([-log for log in logs], -math.log(MUCH_FASTER))
    missed = _missed(pools, short)
    return judged(
        where,
        _statement("saved", name),
        f"{_times(_mean([math.log(row[long] / row[short]) for row in paper]))} as fast",
        f"{_times(_mean(logs))} as fast as {REFERENCE_STEPS:,} steps would be; measured "
        f"{seconds(_over_sets(pools, short, 'seconds'))} s for {_over_sets(pools, short, 'steps'):,.1f} steps on "
        f"average, and {seconds(_over_sets(pools, long, 'seconds'))} s for {_over_sets(pools, long, 'steps'):,.0f}",
        # A run that was cut off before STOP says nothing about how long it takes.
        None if missed and below else below,
        otherwise=f"at least {MUCH_FASTER:g} times as fast was asked for, by more than two standard errors over the "
        f"sets; ended before STOP: {counted(missed, 'run')}",
        note="how much is saved is a matter of how long one would have gone on",
    )


def _drop(where: str, table: PublishedTable, pools: Sequence[PoolResults], name: str) -> Claim:
    """Judge the drop of the average row, as the paper does; what is random in it are the searches, not the sets."""
    long, short = f"{name}-limit", f"{name}-stop"
    by_set = {pool.study.title: pool.mean(short, "error") - pool.mean(long, "error") for pool in pools}
    worst = max(pools, key=lambda pool: by_set[pool.study.title])
    paper = [printed_accuracies(table, pool.study.data_set) for pool in pools]
    drops = _drops_by_seed(pools, long, short)
    growth = _growth([(pool.mean(long, "error"), pool.mean(short, "error")) for pool in pools])
    on_paper = _growth([(1.0 - row[long], 1.0 - row[short]) for row in paper])
    of_all = f"; {counted(missed, 'run')} did not reach STOP" if (missed := _missed(pools, short)) else ""
    beside = (
        f"in points most is lost on {worst.study.title}, {100 * by_set[worst.study.title]:.2f}: STOP = "
        f"{worst.facts['stop']:.4f} is a forecast for {worst.facts['size']} random members, and the best panel has "
        f"{worst.mean('optimum', 'size'):.0f}"
    )
    return judged(
        where,
        _statement("drop", name),
        f"{100 * _mean([row[long] - row[short] for row in paper]):.2f} points; the error grows {on_paper:.1f}-fold",
        f"{100 * _mean(drops):.2f} ± {100 * mean_with_error(drops)[1]:.2f} points (± over the seeds); the error grows "
        f"{growth:.3g}-fold, in the geometric mean over the sets{of_all}",
        is_small_drop(drops),
        otherwise=f"at most a point was asked for, with two standard errors over the seeds to spare; {beside}",
        note=beside,
    )


def _drops_by_seed(pools: Sequence[PoolResults], long: str, short: str) -> list[float]:
    """Return the drop of the mean over the sets, for each seed of the searches.

    The sets are those of the paper and no sample of others. With a standard error over so few and so different sets,
    not one of the four drops that the paper itself prints, 0.58 to 0.88 points, would be clearly below a point.
    """
    gaps = [
        [below["error"] - above["error"] for above, below in zip(pool.runs[long], pool.runs[short], strict=True)]
        for pool in pools
    ]
    return [_mean(of_seed) for of_seed in zip(*gaps, strict=True)]


def _growth(pairs: Sequence[tuple[float, float]]) -> float:
    """Return how many times as large the second error is, a geometric mean; an error of 0 can only stay or grow."""
    if any(one == 0.0 < other for one, other in pairs):
        return math.inf
    if any(other == 0.0 < one for one, other in pairs):
        return 0.0
    return math.exp(_mean([math.log(other / one) if one else 0.0 for one, other in pairs]))


def _per_step(pool: PoolResults, column: str) -> float:
    return pool.mean(column, "seconds") / pool.mean(column, "steps")


def _seconds_for(pool: PoolResults, column: str) -> float:
    """Return what the steps of a column take, each as long as in the long runs.

    Panels are drawn and walks are made in blocks, of up to a thousand steps: the seconds of a search that ends within
    the first block are those of the block.
    """
    return pool.mean(column, "steps") * _per_step(pool, f"{column.partition('-')[0]}-limit")


def _missed(pools: Sequence[PoolResults], column: str) -> int:
    return sum(not run["reached"] for pool in pools for run in pool.runs[column])


def _over_sets(pools: Sequence[PoolResults], method: str, key: str) -> float:
    return _mean([pool.mean(method, key) for pool in pools])


def _mean(values: Sequence[float]) -> float:
    return mean_with_error(values)[0]


def _points(gains: Sequence[float]) -> str:
    mean, error = mean_with_error(gains)
    return f"{100 * mean:+.3f} ± {100 * error:.3f} points"


def _times(log: float) -> str:
    return f"{math.exp(log):.2g} times" if log < math.log(10.0) else f"{math.exp(log):,.0f} times"
