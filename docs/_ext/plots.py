"""The directive ``model-plot``: a figure drawn by haversack and matplotlib when the page is built.

Its argument names one of the functions below, its content is the caption. The files are SVG, in `_build/plots`, and the
same bytes at every build: no dates, fixed seeds.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from docutils import nodes
from matplotlib.figure import Figure
from scipy.stats import beta
from sphinx.util.docutils import SphinxDirective

import haversack as hs
from haversack.energies import MajorityVote
from haversack.plots.comparison import plot_comparison
from haversack.plots.frontier import plot_frontier
from haversack.statistics.beta import BetaFit
from haversack.statistics.majority_moments import compute_majority_moments

if TYPE_CHECKING:
    from sphinx.application import Sphinx

JURY = Path(__file__).parents[1] / "tutorial" / "jury"
OPTIMA = {30: 0.9963791691403641, 100: 0.99999852392536}
"""The proven best values for the pools of `paper_problem`."""

_STYLE = {
    "axes.prop_cycle": mpl.cycler(color=["#4269d0", "#d9661f", "#3ca951"]),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9.0,
    "legend.frameon": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "haversack",
}


@functools.cache
def paper_problem(members: int, share: float) -> tuple[hs.Pool, float, hs.Plan]:
    """Return a pool made as in the paper, a budget that is a share of its total cost, and the plan for both."""
    rng = np.random.default_rng(0)
    accuracies = rng.beta(17, 5, members)
    pool = hs.Pool(accuracies=accuracies, costs=rng.exponential(1 / (1 - accuracies)))
    budget = share * float(pool.costs.sum())
    return pool, budget, hs.make_plan(pool, budget, cost={"kind": "additive", "size": "mean"}, seed=0)


def random_sets(figure: Figure) -> None:
    """Draw the values of random sets of the expected size, the beta distribution with their moments, and STOP."""
    pool, _, plan = paper_problem(30, 0.3)
    rng = np.random.default_rng(1)
    sets = np.argsort(rng.random((100_000, len(pool))), axis=1) < plan.size
    values = 1.0 - MajorityVote().losses(pool, sets)
    axes = figure.subplots()
    axes.hist(values, bins=np.linspace(0.9, 1.0, 81), density=True, alpha=0.45, label="100,000 random sets")
    grid = np.linspace(0.9, 1.0, 400)
    axes.plot(grid, beta.pdf(grid, plan.alpha, plan.beta), label=f"Beta({plan.alpha:.1f}, {plan.beta:.2f})")
    axes.axvline(plan.threshold, color="black", linestyle="--", label=f"STOP = {plan.threshold:.4f}")
    axes.axvline(OPTIMA[30], color="black", linestyle=":", label=f"best within the budget = {OPTIMA[30]:.4f}")
    axes.set(xlabel=f"value q of a set of {plan.size} members", ylabel="density", xlim=(0.9, 1.0))
    axes.legend(loc="upper left")


def mean_by_size(figure: Figure) -> None:
    """Draw the mean of q over the size for three distributions of accuracy: one for each limit."""
    sizes = range(1, 302, 2)
    axes = figure.subplots()
    for fit in (BetaFit(11, 9), BetaFit(10, 10), BetaFit(9, 11)):
        means = [1.0 - compute_majority_moments(size, fit.mean, fit.variance).mean_error for size in sizes]
        axes.plot(sizes, means, label=f"Beta({fit.alpha:g}, {fit.beta:g}), mean {fit.mean:g}")
    axes.set(xlabel="size l, odd", ylabel="mean of q", ylim=(0.0, 1.0), xlim=(1, 301))
    axes.legend(loc="center right", bbox_to_anchor=(1.0, 0.7))


def search_and_stop(figure: Figure) -> None:
    """Draw the error of the best set over the steps of two searchers, beside STOP and the proven optimum."""
    for axes, (members, share) in zip(figure.subplots(1, 2), ((30, 0.3), (100, 0.2)), strict=True):
        pool, budget, plan = paper_problem(members, share)
        for searcher in "sherlock", "annealing":
            rule = {"kind": "max-step", "limit": 200_000}
            found = hs.select(pool, budget, searcher=searcher, stopping=rule, seed=0)
            errors = {row.step: row.error for row in found.trace} | {found.steps: found.error}
            axes.step(list(errors), list(errors.values()), where="post", label=searcher)
        axes.axhline(plan.error_threshold, color="black", linestyle="--", label="1 - STOP")
        axes.axhline(1.0 - OPTIMA[members], color="black", linestyle=":", label="best possible")
        axes.set(xscale="log", yscale="log", xlabel="steps", ylabel="error of the best set", title=f"{members} members")
    figure.axes[1].legend(loc="upper right")


def searchers_and_optimum(figure: Figure) -> None:
    """Draw errors over steps, as multiples of the proven optimum, in several pools of both sizes."""
    searchers = ["sherlock", "annealing", "monte-carlo"]
    rule = {"kind": "max-step", "limit": 30_000}
    outcome = hs.compare(hs.comparison.paper_cases([30, 100], 5), searchers, stopping=rule, seconds=None, seeds=1)
    for axes, group in zip(figure.subplots(1, 2), ("n=30", "n=100"), strict=True):
        plot_comparison(outcome, axes, group=group, over="steps")


def budget_frontier(figure: Figure) -> None:
    """Draw the error of the best set for every budget: all budgets proved, and four budgets searched one by one."""
    pool, _, _ = paper_problem(30, 0.3)
    budgets = [share * float(pool.costs.sum()) for share in (0.05, 0.15, 0.4, 0.8)]
    left, right = figure.subplots(1, 2, sharey=True)
    plot_frontier(hs.frontier(pool), left).set_title("all budgets")
    plot_frontier(hs.frontier(pool, budgets=budgets), right).set(title="four budgets", ylabel=None)


def bill(figure: Figure) -> None:
    """Draw the accuracy of single services, fixed panels and policies against their mean price."""
    pool = hs.Pool.from_log(JURY / "digit.csv", costs=JURY / "digit-prices.csv")
    axes = figure.subplots()
    policies = hs.policy(pool, budget=42, seed=0, estimate="none").frontier()
    axes.plot([each.cost for each in policies], [each.accuracy for each in policies], marker=".", label="in order")
    panels = hs.frontier(pool, energy="bayes").points
    costs, values = [each.cost for each in panels], [each.value for each in panels]
    axes.step([*costs, policies[-1].cost], [*values, values[-1]], where="post", label="fixed panels")
    axes.plot(pool.costs, pool.votes.accuracies, linestyle="none", marker="s", label="single services")
    axes.set(xlabel="dollars for 10,000 items", ylabel="accuracy")
    axes.legend(loc="lower right")


PLOTS = {
    "bill": (bill, (6.4, 3.6)),
    "budget-frontier": (budget_frontier, (8.0, 3.4)),
    "random-sets": (random_sets, (6.4, 3.4)),
    "mean-by-size": (mean_by_size, (6.4, 3.2)),
    "search-and-stop": (search_and_stop, (8.0, 3.6)),
    "searchers-and-optimum": (searchers_and_optimum, (8.0, 3.8)),
}


def draw(name: str, target: Path) -> None:
    """Draw one of the plots into a file."""
    function, size = PLOTS[name]
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=size, layout="constrained")
        function(figure)
        figure.savefig(target, format="svg", metadata={"Date": None})


class ModelPlot(SphinxDirective):
    """A figure: the argument is a name in `PLOTS`, the content is the caption."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in PLOTS:
            raise self.error(f"no plot {name!r}; there are {', '.join(PLOTS)}")
        # Drawn from the code, of which Sphinx cannot know whether it changed.
        self.env.note_reread()
        target = Path(self.env.srcdir) / "_build" / "plots" / f"{name}.svg"
        target.parent.mkdir(parents=True, exist_ok=True)
        draw(name, target)
        caption = nodes.caption()
        caption += self.parse_inline(" ".join(self.content))[0]
        image = nodes.image(uri=f"/_build/plots/{name}.svg", alt=" ".join(self.content))
        return [nodes.figure("", image, caption)]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("model-plot", ModelPlot)
    return {"parallel_read_safe": True}
