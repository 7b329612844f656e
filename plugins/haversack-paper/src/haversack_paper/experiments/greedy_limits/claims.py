"""What the worst cases of greedy selection say about the paper's statements."""

from __future__ import annotations

from itertools import pairwise

from haversack_paper.report import Claim, Json, Results, Rule, count_of, judge, percent
from haversack_paper.verdicts import ALWAYS, DIGITS

_NEAR_ZERO = 0.01
_WORST_CASE = Rule(
    "worst case",
    "Every choice errs with 1/2 - 2 epsilon or more, while the smallest possible error never rises and ends at "
    f"{_NEAR_ZERO:g} or less.",
)
_STRATEGIES = {
    "forward-accuracy": ("Proposition 1", "Forward selection by accuracy"),
    "forward-usefulness": ("Corollary 1", "Forward selection by usefulness, accuracy per cost,"),
    "backward-accuracy": ("Proposition 2", "Backward selection by accuracy under a budget"),
    "backward-usefulness": ("Proposition 3", "Backward selection by usefulness under a budget"),
}


def claims(results: Results) -> list[Claim]:
    """Return the claims, from the results of all parts."""
    return [
        *(_proposition(*words, results[family]) for family, words in _STRATEGIES.items()),
        _whatever_the_budget(results["forward-accuracy"]),
        _growth(results["growth"]),
        _by_accuracy(results["by-accuracy"]),
        _by_usefulness(results["worse-than-a-coin"]),
        *_example(results["example"]),
        _backward_cannot_miss(results["counterexample"], results["random-pools"]),
        _sums(results["sums"]),
    ]


def _proposition(where: str, strategy: str, rows: list[Json]) -> Claim:
    """Require errors of at least 1/2 - 2 epsilon, while the smallest possible error does not rise and ends near 0."""
    last = rows[-1]
    smallest = [row["smallest"] for row in rows]
    shown = (
        all(row["error"] >= 0.5 - 2.0 * row["epsilon"] for row in rows)
        and all(before >= after for before, after in pairwise(smallest))
        and smallest[-1] <= _NEAR_ZERO
        and all(row["proven"] is None or abs(row["proven"] - row["smallest"]) <= 1e-9 * row["smallest"] for row in rows)
    )
    return judge(
        where,
        f"{strategy} can be wrong with a probability as near to 1/2 as one likes where another panel is "
        "nearly always right.",
        "1/2 in the limit",
        f"error {last['error']:.4f} at epsilon = {last['epsilon']:g}, n = {last['members']:,}; smallest possible "
        f"{last['smallest']:.2g}",
        shown,
        rule=_WORST_CASE,
        otherwise=f"a choice is wrong with less than 1/2 - 2 epsilon, or the smallest error stays above {_NEAR_ZERO:g}",
    )


def _whatever_the_budget(rows: list[Json]) -> Claim:
    same = sum(row["error"] == row["without_budget"] for row in rows)
    return judge(
        "Section 2, after Proposition 1",
        "For forward selection the limit of 1/2 does not depend on whether there is a budget.",
        "the same with and without",
        f"the same in {same} of {count_of(len(rows), 'pool')}",
        same == len(rows),
        rule=ALWAYS,
        otherwise="the choice differs in the others",
    )


def _growth(found: Json) -> Claim:
    """Require a rise from every odd size to the next, which fractions decide exactly."""
    stays = [2 * place + 1 for place, rise in enumerate(found["rises"]) if not rise]
    sizes = ", ".join(f"{size} to {size + 2}" for size in stays)
    return judge(
        "Appendix, proof of Proposition 1",
        "With the alpha of the proof the value of the first n members is strictly increasing in n.",
        "strictly",
        f"epsilon = {found['epsilon']:g}, alpha = {found['alpha']:.4g}, odd n: "
        + ", ".join(f"{value:.4f}" for value in found["values"][:4])
        + f", ..., {found['values'][-1]:.4f}",
        not stays,
        rule=ALWAYS,
        otherwise=f"it does not rise from {sizes} members; alpha is chosen so that three are worth what one is. The "
        "proof needs no more than that it ends near 1",
    )


