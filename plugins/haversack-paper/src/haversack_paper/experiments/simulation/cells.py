"""The cells of Table 2, one claim each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.simulation.groups import ENDINGS, WORDS, chance_difference
from haversack_paper.experiments.simulation.wording import fold, points, times
from haversack_paper.report import Claim, percent, seconds

if TYPE_CHECKING:
    from haversack_paper.experiments.simulation.groups import Cell, Ending, Findings, Group

_CONSIDERABLE = 10.0


def accuracy_claim(findings: Findings, members: int, name: str, cell: Cell, ending: Ending) -> Claim:
    """Compare two means: that of the paper's pools varies like that of ours."""
    group = findings.group(members, name, ending)
    paper = cell.limit_accuracy if ending == "limit" else cell.stop_accuracy
    off = group.accuracy - paper
    allowed = chance_difference(group.errors)
    agrees = abs(off) <= allowed
    how = "up to MAXSTEP" if ending == "limit" else "up to STOP"
    return Claim(
        where="Table 2",
        statement=f"{WORDS[name]}, n = {members}, {how}: mean accuracy.",
        paper=percent(paper),
        ours=f"{percent(group.accuracy)} ± {points(group.standard_error)}; proven optimum "
        f"{percent(float(1.0 - group.optima.mean()))}",
        verdict="agrees" if agrees else "differs",
        because="" if agrees else _why(findings, group, paper, allowed),
    )


def _why(findings: Findings, group: Group, paper: float, allowed: float) -> str:
    off = group.accuracy - paper
    told = [
        f"ours lies {points(abs(off))} {'above' if off > 0 else 'below'}, and by chance the two means would differ by "
        f"{points(allowed)} at most"
    ]
    if group.ending == "stop":
        stop = float(findings.thresholds(group.members).mean())
        told.append(
            f"a search returns the first set that reaches STOP, and STOP is {percent(1.0 - stop)} in the mean; what it "
            f"returns is a little better, and the paper's mean is {points(abs(paper - 1.0 + stop))} "
            f"{'above' if paper > 1.0 - stop else 'below'} STOP"
        )
    else:
        told.append(f"our limit is {findings.limit:,} steps, the paper's is not known")
    if off > 0:
        told.append(
            f"the paper's mean error is {times((1.0 - paper) / group.optima.mean())} the smallest possible one, ours "
            f"{times(group.errors.mean() / group.optima.mean())}"
        )
    if group.name == "annealing":
        told.append("the paper does not say how its SA moves and cools, ours is another")
    return "; ".join(told)


def time_claim(findings: Findings, members: int, name: str, cell: Cell) -> Claim:
    """Compare how many times less time a search takes with STOP: seconds are of different machines."""
    limited, stopped = (findings.group(members, name, ending) for ending in ENDINGS)
    factor = float(limited.seconds.mean() / stopped.seconds.mean())
    agrees = factor >= _CONSIDERABLE
    return Claim(
        where="Table 2",
        statement=f"{WORDS[name]}, n = {members}: how much time STOP saves.",
        paper=f"{seconds(cell.limit_seconds)} s to {seconds(cell.stop_seconds)} s: "
        f"{fold(cell.limit_seconds / cell.stop_seconds)}",
        ours=f"{seconds(float(limited.seconds.mean()))} s ({findings.limit:,} steps) to "
        f"{seconds(float(stopped.seconds.mean()))} s ({stopped.steps.mean():.1f} steps): {fold(factor)}",
        verdict="agrees" if agrees else "differs",
        because="how much is saved is a matter of the limit; the seconds are of different machines"
        if agrees
        else f"the saving is less than {fold(_CONSIDERABLE)}; with a longer limit it would be more",
    )
