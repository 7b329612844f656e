"""What the paper says of its simulation, and what ours says."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.experiments.simulation.cells import accuracy_claim, time_claim
from haversack_paper.experiments.simulation.groups import ENDINGS, PAPER, WORDS, chance_difference
from haversack_paper.experiments.simulation.wording import points, times
from haversack_paper.report import Claim, percent, seconds

if TYPE_CHECKING:
    from haversack_paper.experiments.simulation.groups import Findings

_NEGLIGIBLE = 1.5
_CLOSE = 2.0
_SUFFICIENTLY_CLOSE = 3.0
_FAR = 100.0
_MUCH_EARLIER = 10.0
_TWO = ("sherlock", "annealing")
_YEAR = 365.25 * 24 * 3600.0


def all_claims(findings: Findings) -> list[Claim]:
    """Return the cells of Table 2 that can be compared, and what the text says of them."""
    cells = [(place, cell) for place, cell in PAPER.items() if place[0] in findings.sizes]
    return [
        *(accuracy_claim(findings, *place, cell, ending) for place, cell in cells for ending in ENDINGS),
        *(time_claim(findings, *place, cell) for place, cell in cells),
        _negligible_drop(findings),
        _sherlock_quicker(findings),
        _sherlock_better(findings),
        _passed_early(findings),
        _at_least_stop(findings),
        _ended_by_maxstep(findings),
        _close_to_the_best(findings),
    ]


def _negligible_drop(findings: Findings) -> Claim:
    """Call a drop negligible if the error grows by half at most."""
    told, worst, paper = [], 0.0, []
    for members, name in PAPER:
        if members not in findings.sizes:
            continue
        limited, stopped = (findings.group(members, name, ending) for ending in ENDINGS)
        cell = PAPER[members, name]
        growth = float(stopped.errors.mean() / limited.errors.mean())
        worst = max(worst, growth)
        told.append(
            f"{WORDS[name]}, n = {members}: {points(limited.accuracy - stopped.accuracy)}, the error is "
            f"{times(growth)} as large"
        )
        paper.append(
            f"{100.0 * (cell.limit_accuracy - cell.stop_accuracy):.2f} points, "
            f"{times((1.0 - cell.stop_accuracy) / (1.0 - cell.limit_accuracy))} the error"
        )
    agrees = worst <= _NEGLIGIBLE
    return Claim(
        where="Section 4.3",
        statement="STOP saves considerable time with a negligible drop in accuracy.",
        paper="; ".join(paper),
        ours="; ".join(told),
        verdict="agrees" if agrees else "differs",
        because=""
        if agrees
        else f"near 100 % points of accuracy hide it: a panel that is wrong {times(worst)} as often is no negligible "
        "loss. The time saved is time in which better panels would have been found",
    )


def _sherlock_quicker(findings: Findings) -> Claim:
    told, quicker = [], []
    for members in findings.sizes:
        ours, theirs = (findings.group(members, name, "stop") for name in _TWO)
        quicker.append(ours.seconds.mean() < theirs.seconds.mean())
        told.append(
            f"n = {members}, until STOP, mean: {seconds(float(ours.seconds.mean()))} s against "
            f"{seconds(float(theirs.seconds.mean()))} s, {ours.steps.mean():.1f} against {theirs.steps.mean():.1f} "
            "steps"
        )
        for factor in (_FAR, _CLOSE):
            reached = [findings.group(members, name, "limit").seconds_until(factor) for name in _TWO]
            if any(value is not None for value in reached):
                quicker.append((reached[0] or math.inf) < (reached[1] or math.inf))
                shown = ["never" if value is None else f"{seconds(value)} s" for value in reached]
                told.append(f"until the error is {times(factor)} the smallest, median: {shown[0]} against {shown[1]}")
    agrees = all(quicker)
    return Claim(
        where="Section 4.3",
        statement="SHErLoCk finds efficient panels quicker than SA.",
        paper="until STOP: 0.08 s against 0.30 s (n = 30), 1.54 s against 1.58 s (n = 100)",
        ours="; ".join(told),
        verdict="agrees" if agrees else "differs",
        because=""
        if agrees
        else f"it is the quicker one in {sum(quicker)} of these {len(quicker)} comparisons. Both reach STOP within the "
        "first sets they look at. Those come in blocks, of up to 1,024 for SHErLoCk and of 64 for SA, so that seconds "
        "until STOP tell more about blocks than about searching",
    )


def _sherlock_better(findings: Findings) -> Claim:
    told, better = [], []
    for members in findings.sizes:
        for ending in ENDINGS:
            ours, theirs = (findings.group(members, name, ending) for name in _TWO)
            better.append(ours.accuracy > theirs.accuracy)
            how = f"{findings.limit:,} steps" if ending == "limit" else "STOP"
            told.append(f"n = {members}, {how}: {percent(ours.accuracy)} against {percent(theirs.accuracy)}")
    agrees = all(better)
    return Claim(
        where="Table 2",
        statement="SHErLoCk's panels are more accurate than SA's in all four comparisons.",
        paper="0.24 to 0.59 points more accurate",
        ours="; ".join(told),
        verdict="agrees" if agrees else "differs",
        because=""
        if agrees
        else f"they are in {sum(better)} of {len(better)}. The paper does not say how its SA works",
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
            f"n = {members}: {passed:,} of {runs:,} runs reach it, after {most:,.0f} steps at most; MAXSTEP is "
            f"{float(smallest):.2g} or more"
        )
    agrees = early and all_passed
    return Claim(
        where="Section 4.3",
        statement="STOP has never failed to be reached, and was reached much earlier than MAXSTEP in each test.",
        paper="always",
        ours="; ".join(told),
        verdict="agrees" if agrees else "differs",
        because="" if agrees else "some run does not reach it, or takes more than a tenth of MAXSTEP",
    )


def _at_least_stop(findings: Findings) -> Claim:
    """Want no mean of the paper below the mean STOP by more than chance: what reaches STOP is not below it."""
    told, below, paper = [], [], []
    for members in findings.sizes:
        stops = 1.0 - findings.thresholds(members)
        allowed = chance_difference(stops)
        told.append(f"n = {members}: STOP is {percent(float(stops.mean()))} in the mean, within {points(allowed)}")
        for (size, name), cell in PAPER.items():
            if size == members:
                paper.append(f"{WORDS[name]}, n = {members}: {percent(cell.stop_accuracy)}")
                if cell.stop_accuracy < stops.mean() - allowed:
                    below.append(f"{WORDS[name]} at n = {members}")
    return Claim(
        where="Table 2 and section 4.3",
        statement="With STOP, which was always reached, the mean accuracies are those of Table 2.",
        paper="; ".join(paper),
        ours="; ".join(told),
        verdict="differs" if below else "agrees",
        because=f"a mean of panels that have all reached STOP cannot be below the mean STOP, as that of "
        f"{' and '.join(below)} is. Either STOP was computed otherwise or it was not always reached"
        if below
        else "",
    )


def _ended_by_maxstep(findings: Findings) -> Claim:
    """Hold the paper's seconds against the time that MAXSTEP steps take at our speed."""
    told, possible = [], True
    for members in findings.sizes:
        group = findings.group(members, "sherlock", "limit")
        steps = float(np.median([float(pool["plan"]["max_steps"]) for pool in findings.of_size(members)]))
        needed = steps * float(group.seconds.mean() / group.steps.mean())
        possible = possible and needed < _YEAR
        lasting = f"{needed / _YEAR:,.2g} years" if needed >= _YEAR else f"{seconds(needed)} s"
        told.append(f"n = {members}: {steps:.2g} steps, which take SHErLoCk {lasting} here")
    return Claim(
        where="Table 2",
        statement="The searches without STOP were ended by MAXSTEP, the number of sets of the expected size.",
        paper="60 s and 87 s (n = 30), 295 s and 638 s (n = 100)",
        ours="; ".join(told),
        verdict="agrees" if possible else "differs",
        because=""
        if possible
        else "no machine makes that many steps, so that something else ended those searches. Ours make "
        f"{findings.limit:,} steps",
    )


def _close_to_the_best(findings: Findings) -> Claim:
    told, middles = [], []
    for members in findings.sizes:
        ratios = findings.thresholds(members) / findings.optima(members)
        middles.append(float(np.median(ratios)))
        low, high = np.quantile(ratios, [0.1, 0.9])
        told.append(f"n = {members}: {times(middles[-1])} (10 % to 90 %: {times(low)} to {times(high)})")
    agrees = max(middles) <= _SUFFICIENTLY_CLOSE
    return Claim(
        where="Section 4.3",
        statement="STOP ends the search when the accuracy is sufficiently close to the unknown possible maximum.",
        paper="close",
        ours=f"1 - STOP over the smallest possible error, median: {'; '.join(told)}",
        verdict="agrees" if agrees else "differs",
        because=""
        if agrees
        else "the optimum is known here, proved for every pool, and 1 - STOP is more than "
        f"{times(_SUFFICIENTLY_CLOSE)} its error. STOP is a forecast for random panels of the size that the budget "
        "buys at the expected cost, while the best panel is not random and, made of bargains, is larger",
    )