def _by_accuracy(found: Json) -> Claim:
    """Look for a pool in which the choice is wrong with more than 1/2 although a better one exists."""
    errors = ", ".join(f"{error:.4f} {name.split('-')[0]}" for name, error in found["worst"].items())
    return judge(
        "Propositions 1 and 2",
        "Greedy selection by accuracy cannot be wrong more often than with probability 1/2.",
        "1/2 at most",
        f"largest error in {found['pools']:,} random pools of {found['members']}, accuracies between 0 and 1, some "
        f"member within the budget 1/2 or more: {errors}; beyond 1/2 in {found['beyond']:,}",
        found["beyond"] == 0,
        rule=ALWAYS,
        otherwise="in some pool it is",
        note="not proved in the paper, whose proofs show that 1/2 is approached. It holds where some member within the "
        "budget has 1/2 or more: forward selection begins with the best of these and never gets worse; backward "
        "selection ends with it alone unless it stops before, which is where all but the worst have 1/2 or more, "
        "since removing two with less always helps. Where no member has 1/2, no panel has",
    )


def _by_usefulness(rows: list[Json]) -> Claim:
    worst = max(rows, key=lambda row: max(row["backward"], row["forward"]))
    return judge(
        "Corollary 1 and Proposition 3",
        "Greedy selection by usefulness cannot be wrong more often than with probability 1/2.",
        "1/2 at most",
        f"one member who is always right and {worst['members']} cheap ones with accuracy {1.5 / worst['members']:.3g}: "
        f"error {worst['backward']:.4f} backward, {worst['forward']:.4f} forward, smallest possible "
        f"{worst['smallest']:g}",
        max(worst["backward"], worst["forward"]) <= 0.5,
        rule=ALWAYS,
        otherwise="the proofs show that 1/2 is approached, and none that it is not exceeded. If every accuracy is at "
        "least 1/2 it is not, since any odd panel of such members is right with 1/2 at least. The paper lets "
        "accuracies be anything between 0 and 1, and then selection by usefulness can be wrong nearly always.",
    )


def _example(found: Json) -> list[Claim]:
    paper = ("0.5100", "0.5100", "0.5112")
    ours = tuple(f"{value:.4f}" for value in found["values"])
    rises = found["values"][1] >= found["values"][0]
    return [
        judge(
            "Section 2, example",
            "Accuracies 0.510 and four times 0.505: what the first, the first three and all five are worth.",
            ", ".join(paper),
            ", ".join(f"{value:.7f}" for value in found["values"]),
            ours == paper,
            rule=DIGITS,
            otherwise=f"to four digits ours are {', '.join(ours)}",
            note=f"to four digits; the second is the {'larger' if rises else 'smaller'} of the first two",
        ),
        judge(
            "Section 2, example",
            "There forward selection is stuck at a single member, although more would be better.",
            "one member",
            f"{found['chosen']} chosen, worth {found['value']:.4f}; all five are worth {found['values'][-1]:.4f}",
            found["chosen"] == 1 and max(found["values"]) > found["value"],
            rule=ALWAYS,
            otherwise="it is not stuck at one, or one is the best",
        ),
    ]


def _backward_cannot_miss(found: Json, random: Json) -> Claim:
    missed = found["best_error"] < found["error"] * (1.0 - 1e-9)
    return judge(
        "Section 2, before Proposition 2",
        "Without a budget, backward selection cannot miss the best panel.",
        "never",
        f"accuracies 0.9 and twelve times 0.6: it keeps {found['kept']} with {percent(found['value'])}, the best panel "
        f"has {found['best_size']} with {percent(found['best_value'])}. Random pools of {random['members']}: missed in "
        f"{random['missed']:,} of {random['pools']:,}, the error up to {random['worst']:.2g} times the smallest",
        not missed and random["missed"] == 0,
        rule=ALWAYS,
        otherwise=f"it is false. Removing two can lower the value (here to {percent(found['without_two'])}) although "
        "removing more would raise it beyond where it was. What holds: without a budget the best panel of each size is "
        "that of the most accurate, so that looking at all of these finds the best.",
    )


def _sums(found: Json) -> Claim:
    """Look for a pool in which less than half is reached."""
    worst = min(found["traps"], key=lambda row: row["share"])
    return judge(
        "Introduction",
        "For the sum of accuracies greedy selection is proven to reach 50 %.",
        "50 %",
        f"one member with {worst['accuracy']:g} at {worst['accuracy'] / 2:g} of the budget, one with 1 at all of it: "
        f"{100 * worst['share']:.3g} % of the largest sum. Accuracies of 1/2 or more, {found['pools']:,} random pools "
        f"of {found['members']}: {100 * found['share']:.0f} % or more",
        min(worst["share"], found["share"]) >= 0.5,
        rule=ALWAYS,
        otherwise="by usefulness alone it can reach next to nothing. What is proven is about the better of its choice "
        f"and the best single member (here {100 * min(worst['at_best'], found['at_best']):.0f} % or more); accuracies "
        "of 1/2 or more suffice as well",
    )
