"""What the worst cases of greedy selection show."""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import TYPE_CHECKING

from haversack_paper.experiments.greedy_limits.beside import by_accuracy_claim, growth_claim, sums_claim
from haversack_paper.experiments.greedy_limits.families import FAMILIES
from haversack_paper.report import Column, Figure, Report, Table, counted, percent
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from haversack_paper.experiment import Json
    from haversack_paper.experiments.greedy_limits.families import Family
    from haversack_paper.report import Claim

_NEAR_ZERO = 0.01
_STRATEGIES: dict[Family, str] = {
    "forward-accuracy": "Forward selection by accuracy",
    "forward-usefulness": "Forward selection by usefulness, accuracy per cost,",
    "backward-accuracy": "Backward selection by accuracy under a budget",
    "backward-usefulness": "Backward selection by usefulness under a budget",
}


def report(results: Mapping[str, Json]) -> Report:
    """Return claims, a table and a figure."""
    return Report(
        text=_text(results),
        claims=[
            *(_proposition(family, results[family]) for family in FAMILIES),
            _whatever_the_budget(results["forward-accuracy"]),
            growth_claim(results["growth"]),
            by_accuracy_claim(results["by-accuracy"]),
            _by_usefulness(results["worse-than-a-coin"]),
            *_example(results["example"]),
            _backward_cannot_miss(results["counterexample"], results["random-pools"]),
            sums_claim(results["sums"]),
        ],
        tables=[_table(results)],
        figures=[_figure(results)],
    )


def _text(results: Mapping[str, Json]) -> str:
    steps = [row["epsilon"] for row in results["forward-accuracy"]]
    proven = sum(row["proven"] is not None for family in FAMILIES for row in results[family])
    return (
        f"The pools of the proofs, with epsilon from {steps[0]:g} down to {steps[-1]:g}. Where a proof wants enough "
        "members, there are about epsilon to the power of -3. The smallest possible error is known by counting, "
        f"because all members but one are alike; in {counted(proven, 'pool')}, the smaller ones, the searcher `exact` "
        "proved the same number.\n\nMembers join and leave two at a time, as in the paper's proofs. Its text has them "
        "join one at a time, and so forward selection would stop at one member in every pool: a tie counts as wrong, "
        "so two members are both needed and never better than one. In the paper's example the best two have "
        f"{results['example']['best_pair']:.4f}, the first alone {results['example']['values'][0]:.4f}."
    )


def _proposition(family: Family, rows: Sequence[Json]) -> Claim:
    """Hold the choice to 1/2 - 2 epsilon or more, while the smallest error does not rise and ends near zero."""
    last = rows[-1]
    smallest = [row["smallest"] for row in rows]
    shown = (
        all(row["error"] >= 0.5 - 2.0 * row["epsilon"] for row in rows)
        and all(before >= after for before, after in pairwise(smallest))
        and smallest[-1] <= _NEAR_ZERO
        and all(row["proven"] is None or abs(row["proven"] - row["smallest"]) <= 1e-9 * row["smallest"] for row in rows)
    )
    return judged(
        FAMILIES[family],
        f"{_STRATEGIES[family]} can be wrong with a probability as near to 1/2 as one likes where another panel is "
        "nearly always right.",
        "1/2 in the limit",
        f"error {last['error']:.4f} at epsilon = {last['epsilon']:g}, n = {last['members']:,}; smallest possible "
        f"{last['smallest']:.2g}",
        shown,
        otherwise=f"a choice is wrong with less than 1/2 - 2 epsilon, or the smallest error stays above {_NEAR_ZERO:g}",
    )


def _whatever_the_budget(rows: Sequence[Json]) -> Claim:
    same = sum(row["error"] == row["without_budget"] for row in rows)
    return judged(
        "Section 2, after Proposition 1",
        "For forward selection the limit of 1/2 does not depend on whether there is a budget.",
        "the same with and without",
        f"the same in {same} of {counted(len(rows), 'pool')}",
        same == len(rows),
        otherwise="the choice differs in the others",
    )


