"""The claims on the cells of Table 2: accuracy up to MAXSTEP and up to STOP, and the time that STOP saves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.simulation.printed import COMPARED, NAMES, PRINTED
from haversack_paper.experiments.simulation.results import (
    CHANCE,
    Group,
    Size,
    chance_difference,
    points,
    standard_error,
    times,
)
from haversack_paper.report import Claim, count_of, judge, percent, seconds
from haversack_paper.verdicts import MUCH_FASTER, REFERENCE_STEPS, TENFOLD

if TYPE_CHECKING:
    from haversack import FloatArray

_ANOTHER_ANNEALING = "the paper does not say how its SA moves and cools, ours is another"
_FIRST_SETS = 64  # Walks of the runs on record.
_HALF = "that are half of what lies between the paper's two searchers"


def cell_claims(sizes: list[Size]) -> list[Claim]:
    """Return the claims on accuracies, cell by cell, then those on times."""
    cells = [size.endings(name) for size in sizes for name in COMPARED]
    accuracies = [(_accuracy_at_limit(limited), _accuracy_at_stop(stopped)) for limited, stopped in cells]
    return [*(claim for pair in accuracies for claim in pair), *(_time_saved(*cell) for cell in cells)]


def _accuracy_at_limit(group: Group) -> Claim:
    """Look for any number of steps that gives the paper's mean, as the paper's own number is not known."""
    paper = group.printed.accuracy
    needed = group.steps_until_mean(paper)
    if needed is None:
        steps, errors, reached = int(group.steps.mean()), group.errors, "not reached"
    else:
        before, after = group.errors_after(needed - 1), group.errors_after(needed)
        is_nearer = abs(1.0 - before.mean() - paper) <= abs(1.0 - after.mean() - paper)
        steps, errors = (needed - 1, before) if is_nearer else (needed, after)
        reached = f"reached after about {count_of(needed, 'step')}"
    if needed == 1:
        reached = f"{percent(1.0 - errors.mean())} with the first set"
    off, allowed, fine, agrees = _compare(group, errors)
    by_chance = f"by chance the two means would differ by {points(allowed)} at most"
    if agrees is None:
        why = (
            f"too few pools to tell: after {count_of(steps, 'step')}, where ours is nearest, the two means differ by "
            f"{points(abs(off))} and may by chance differ by {points(allowed)}, more than the {points(fine)} {_HALF}"
        )
    elif off < 0.0:
        why = f"after {count_of(steps, 'step')} ours is still {points(-off)} below, and {by_chance}"
    elif steps == 1:
        why = f"already the first set averages {points(off)} more, and {by_chance}: no number of steps gives this mean"
    else:
        why = f"ours jumps over it, to {points(off)} above after {count_of(steps, 'step')}, and {by_chance}"
    notes = ["the paper's number of steps is not known"]
    if group.name == "annealing" and needed is not None and needed <= _FIRST_SETS:
        notes += ["so few steps are but the random sets at which our walks begin", _ANOTHER_ANNEALING]
    return judge(
        "Table 2",
        f"{NAMES[group.name]}, n = {group.size.members}, up to MAXSTEP: mean accuracy.",
        percent(paper),
        f"{reached}; {percent(group.accuracy)} ± {points(standard_error(group.errors))} after "
        f"{count_of(round(group.steps.mean()), 'step')}; proven optimum {percent(1.0 - group.size.optima.mean())}",
        agrees,
        rule=CHANCE,
        otherwise="; ".join([why, *_compare_with_optimum(group)]),
        note="; ".join(notes),
    )


def _accuracy_at_stop(group: Group) -> Claim:
    """Compare two means, assuming that the paper's pools vary like ours."""
    off, allowed, fine, agrees = _compare(group, group.errors)
    stop, paper = float(1.0 - group.size.thresholds.mean()), group.printed.accuracy
    why = [
        f"ours lies {points(abs(off))} {'above' if off > 0 else 'below'}, and by chance the two means would differ by "
        f"{points(allowed)} at most",
        f"a search returns the first set that reaches STOP, and STOP is {percent(stop)} in the mean; what it "
        f"returns is a little better, and the paper's mean is {points(abs(paper - stop))} "
        f"{'above' if paper > stop else 'below'} STOP",
        *_compare_with_optimum(group),
    ]
    return judge(
        "Table 2",
        f"{NAMES[group.name]}, n = {group.size.members}, up to STOP: mean accuracy.",
        percent(paper),
        f"{percent(group.accuracy)} ± {points(standard_error(group.errors))}; proven optimum "
        f"{percent(1.0 - group.size.optima.mean())}",
        agrees,
        rule=CHANCE,
        otherwise=f"too few pools to tell: by chance the two means may differ by {points(allowed)}, more than the "
        f"{points(fine)} {_HALF}"
        if agrees is None
        else "; ".join(why),
    )


def _compare(group: Group, errors: FloatArray) -> tuple[float, float, float, bool | None]:
    """Return how far a mean is from the paper's, how far chance allows, half of what lies between its two searchers.

    Last comes the verdict: none if chance allows more than that half, as the mean might be that of the other searcher.
    """
    off, allowed = float(1.0 - errors.mean()) - group.printed.accuracy, chance_difference(errors)
    one, other = (PRINTED[group.size.members, name, group.ending].accuracy for name in COMPARED)
    fine = abs(one - other) / 2.0
    return off, allowed, fine, False if abs(off) > allowed else True if allowed <= fine else None


def _compare_with_optimum(group: Group) -> list[str]:
    best, paper = group.size.optima.mean(), group.printed.accuracy
    reasons = []
    if group.accuracy > paper:
        ours = f"{'in the end ' if group.ending == 'limit' else ''}{times(group.errors.mean() / best)}"
        reasons.append(
            f"the paper's mean error is {times((1.0 - paper) / best)} the smallest possible one, ours {ours}"
        )
    if group.name == "annealing":
        reasons.append(_ANOTHER_ANNEALING)
    return reasons


def _time_saved(limited: Group, stopped: Group) -> Claim:
    """Compare how many times less time a search takes with STOP, since seconds are of different machines."""
    long, short = REFERENCE_STEPS * limited.seconds_per_step, float(stopped.seconds.mean())
    paper_long, paper_short = limited.printed.seconds, stopped.printed.seconds
    return judge(
        "Table 2",
        f"{NAMES[limited.name]}, n = {limited.size.members}: how much time STOP saves.",
        f"{seconds(paper_long)} s to {seconds(paper_short)} s: {paper_long / paper_short:,.0f}-fold",
        f"{seconds(long)} s ({REFERENCE_STEPS:,} steps) to {seconds(short)} s ({stopped.steps.mean():.1f} steps): "
        f"{long / short:,.0f}-fold",
        long / short >= MUCH_FASTER,
        rule=TENFOLD,
        otherwise=f"the saving is less than {MUCH_FASTER:,.0f}-fold; against a longer search it would be more",
        note="how much is saved is a matter of the number of steps it is held against; the seconds are of different "
        "machines",
    )
