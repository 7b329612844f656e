"""The claims of section 4.3 and Table 2, judged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.simulation.cell_claims import cell_claims
from haversack_paper.experiments.simulation.printed import COMPARED, ENDINGS, NAMES, PRINTED
from haversack_paper.experiments.simulation.results import CHANCE, Size, chance_difference, points, times
from haversack_paper.report import Claim, Json, Rule, count_of, judge, percent, seconds
from haversack_paper.verdicts import AHEAD, ALWAYS, ONE_POINT, combine, is_below, is_small_drop

if TYPE_CHECKING:
    from collections.abc import Iterable

_CLOSE = 2.0
_SUFFICIENTLY_CLOSE = 3.0
_MUCH_EARLIER = 10.0
_YEAR = 365.25 * 24 * 3600.0
_POSSIBLE = Rule(
    "possible",
    "It differs if so many steps would take a year, or if fewer give more accuracy than the paper's and chance would; "
    "else it cannot be checked where our searches are shorter.",
)
_EARLY = Rule("early", f"Every run reaches STOP, within 1/{_MUCH_EARLIER:g} of the steps of MAXSTEP.")
_CLOSE_TO_OPTIMUM = Rule(
    "close to optimum",
    f"1 - STOP is at most {_SUFFICIENTLY_CLOSE:g} times the smallest error, in the median, for every n.",
)


def claims(sizes: list[Size], weights: list[Json], limit: int) -> list[Claim]:
    """Return the cells of Table 2 that can be compared, and what the text says about them, STOP and efficiency."""
    printed = [size for size in sizes if (size.members, "sherlock", "stop") in PRINTED]
    return [
        *cell_claims(printed),
        *(_negligible_drop(size) for size in printed),
        *(_quicker(size) for size in printed),
        *([_more_accurate(printed, limit), _at_least_stop(printed)] if printed else []),
        *(_ended_by_maxstep(size) for size in printed),
        _reached_early(sizes),
        _close_to_optimum(sizes),
        *(_efficiency(found) for found in weights),
    ]


def _negligible_drop(size: Size) -> Claim:
    """Judge by points, as the paper does, for both searchers, and add the factor by which the error grows."""
    ours, paper, small, growths = [], [], [], []
    for name in COMPARED:
        limited, stopped = size.endings(name)
        small.append(is_small_drop((stopped.errors - limited.errors).tolist()))
        growths.append(stopped.errors.mean() / limited.errors.mean())
        drop = points(limited.accuracy - stopped.accuracy)
        ours.append(f"{NAMES[name]}: {drop}, the error is {times(growths[-1])} as large")
        long, short = limited.printed.accuracy, stopped.printed.accuracy
        paper.append(f"{100.0 * (long - short):.2f} points, {times((1.0 - short) / (1.0 - long))} the error")
    agrees = combine(small)
    wrong = f"the panel is wrong {times(max(growths))} as often"
    return judge(
        "Section 4.3",
        f"With STOP the drop in accuracy is negligible, n = {size.members}.",
        "; ".join(paper),
        "; ".join(ours),
        agrees,
        rule=ONE_POINT,
        otherwise="it is too near to a point to tell"
        if agrees is None
        else f"it is more than a point, and {wrong}. In the time saved better panels would have been found",
        note=f"in points; near 100 % these hide that {wrong}",
    )


def _quicker(size: Size) -> Claim:
    """Compare steps until STOP at the speed of long runs: measured seconds depend on the size of our blocks of sets."""
    limited, stopped = zip(*(size.endings(name) for name in COMPARED), strict=True)
    steps = [group.steps.mean() for group in stopped]
    until = [stop.steps * limit.seconds_per_step for limit, stop in zip(limited, stopped, strict=True)]
    close = [group.seconds_until(_CLOSE) for group in limited]
    agrees = is_below((until[0] - until[1]).tolist(), 0.0)
    return judge(
        "Section 4.3",
        f"SHErLoCk finds efficient panels quicker than SA, n = {size.members}.",
        f"until STOP: {_against(group.printed.seconds for group in stopped)}",
        f"until STOP: {steps[0]:.1f} against {steps[1]:.1f} steps, which at the speed of long runs are "
        f"{1e6 * until[0].mean():.1f} against {1e6 * until[1].mean():.1f} microseconds; measured, with the whole "
        f"blocks in which ours compute sets, {_against(group.seconds.mean() for group in stopped)}. Until the error is "
        f"{times(_CLOSE)} the smallest, median: {_against(close)}",
        agrees,
        rule=AHEAD,
        otherwise="the two are too near to each other to tell: both reach STOP within the first sets they look at"
        if agrees is None
        else "it needs fewer steps, but a step, which builds a set member by member, takes longer than a move of SA"
        if steps[0] < steps[1]
        else "it needs no fewer steps",
    )


def _against(durations: Iterable[float]) -> str:
    return " against ".join(f"{seconds(value)} s" if math.isfinite(value) else "never" for value in durations)


def _more_accurate(sizes: list[Size], limit: int) -> Claim:
    ours, better = [], []
    for size in sizes:
        for ending in ENDINGS:
            sherlock, annealing = (size.group(name, ending).accuracy for name in COMPARED)
            better.append(sherlock > annealing)
            how = count_of(limit, "step") if ending == "limit" else "STOP"
            ours.append(f"n = {size.members}, {how}: {percent(sherlock)} against {percent(annealing)}")
    return judge(
        "Table 2",
        "SHErLoCk's panels are more accurate than SA's in all comparisons.",
        "0.24 to 0.59 points more accurate",
        "; ".join(ours),
        all(better),
        rule=ALWAYS,
        otherwise=f"they are in {sum(better)} of {len(better)}. The paper does not say how its SA works",
    )


def _at_least_stop(sizes: list[Size]) -> Claim:
    """Require that no mean of the paper is below the mean STOP by more than chance, as all runs have reached STOP."""
    ours, below, paper = [], [], []
    for size in sizes:
        stops = 1.0 - size.thresholds
        allowed = chance_difference(stops)
        ours.append(
            f"n = {size.members}: STOP is {percent(stops.mean())} in the mean over our pools; by chance, that over "
            f"the paper's may differ from it by {points(allowed)}, the margin of error"
        )
        for name in COMPARED:
            accuracy = PRINTED[size.members, name, "stop"].accuracy
            paper.append(f"{NAMES[name]}, n = {size.members}: {percent(accuracy)}")
            if accuracy < stops.mean() - allowed:
                below.append(f"{NAMES[name]} at n = {size.members}")
    return judge(
        "Table 2 and section 4.3",
        "With STOP, which was always reached, the mean accuracies are those of Table 2.",
        "; ".join(paper),
        "; ".join(ours),
        not below,
        rule=CHANCE,
        otherwise="a mean of panels that have all reached STOP cannot be below the mean STOP, as that of "
        f"{' and '.join(below)} is. Either STOP was computed otherwise or it was not always reached",
    )


def _ended_by_maxstep(size: Size) -> Claim:
    """Compare with the time of MAXSTEP steps; fewer steps refute the claim if they do better, but cannot confirm it."""
    group, other = (size.group(name, "limit") for name in COMPARED)
    paper = group.printed
    steps, made = float(np.median(size.values("plan", "max_steps"))), float(group.steps.mean())
    needed, after = steps * group.seconds_per_step, count_of(round(made), "step")
    more, allowed = group.accuracy - paper.accuracy, chance_difference(group.errors)
    agrees = None if made < steps else abs(more) <= allowed
    if needed >= _YEAR or (more > allowed and made <= steps):
        agrees = False
    duration = f"{needed / _YEAR:,.2g} years" if needed >= _YEAR else f"{seconds(needed)} s"
    return judge(
        "Table 2",
        "The searches without STOP were ended by MAXSTEP, the number of sets of the expected size, "
        f"n = {size.members}.",
        f"SHErLoCk {seconds(paper.seconds)} s with {percent(paper.accuracy)}, SA {seconds(other.printed.seconds)} s",
        f"MAXSTEP is {steps:.2g} in the median: {duration} of SHErLoCk here. After {after} it has "
        f"{percent(group.accuracy)}",
        agrees,
        rule=_POSSIBLE,
        otherwise="no machine makes that many steps, so that something else ended those searches"
        if needed >= _YEAR
        else f"in time it is possible; our searches are shorter, and by chance their mean may differ from the paper's "
        f"by {points(allowed)}"
        if agrees is None
        else f"in time it is possible, but after {after} our search is {points(abs(more))} "
        f"{'more' if more > 0.0 else 'less'} accurate than the paper's, and by chance it would be {points(allowed)} at "
        "most",
    )


def _reached_early(sizes: list[Size]) -> Claim:
    ours, agrees = [], True
    for size in sizes:
        stopped = [run["stop"] for pool in size.pools for run in pool["runs"].values()]
        passed, most = sum(run["passed"] for run in stopped), max(run["steps"] for run in stopped)
        smallest = size.values("plan", "max_steps").min()
        agrees = agrees and passed == len(stopped) and most * _MUCH_EARLIER <= smallest
        ours.append(
            f"n = {size.members}: {passed:,} of {count_of(len(stopped), 'run')} reach it, after "
            f"{count_of(most, 'step')} at most; MAXSTEP is {smallest:.2g} or more"
        )
    return judge(
        "Section 4.3",
        "STOP has never failed to be reached, and was reached much earlier than MAXSTEP in each test.",
        "always",
        "; ".join(ours),
        agrees,
        rule=_EARLY,
        otherwise="some run does not reach it, or takes more than a tenth of MAXSTEP",
    )


def _close_to_optimum(sizes: list[Size]) -> Claim:
    quantiles = [np.quantile(size.thresholds / size.optima, [0.1, 0.5, 0.9]) for size in sizes]
    ours = [
        f"n = {size.members}: {times(middle)} (10 % to 90 %: {times(low)} to {times(high)})"
        for size, (low, middle, high) in zip(sizes, quantiles, strict=True)
    ]
    return judge(
        "Section 4.3",
        "STOP ends the search when the accuracy is sufficiently close to the unknown possible maximum.",
        "close",
        f"1 - STOP over the smallest possible error, median: {'; '.join(ours)}",
        all(middle <= _SUFFICIENTLY_CLOSE for _, middle, _ in quantiles),
        rule=_CLOSE_TO_OPTIMUM,
        otherwise="the optimum is known here, proved for every pool, and 1 - STOP is more than "
        f"{times(_SUFFICIENTLY_CLOSE)} its error. STOP is a forecast for random panels of the size that the budget "
        "buys at the expected cost, while the best panel is not random and, made of bargains, is larger",
    )


def _efficiency(found: Json) -> Claim:
    """Compare logarithms of errors pool by pool: from 1e-5 to 1e-6 counts as much as from 0.1 to 0.01."""
    logs = {name: np.log(np.array(errors)) for name, errors in found["errors"].items()}
    fewer = logs["efficiency"] - logs["usefulness"]
    usefulness, equal = (times(np.exp(np.mean(logs[name] - logs["efficiency"]))) for name in ("usefulness", "equal"))
    agrees = is_below(fewer.tolist(), 0.0)
    return judge(
        "Section 3",
        f"Efficiency adapts to the energy better than usefulness, accuracy per cost, n = {found['members']}.",
        "better",
        f"draws by usefulness end with {usefulness} the error of draws by efficiency, equal draws with {equal} "
        f"(geometric means over {count_of(len(fewer), 'pool')}, {count_of(found['steps'], 'step')} each); by "
        f"usefulness it is larger in {count_of(int((fewer < 0.0).sum()), 'pool')}",
        agrees,
        rule=AHEAD,
        otherwise="the two are too near to each other to tell"
        if agrees is None
        else "draws by usefulness find the better panels",
        note="by efficiency as it is meant, the chance of a majority; the printed sum over all k is 1 for everybody, "
        "which makes equal draws",
    )
