"""What the paper says of its simulation, and what ours says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.simulation.cells import limit_claim, stop_claim, time_claim
from haversack_paper.experiments.simulation.groups import ENDINGS, PAPER, WORDS, chance_difference
from haversack_paper.experiments.simulation.wording import points, times
from haversack_paper.report import counted, percent, seconds
from haversack_paper.verdicts import is_below, is_small_drop, judged

if TYPE_CHECKING:
    from haversack_paper.experiments.simulation.groups import Findings
    from haversack_paper.report import Claim

_CLOSE = 2.0
_SUFFICIENTLY_CLOSE = 3.0
_MUCH_EARLIER = 10.0
_TWO = ("sherlock", "annealing")
_YEAR = 365.25 * 24 * 3600.0


def all_claims(findings: Findings) -> list[Claim]:
    """Return the cells of Table 2 that can be compared, and what the text says of them and of STOP."""
    sizes = findings.compared
    cells = [(members, name, cell) for (members, name), cell in PAPER.items() if members in sizes]
    return [
        *(claim(findings, *cell) for cell in cells for claim in (limit_claim, stop_claim)),
        *(time_claim(findings, *cell) for cell in cells),
        *(_negligible_drop(findings, members) for members in sizes),
        *(_sherlock_quicker(findings, members) for members in sizes),
        # On no cell there is nothing to say.
        *([_sherlock_better(findings), _at_least_stop(findings)] if sizes else []),
        *(_ended_by_maxstep(findings, members) for members in sizes),
        _passed_early(findings),
        _close_to_the_best(findings),
    ]


def _negligible_drop(findings: Findings, members: int) -> Claim:
    """Judge by points, as the paper does, for both searchers; and tell how many times as large the error gets."""
    told, paper, small, growths = [], [], [], []
    for name in _TWO:
        limited, stopped = (findings.group(members, name, ending) for ending in ENDINGS)
        cell = PAPER[members, name]
        small.append(is_small_drop((stopped.errors - limited.errors).tolist()))
        growths.append(float(stopped.errors.mean() / limited.errors.mean()))
        told.append(
            f"{WORDS[name]}: {points(limited.accuracy - stopped.accuracy)}, the error is {times(growths[-1])} as large"
        )
        paper.append(
            f"{100.0 * (cell.limit_accuracy - cell.stop_accuracy):.2f} points, "
            f"{times((1.0 - cell.stop_accuracy) / (1.0 - cell.limit_accuracy))} the error"
        )
    agrees = False if False in small else None if None in small else True
    wrong = f"the panel is wrong {times(max(growths))} as often"
    return judged(
        "Section 4.3",
        f"With STOP the drop in accuracy is negligible, n = {members}.",
        "; ".join(paper),
        "; ".join(told),
        agrees,
        otherwise="it is too near to a point to tell"
        if agrees is None
        else f"it is more than a point, and {wrong}. In the time saved better panels would have been found",
        note=f"in points; near 100 % these hide that {wrong}",
    )


def _sherlock_quicker(findings: Findings, members: int) -> Claim:
    """Compare steps until STOP at the speed of long runs: short runs compute whole blocks of sets, of which few count.

    The blocks are ours, of different sizes for the two, so that seconds measured until STOP tell of them.
    """
    stopped, limited = ([findings.group(members, name, ending) for name in _TWO] for ending in ("stop", "limit"))
    until = [stop.steps * limit.seconds_per_step for stop, limit in zip(stopped, limited, strict=True)]
    close = [group.seconds_until(_CLOSE) for group in limited]
    shown = ["never" if value is None else f"{seconds(value)} s" for value in close]
    agrees = is_below((until[0] - until[1]).tolist(), 0.0)
    paper = [PAPER[members, name].stop_seconds for name in _TWO]
    return judged(
        "Section 4.3",
        f"SHErLoCk finds efficient panels quicker than SA, n = {members}.",
        f"until STOP: {seconds(paper[0])} s against {seconds(paper[1])} s",
        f"until STOP: {stopped[0].steps.mean():.1f} against {stopped[1].steps.mean():.1f} steps, which at the speed of "
        f"long runs are {1e6 * until[0].mean():.1f} against {1e6 * until[1].mean():.1f} microseconds; measured, with "
        f"the whole blocks in which ours compute sets, {seconds(float(stopped[0].seconds.mean()))} s against "
        f"{seconds(float(stopped[1].seconds.mean()))} s. Until the error is {times(_CLOSE)} the smallest, median: "
        f"{shown[0]} against {shown[1]}",
        agrees,
        otherwise="the two are too near to each other to tell: both reach STOP within the first sets they look at"
        if agrees is None
        else "it needs fewer steps, but a step, which builds a set member by member, takes longer than a move of SA"
        if stopped[0].steps.mean() < stopped[1].steps.mean()
        else "it needs no fewer steps",
    )


def _sherlock_better(findings: Findings) -> Claim:
    told, better = [], []
    for members in findings.compared:
        for ending in ENDINGS:
            ours, theirs = (findings.group(members, name, ending) for name in _TWO)
            better.append(ours.accuracy > theirs.accuracy)
            how = counted(findings.limit, "step") if ending == "limit" else "STOP"
            told.append(f"n = {members}, {how}: {percent(ours.accuracy)} against {percent(theirs.accuracy)}")
    return judged(
        "Table 2",
        "SHErLoCk's panels are more accurate than SA's in all comparisons.",
        "0.24 to 0.59 points more accurate",
        "; ".join(told),
        all(better),
        otherwise=f"they are in {sum(better)} of {len(better)}. The paper does not say how its SA works",
    )


def _at_least_stop(findings: Findings) -> Claim:
    """Want no mean of the paper below the mean STOP by more than chance: what reaches STOP is not below it."""
    told, below, paper = [], [], []
    for members in findings.compared:
        stops = 1.0 - findings.thresholds(members)
        allowed = chance_difference(stops)
        told.append(
            f"n = {members}: STOP is {percent(float(stops.mean()))} in the mean over our pools; by chance, that over "
            f"the paper's may differ from it by {points(allowed)}, the margin of error"
        )
        for name in _TWO:
            accuracy = PAPER[members, name].stop_accuracy
            paper.append(f"{WORDS[name]}, n = {members}: {percent(accuracy)}")
            if accuracy < stops.mean() - allowed:
                below.append(f"{WORDS[name]} at n = {members}")
    return judged(
        "Table 2 and section 4.3",
        "With STOP, which was always reached, the mean accuracies are those of Table 2.",
        "; ".join(paper),
        "; ".join(told),
        not below,
        otherwise="a mean of panels that have all reached STOP cannot be below the mean STOP, as that of "
        f"{' and '.join(below)} is. Either STOP was computed otherwise or it was not always reached",
    )


def _ended_by_maxstep(findings: Findings, members: int) -> Claim:
    """Hold the paper's seconds against the time that MAXSTEP steps take us, and its accuracy against that of fewer.

    Fewer steps can do better than the paper, which speaks against it; to speak for it takes as many.
    """
    group, cells = findings.group(members, "sherlock", "limit"), [PAPER[members, name] for name in _TWO]
    steps = float(np.median([float(pool["plan"]["max_steps"]) for pool in findings.of_size(members)]))
    needed = steps * group.seconds_per_step
    more = group.accuracy - cells[0].limit_accuracy
    allowed, made = chance_difference(group.errors), float(group.steps.mean())
    agrees = None if made < steps else abs(more) <= allowed
    if needed >= _YEAR or (more > allowed and made <= steps):
        agrees = False
    lasting = f"{needed / _YEAR:,.2g} years" if needed >= _YEAR else f"{seconds(needed)} s"
    return judged(
        "Table 2",
        f"The searches without STOP were ended by MAXSTEP, the number of sets of the expected size, n = {members}.",
        f"SHErLoCk {seconds(cells[0].limit_seconds)} s with {percent(cells[0].limit_accuracy)}, SA "
        f"{seconds(cells[1].limit_seconds)} s",
        f"MAXSTEP is {steps:.2g} in the median: {lasting} of SHErLoCk here. After {counted(round(made), 'step')} it "
        f"has {percent(group.accuracy)}",
        agrees,
        otherwise="no machine makes that many steps, so that something else ended those searches"
        if needed >= _YEAR
        else f"in time it is possible; our searches are shorter, and by chance their mean may differ from the paper's "
        f"by {points(allowed)}"
        if agrees is None
        else f"in time it is possible, but after {counted(round(made), 'step')} our search is {points(abs(more))} "
        f"{'more' if more > 0.0 else 'less'} accurate than the paper's, and by chance it would be {points(allowed)} at "
        "most",
    )


def _passed_early(findings: Findings) -> Claim:
    told, early, all_passed = [], True, True
    for members in findings.sizes:
        groups = [findings.group(members, name, "stop") for name in findings.searchers]
        runs, passed = sum(len(group.errors) for group in groups), sum(group.passed for group in groups)
        most = max(float(group.steps.max()) for group in groups)
        smallest = min(pool["plan"]["max_steps"] for pool in findings.of_size(members))
        early = early and most * _MUCH_EARLIER <= smallest
        all_passed = all_passed and passed == runs
        told.append(
            f"n = {members}: {passed:,} of {counted(runs, 'run')} reach it, after {counted(round(most), 'step')} at "
            f"most; MAXSTEP is {float(smallest):.2g} or more"
        )
    return judged(
        "Section 4.3",
        "STOP has never failed to be reached, and was reached much earlier than MAXSTEP in each test.",
        "always",
        "; ".join(told),
        early and all_passed,
        otherwise="some run does not reach it, or takes more than a tenth of MAXSTEP",
    )


def _close_to_the_best(findings: Findings) -> Claim:
    told, middles = [], []
    for members in findings.sizes:
        ratios = findings.thresholds(members) / findings.optima(members)
        middles.append(float(np.median(ratios)))
        low, high = np.quantile(ratios, [0.1, 0.9])
        told.append(f"n = {members}: {times(middles[-1])} (10 % to 90 %: {times(low)} to {times(high)})")
    return judged(
        "Section 4.3",
        "STOP ends the search when the accuracy is sufficiently close to the unknown possible maximum.",
        "close",
        f"1 - STOP over the smallest possible error, median: {'; '.join(told)}",
        max(middles) <= _SUFFICIENTLY_CLOSE,
        otherwise="the optimum is known here, proved for every pool, and 1 - STOP is more than "
        f"{times(_SUFFICIENTLY_CLOSE)} its error. STOP is a forecast for random panels of the size that the budget "
        "buys at the expected cost, while the best panel is not random and, made of bargains, is larger",
    )
