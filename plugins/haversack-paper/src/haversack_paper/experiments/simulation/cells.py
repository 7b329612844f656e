"""The cells of Table 2, one claim each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.searchers import Annealing
from haversack_paper.experiments.simulation.groups import ENDINGS, PAPER, WORDS, chance_difference
from haversack_paper.experiments.simulation.wording import fold, points, times
from haversack_paper.report import counted, percent, seconds
from haversack_paper.verdicts import MUCH_FASTER, REFERENCE_STEPS, judged

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.experiments.simulation.groups import Cell, Ending, Findings, Group
    from haversack_paper.report import Claim

_ANOTHER_ANNEALING = "the paper does not say how its SA moves and cools, ours is another"


def limit_claim(findings: Findings, members: int, name: str, cell: Cell) -> Claim:
    """Ask whether some number of steps, up to the limit, gives the paper's mean: its own number is not known."""
    group, paper = findings.group(members, name, "limit"), cell.limit_accuracy
    needed = group.steps_until_mean(paper)
    steps, errors = _nearest(group, needed, paper)
    allowed, fine = chance_difference(errors), _fine(members, "limit")
    off = float(1.0 - errors.mean()) - paper
    if needed is None:
        reached = "not reached"
    elif needed == 1:
        reached = f"{percent(float(1.0 - group.errors_after(1).mean()))} with the first set"
    else:
        reached = f"reached after about {counted(needed, 'step')}"
    return judged(
        "Table 2",
        f"{WORDS[name]}, n = {members}, up to MAXSTEP: mean accuracy.",
        percent(paper),
        f"{reached}; {percent(group.accuracy)} ± {points(group.standard_error)} after "
        f"{counted(round(group.steps.mean()), 'step')}; proven optimum {percent(float(1.0 - group.optima.mean()))}",
        _within(off, allowed, fine),
        otherwise="; ".join([_why_not_reached(steps, off, allowed, fine), *_against_the_best(group, paper)]),
        note="; ".join(["the paper's number of steps is not known", *_first_walks(group, needed)]),
    )


def _nearest(group: Group, needed: int | None, paper: float) -> tuple[int, FloatArray]:
    """Return after how many steps the mean is nearest to the paper's, and the errors then."""
    if needed is None:
        return int(group.steps.mean()), group.errors
    places = [needed] if needed == 1 else [needed - 1, needed]
    return min(
        ((steps, group.errors_after(steps)) for steps in places),
        key=lambda found: abs(1.0 - found[1].mean() - paper),
    )


def _why_not_reached(steps: int, off: float, allowed: float, fine: float) -> str:
    if abs(off) <= allowed:
        return (
            f"too few pools to tell: after {counted(steps, 'step')}, where ours is nearest, the two "
            f"means differ by {points(abs(off))} and may by chance differ by {points(allowed)}, more than the "
            f"{points(fine)} that are half of what lies between the paper's two searchers"
        )
    by_chance = f"by chance the two means would differ by {points(allowed)} at most"
    if off < 0.0:
        return f"after {counted(steps, 'step')} ours is still {points(-off)} below, and {by_chance}"
    if steps == 1:
        return f"already the first set averages {points(off)} more, and {by_chance}: no number of steps gives this mean"
    return f"ours jumps over it, to {points(off)} above after {counted(steps, 'step')}, and {by_chance}"


def _against_the_best(group: Group, paper: float) -> list[str]:
    best = group.optima.mean()
    told = (
        f"the paper's mean error is {times((1.0 - paper) / best)} the smallest possible one, ours "
        f"{'in the end ' if group.ending == 'limit' else ''}{times(group.errors.mean() / best)}"
    )
    return [
        *([told] if group.accuracy > paper else []),
        *([_ANOTHER_ANNEALING] if group.name == "annealing" else []),
    ]


def _first_walks(group: Group, needed: int | None) -> list[str]:
    if group.name != "annealing" or needed is None or needed > Annealing().chains:
        return []
    return ["so few steps are but the random sets at which our walks begin", _ANOTHER_ANNEALING]


def stop_claim(findings: Findings, members: int, name: str, cell: Cell) -> Claim:
    """Compare two means: that of the paper's pools varies like that of ours."""
    group, paper = findings.group(members, name, "stop"), cell.stop_accuracy
    off, allowed, fine = group.accuracy - paper, chance_difference(group.errors), _fine(members, "stop")
    agrees = _within(off, allowed, fine)
    return judged(
        "Table 2",
        f"{WORDS[name]}, n = {members}, up to STOP: mean accuracy.",
        percent(paper),
        f"{percent(group.accuracy)} ± {points(group.standard_error)}; proven optimum "
        f"{percent(float(1.0 - group.optima.mean()))}",
        agrees,
        otherwise=f"too few pools to tell: by chance the two means may differ by {points(allowed)}, more than the "
        f"{points(fine)} that are half of what lies between the paper's two searchers"
        if agrees is None
        else _why_not_at_stop(findings, group, paper, allowed),
    )


def _why_not_at_stop(findings: Findings, group: Group, paper: float, allowed: float) -> str:
    off, stop = group.accuracy - paper, float(findings.thresholds(group.members).mean())
    told = [
        f"ours lies {points(abs(off))} {'above' if off > 0 else 'below'}, and by chance the two means would differ by "
        f"{points(allowed)} at most",
        f"a search returns the first set that reaches STOP, and STOP is {percent(1.0 - stop)} in the mean; what it "
        f"returns is a little better, and the paper's mean is {points(abs(paper - 1.0 + stop))} "
        f"{'above' if paper > 1.0 - stop else 'below'} STOP",
    ]
    return "; ".join([*told, *_against_the_best(group, paper)])


def _fine(members: int, ending: Ending) -> float:
    """Return how near two means must be known: half of what the paper finds between its two searchers.

    An agreement within more than that would as well be one with the other searcher.
    """
    one, other = (PAPER[members, name].accuracy(ending) for name in ("sherlock", "annealing"))
    return abs(one - other) / 2.0


def _within(off: float, allowed: float, fine: float) -> bool | None:
    """Tell whether two means differ by no more than chance allows; None if that is too much to tell anything."""
    if abs(off) > allowed:
        return False
    return True if allowed <= fine else None


def time_claim(findings: Findings, members: int, name: str, cell: Cell) -> Claim:
    """Compare how many times less time a search takes with STOP: seconds are of different machines."""
    limited, stopped = (findings.group(members, name, ending) for ending in ENDINGS)
    long, short = REFERENCE_STEPS * limited.seconds_per_step, float(stopped.seconds.mean())
    return judged(
        "Table 2",
        f"{WORDS[name]}, n = {members}: how much time STOP saves.",
        f"{seconds(cell.limit_seconds)} s to {seconds(cell.stop_seconds)} s: "
        f"{fold(cell.limit_seconds / cell.stop_seconds)}",
        f"{seconds(long)} s ({REFERENCE_STEPS:,} steps) to {seconds(short)} s ({stopped.steps.mean():.1f} steps): "
        f"{fold(long / short)}",
        long / short >= MUCH_FASTER,
        otherwise=f"the saving is less than {fold(MUCH_FASTER)}; against a longer search it would be more",
        note="how much is saved is a matter of the number of steps it is held against; the seconds are of different "
        "machines",
    )
