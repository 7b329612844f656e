"""What the traps show about Monte Carlo and annealing."""

from __future__ import annotations

import functools
from itertools import product
from typing import TYPE_CHECKING

from haversack_paper.experiments.monte_carlo.meetings import BESTS, PAPER, all_meetings, gathered_traps, method
from haversack_paper.report import Column, Figure, Report, Table
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from haversack_paper.experiment import Json
    from haversack_paper.experiments.monte_carlo.meetings import Meeting, Trap
    from haversack_paper.report import Claim

_NEAR = 0.02
_FAR_AHEAD = 0.2
_MANY_FAILURES = 100
_COLOURS = ("#4269d0", "#6cc5b0", "#d9661f", "#a463f2", "#3ca951", "#9498a0")
_LABELS = {
    "half-draws": "draws with 1/2, redrawn",
    "half-draws-in-vain": "draws with 1/2, in vain",
    "walk-1": "plain walk, one by one",
    "walk-2": "plain walk, by pairs",
    "monte-carlo": "monte-carlo",
    "annealing": "annealing",
}


def report(results: Mapping[str, Json]) -> Report:
    """Return claims, tables and a figure."""
    traps = gathered_traps(results)
    meetings = list(all_meetings(traps))
    return Report(
        text=_text(traps, results),
        claims=[
            _rates(meetings),
            _greedy_fails(traps),
            _error_of_estimate(results["estimates"]),
        ],
        tables=[_nearest(meetings), _shares(traps), _estimates(results["estimates"])],
        figures=_figures(traps),
    )


def _share(value: float) -> str:
    return f"{100.0 * value:.1f} %"


def _text(traps: Sequence[Trap], results: Mapping[str, Json]) -> str:
    runs = max((found["runs"] for found in results.values() if "runs" in found), default=0)
    sizes = sorted({trap.members for trap in traps})
    kinds = sorted({(trap.beta, trap.epsilon) for trap in traps})
    own = (
        f"haversack's own searchers made {runs:,} runs each. `monte-carlo` draws a size first and then members in "
        "random order, passing over those that do not fit; `annealing` starts 128 walks from such sets, so in the "
        "first steps the two do the same. "
    )
    return (
        "One member of accuracy 1 - beta takes the whole budget; all others have 1/2 + epsilon and take 1/n of it. The "
        "paper gives no beta, epsilon or n, and says neither how Monte Carlo draws sets nor how many, nor how "
        f"annealing moves. So here are n from {sizes[0]} to {sizes[-1]}, {len(kinds)} pairs of beta and epsilon, and "
        f"from {traps[0].steps[0]:,} to {traps[0].steps[-1]:,} steps.\n\n"
        f"{own if runs else ''}The plainer methods are those that a reader of the paper might write first: draws that "
        "take each member with probability 1/2, and one walk that changes one member or two at a time. As all members "
        "but one are alike, their chances can be computed, and were. A search succeeds when the best set, which is "
        "known by counting, has been among the sets it looked at."
    )


def _rates(meetings: Sequence[Meeting]) -> Claim:
    """Look for a setting that does what the paper's did, which is not known: where there is one, nothing is refuted."""
    near = [meeting for meeting in meetings if meeting.off <= _NEAR]
    nearest = min(meetings, key=lambda meeting: meeting.off)
    ahead = sum(meeting.lead >= _FAR_AHEAD for meeting in meetings)
    far = f"{100 * _FAR_AHEAD:.0f} points or more"
    told = (
        f"annealing is {far} ahead in {ahead:,} of {len(meetings):,} settings ({'; '.join(_leads(meetings))}). In "
        f"{len(near):,} both numbers come out within {100 * _NEAR:.0f} points; the nearest: {nearest.trap}, "
        f"{nearest.steps:,} steps, {method(nearest.drawing)}: {_share(nearest.drawn)}; {method(nearest.walking)}: "
        f"{_share(nearest.walked)}"
    )
    kinds = sorted({BESTS[meeting.trap.best] for meeting in near})
    ways = sorted({method(meeting.drawing) for meeting in near})
    came_out = f"come out where {' or where '.join(kinds)}, with {' or with '.join(ways)}" if near else "never come out"
    return judged(
        "Section 3",
        "On the trap, Monte Carlo finds the best panel in 11 % of the simulations, annealing, far ahead, in 96 %.",
        "11 % and 96 %",
        told,
        None if ahead else False,
        otherwise="this is about the text: the paper gives no size of the pool, accuracies, ways of drawing and "
        f"moving, or numbers of steps. In ours its two numbers {came_out}. It depends on how sets are drawn: of the "
        "sets that fit, the best is one in 2^(n-1) + 1, but drawing a size first makes it one in about n. And it "
        "depends on which panel is best: the way up to the many leads from step to step, the way to the one leads down "
        "through the small panels first, and a walk seldom takes it."
        if ahead
        else f"the settings are not given, and in none of ours annealing is {far} ahead",
    )


def _leads(meetings: Sequence[Meeting]) -> list[str]:
    """Return how far annealing is ahead, with plain methods and with ours, whichever the best panel is."""
    sides = {"plain": ("half-draws", "walk-2"), "haversack's": ("monte-carlo", "annealing")}
    told = []
    for best, (whose, (drawing, walking)) in product(BESTS, sides.items()):
        mine = [
            meeting.lead
            for meeting in meetings
            if meeting.trap.best == best and meeting.drawing == drawing and meeting.walking.startswith(walking)
        ]
        if mine:
            told.append(
                f"{BESTS[best]}, {whose} methods: {round(100 * min(mine)):+d} to {round(100 * max(mine)):+d} points"
            )
    return told


