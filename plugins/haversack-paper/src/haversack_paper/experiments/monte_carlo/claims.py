"""What the traps say about the paper's statements on Monte Carlo and annealing."""

from __future__ import annotations

from itertools import product

from haversack_paper.experiments.monte_carlo.comparisons import (
    BESTS,
    Comparison,
    describe_method,
    describe_trap,
    format_share,
)
from haversack_paper.report import Claim, Json, Rule, judge

_NEAR = 0.02
_FAR_AHEAD = 0.2
_MANY_FAILURES = 100
_SOME_SETTING = Rule(
    "some setting",
    f"It differs if annealing leads by {100 * _FAR_AHEAD:.0f} points in no setting; else it cannot be checked, as the "
    "paper's own setting is not known.",
)
_SOME_TRAP = Rule("some trap", "In one trap at least, all four strategies miss the best panel.")
_COVERAGE = Rule("coverage", "The share of estimates within the error is within a point of the claimed one.")


def claims(traps: list[Json], comparisons: list[Comparison], estimates: Json) -> list[Claim]:
    """Return the claims, from all traps and the estimates of probabilities."""
    return [_rates(comparisons), _greedy_fails(traps), _error_of_estimate(estimates)]


def _rates(comparisons: list[Comparison]) -> Claim:
    """Look for settings with the paper's numbers; its own are not known, so other numbers do not refute it."""
    near = [one for one in comparisons if one.off <= _NEAR]
    nearest = min(comparisons, key=lambda one: one.off)
    ahead = sum(one.lead >= _FAR_AHEAD for one in comparisons)
    far, leads = f"{100 * _FAR_AHEAD:.0f} points or more", "; ".join(_leads(comparisons))
    ours = (
        f"annealing is {far} ahead in {ahead:,} of {len(comparisons):,} settings ({leads}). In {len(near):,} "
        f"both numbers come out within {100 * _NEAR:.0f} points; the nearest: "
        f"{describe_trap(nearest.members, nearest.beta, nearest.epsilon)}, {nearest.steps:,} steps, "
        f"{describe_method(nearest.drawing)}: {format_share(nearest.drawn)}; "
        f"{describe_method(nearest.walking)}: {format_share(nearest.walked)}"
    )
    kinds = sorted({BESTS[one.best] for one in near})
    ways = sorted({describe_method(one.drawing) for one in near})
    came_out = f"come out where {' or where '.join(kinds)}, with {' or with '.join(ways)}" if near else "never come out"
    return judge(
        "Section 3",
        "On the trap, Monte Carlo finds the best panel in 11 % of the simulations, annealing, far ahead, in 96 %.",
        "11 % and 96 %",
        ours,
        None if ahead else False,
        rule=_SOME_SETTING,
        otherwise="this is about the text: the paper gives no size of the pool, accuracies, ways of drawing and "
        f"moving, or numbers of steps. In ours its two numbers {came_out}. It depends on how sets are drawn: of the "
        "sets that fit, the best is one in 2^(n-1) + 1, but drawing a size first makes it one in about n. And it "
        "depends on which panel is best: the way up to the many leads from step to step, the way to the one leads down "
        "through the small panels first, and a walk seldom takes it."
        if ahead
        else f"the settings are not given, and in none of ours annealing is {far} ahead",
    )


def _leads(comparisons: list[Comparison]) -> list[str]:
    """Return how far annealing is ahead, with plain methods and with ours, whichever the best panel is."""
    sides = {"plain": ("half-draws", "walk-2"), "haversack's": ("monte-carlo", "annealing")}
    texts = []
    for best, (whose, (drawing, walking)) in product(BESTS, sides.items()):
        points = [
            round(100 * one.lead)
            for one in comparisons
            if one.best == best and one.drawing == drawing and one.walking.startswith(walking)
        ]
        texts.append(f"{BESTS[best]}, {whose} methods: {min(points):+d} to {max(points):+d} points")
    return texts


def _greedy_fails(traps: list[Json]) -> Claim:
    texts, most = [], 0
    for best, words in BESTS.items():
        found = [trap["greedy"] for trap in traps if trap["best"] == best]
        failing = [name for name in found[0] if not any(greedy[name] for greedy in found)]
        most = max(most, *(list(greedy.values()).count(False) for greedy in found))
        texts.append(f"{words}: {', '.join(failing) or 'none'} always {'miss' if len(failing) != 1 else 'misses'} it")
    return judge(
        "Section 3",
        "The trap is a pool in which the deterministic strategies miss the best panel.",
        "they fail",
        "; ".join(texts),
        most == 4,
        rule=_SOME_TRAP,
        otherwise=f"of the four strategies {most} miss it at most; where some fail, others do not",
    )


def _error_of_estimate(found: Json) -> Claim:
    wanted = 1.0 - found["alpha"]
    many = [row for row in found["rows"] if row["samples"] * row["failure"] >= _MANY_FAILURES]
    shares = [row["within"] for row in many]
    rest = [row["within"] for row in found["rows"] if row not in many]
    return judge(
        "Section 3",
        "The error of an estimate of a failure probability P from N simulations is u sqrt((1 - P)/(N P)), u being the "
        "normal quantile at 1 - alpha/2.",
        f"exceeded with probability alpha, here {found['alpha']:g}",
        f"as the error relative to P: {100 * min(shares):.1f} to {100 * max(shares):.1f} % of {found['estimates']:,} "
        f"estimates are within it where N P is {_MANY_FAILURES} or more, {100 * min(rest):.1f} to "
        f"{100 * max(rest):.1f} % where it is less",
        all(abs(share - wanted) <= 0.01 for share in shares),
        rule=_COVERAGE,
        otherwise=f"the share is not within a point of {100 * wanted:.0f} % even for many failures",
        note="it is the relative error, which the paper does not say; and it needs P, which is what is to be estimated",
    )