def _by_usefulness(rows: Sequence[Json]) -> Claim:
    worst = max(rows, key=lambda row: max(row["backward"], row["forward"]))
    return judged(
        "Corollary 1 and Proposition 3",
        "Greedy selection by usefulness cannot be wrong more often than with probability 1/2.",
        "1/2 at most",
        f"one member who is always right and {worst['members']} cheap ones with accuracy {1.5 / worst['members']:.3g}: "
        f"error {worst['backward']:.4f} backward, {worst['forward']:.4f} forward, smallest possible "
        f"{worst['smallest']:g}",
        max(worst["backward"], worst["forward"]) <= 0.5,
        otherwise="the proofs show that 1/2 is approached, and none that it is not exceeded. If every accuracy is at "
        "least 1/2 it is not, since any odd panel of such members is right with 1/2 at least. The paper lets "
        "accuracies be anything between 0 and 1, and then selection by usefulness can be wrong nearly always.",
    )


def _example(found: Json) -> list[Claim]:
    paper = ("0.5100", "0.5100", "0.5112")
    ours = tuple(f"{value:.4f}" for value in found["values"])
    rises = found["values"][1] >= found["values"][0]
    return [
        judged(
            "Section 2, example",
            "Accuracies 0.510 and four times 0.505: what the first, the first three and all five are worth.",
            ", ".join(paper),
            ", ".join(f"{value:.7f}" for value in found["values"]),
            ours == paper,
            otherwise=f"to four digits ours are {', '.join(ours)}",
            note=f"to four digits; the second is the {'larger' if rises else 'smaller'} of the first two",
        ),
        judged(
            "Section 2, example",
            "There forward selection is stuck at a single member, although more would be better.",
            "one member",
            f"{found['chosen']} chosen, worth {found['value']:.4f}; all five are worth {found['values'][-1]:.4f}",
            found["chosen"] == 1 and max(found["values"]) > found["value"],
            otherwise="it is not stuck at one, or one is the best",
        ),
    ]


def _backward_cannot_miss(found: Json, random: Json) -> Claim:
    missed = found["best_error"] < found["error"] * (1.0 - 1e-9)
    return judged(
        "Section 2, before Proposition 2",
        "Without a budget, backward selection cannot miss the best panel.",
        "never",
        f"accuracies 0.9 and twelve times 0.6: it keeps {found['kept']} with {percent(found['value'])}, the best panel "
        f"has {found['best_size']} with {percent(found['best_value'])}. Random pools of {random['members']}: missed in "
        f"{random['missed']:,} of {random['pools']:,}, the error up to {random['worst']:.2g} times the smallest",
        not missed and random["missed"] == 0,
        otherwise=f"it is false. Removing two can lower the value (here to {percent(found['without_two'])}) although "
        "removing more would raise it beyond where it was. What holds: without a budget the best panel of each size is "
        "that of the most accurate, so that looking at all of these finds the best.",
    )


def _table(results: Mapping[str, Json]) -> Table:
    rows = [{"strategy": family, **row} for family in FAMILIES for row in results[family]]
    return Table(
        name="worst-cases",
        caption="What greedy selection chooses from the pools of the proofs, and the best there is.",
        columns=[
            Column("strategy"),
            Column("epsilon", shown="{:g}".format),
            Column("members", "n", shown="{:,}".format),
            Column("chosen", "members chosen", shown="{:,}".format),
            Column("error", "error of the choice", shown="{:.4f}".format),
            Column("smallest", "smallest possible error", shown="{:.3g}".format),
        ],
        rows=rows,
    )


def _figure(results: Mapping[str, Json]) -> Figure:
    panels: tuple[tuple[Family, str], ...] = (
        ("forward-accuracy", "forward"),
        ("backward-accuracy", "backward by accuracy"),
        ("backward-usefulness", "backward by usefulness"),
    )
    return Figure(
        name="worst-cases",
        caption="Error of the greedy choice and smallest possible error in the pools of the proofs, as epsilon falls. "
        "Forward selection does the same by accuracy and by usefulness. Dotted: 1/2, which the proofs approach.",
        draws=[functools.partial(_draw, results[family], title) for family, title in panels],
    )


def _draw(rows: Sequence[Json], title: str, axes: Axes) -> None:
    epsilons = [row["epsilon"] for row in rows]
    axes.plot(epsilons, [row["error"] for row in rows], "o-", color="#d9661f", label="greedy choice")
    axes.plot(epsilons, [row["smallest"] for row in rows], "o-", color="#4269d0", label="best panel")
    axes.axhline(0.5, color="black", linestyle=":", linewidth=1.0)
    axes.set(xscale="log", xlabel="epsilon", ylabel="error", title=title, ylim=(-0.02, 0.54))
    axes.set_xticks(epsilons, [f"{epsilon:g}" for epsilon in epsilons])
    axes.minorticks_off()
    axes.invert_xaxis()
    axes.legend(loc="center right", fontsize="small")