def _greedy_fails(traps: Sequence[Trap]) -> Claim:
    told, most = [], 0
    for best, words in BESTS.items():
        mine = [trap.greedy for trap in traps if trap.best == best and trap.greedy]
        if mine:
            failing = [name for name in mine[0] if not any(greedy[name] for greedy in mine)]
            most = max(most, *(sum(not found for found in greedy.values()) for greedy in mine))
            told.append(
                f"{words}: {', '.join(failing) or 'none'} always {'miss' if len(failing) != 1 else 'misses'} it"
            )
    return judged(
        "Section 3",
        "The trap is a pool in which the deterministic strategies miss the best panel.",
        "they fail",
        "; ".join(told),
        most == 4,
        otherwise=f"of the four strategies {most} miss it at most; where some fail, others do not",
    )


def _error_of_estimate(found: Json) -> Claim:
    wanted = 1.0 - found["alpha"]
    many = [row for row in found["rows"] if row["samples"] * row["failure"] >= _MANY_FAILURES]
    shares = [row["within"] for row in many]
    rest = [row["within"] for row in found["rows"] if row not in many]
    return judged(
        "Section 3",
        "The error of an estimate of a failure probability P from N simulations is u sqrt((1 - P)/(N P)), u being the "
        "normal quantile at 1 - alpha/2.",
        f"exceeded with probability alpha, here {found['alpha']:g}",
        f"as the error relative to P: {100 * min(shares):.1f} to {100 * max(shares):.1f} % of {found['estimates']:,} "
        f"estimates are within it where N P is {_MANY_FAILURES} or more, {100 * min(rest):.1f} to "
        f"{100 * max(rest):.1f} % where it is less",
        all(abs(share - wanted) <= 0.01 for share in shares),
        otherwise=f"the share is not within a point of {100 * wanted:.0f} % even for many failures",
        note="it is the relative error, which the paper does not say; and it needs P, which is what is to be estimated",
    )


def _nearest(meetings: Sequence[Meeting]) -> Table:
    rows = [
        {
            "members": meeting.trap.members,
            "beta": meeting.trap.beta,
            "epsilon": meeting.trap.epsilon,
            "best": meeting.trap.best,
            "steps": meeting.steps,
            "drawing": method(meeting.drawing),
            "drawn": meeting.drawn,
            "walking": method(meeting.walking),
            "walked": meeting.walked,
        }
        for meeting in sorted(meetings, key=lambda meeting: meeting.off)[:8]
    ]
    return Table(
        name="nearest",
        caption="The settings that come nearest to the paper's 11 % and 96 %.",
        columns=[
            Column("members", "n"),
            Column("beta", shown="{:g}".format),
            Column("epsilon", shown="{:g}".format),
            Column("best", "best panel"),
            Column("steps", shown="{:,}".format),
            Column("drawing", "Monte Carlo"),
            Column("drawn", "finds it", shown=_share),
            Column("walking", "annealing"),
            Column("walked", "finds it", shown=_share),
        ],
        rows=rows,
    )


def _shares(traps: Sequence[Trap]) -> Table:
    rows = [
        {
            "members": trap.members,
            "beta": trap.beta,
            "epsilon": trap.epsilon,
            "best": trap.best,
            "method": name,
            "steps": steps,
            "share": share,
        }
        for trap in traps
        for name, shares in trap.shares.items()
        for steps, share in zip(trap.steps, shares, strict=True)
    ]
    return Table(
        name="shares",
        caption="The share of searches that find the best panel, for all settings.",
        columns=[Column(key) for key in rows[0]],
        rows=rows,
        on_page=False,
    )


def _estimates(found: Json) -> Table:
    return Table(
        name="estimates",
        caption=f"Estimates of a probability P from N samples: how many of {found['estimates']:,} are within the "
        f"paper's error at alpha = {found['alpha']:g}, relative to P.",
        columns=[
            Column("failure", "P", shown="{:g}".format),
            Column("samples", "N", shown="{:,}".format),
            Column("error", "relative error", shown="{:.3f}".format),
            Column("within", "within it", shown=_share),
        ],
        rows=found["rows"],
    )


def _figures(traps: Sequence[Trap]) -> list[Figure]:
    """Draw, for either kind, the smallest trap on which haversack's searchers ran; nothing if they ran on none."""
    searched = sorted((trap for trap in traps if "annealing" in trap.shares), key=lambda trap: trap.members)
    drawn = [next((trap for trap in searched if trap.best == best), None) for best in BESTS]
    draws = [functools.partial(_draw, trap) for trap in drawn if trap is not None]
    caption = (
        "The share of searches that have found the best panel of the trap, over the number of steps. Dotted: the "
        "paper's 11 % and 96 %."
    )
    return [Figure(name="success", caption=caption, draws=draws)] if draws else []


def _draw(trap: Trap, axes: Axes) -> None:
    """Draw the plain walks at the first temperatures only."""
    hottest = next(name.removeprefix("walk-1") for name in trap.shares if name.startswith("walk-1"))
    for colour, (name, label) in zip(_COLOURS, _LABELS.items(), strict=True):
        shares = trap.shares[f"{name}{hottest}" if name.startswith("walk-") else name]
        axes.plot(trap.steps, shares, ".-", color=colour, linewidth=1.2, label=label)
    for share in PAPER:
        axes.axhline(share, color="black", linestyle=":", linewidth=1.0)
    axes.set(xscale="log", xlabel="steps", ylabel="share that found the best panel", ylim=(-0.02, 1.02))
    axes.set_title(f"{trap}:\n{BESTS[trap.best]}", fontsize="medium")
    # Below: inside, it would hide lines.
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=3, fontsize=6.0)
