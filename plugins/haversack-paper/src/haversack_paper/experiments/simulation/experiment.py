"""Table 2: SHErLoCk and annealing on synthetic pools, with STOP and without, against the optimum."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

from haversack_paper.experiment import Experiment, Part
from haversack_paper.experiments.simulation.claims import claims
from haversack_paper.experiments.simulation.compute import ONE_WALK_SHARE, compare_weights, search_pools
from haversack_paper.experiments.simulation.figures import figures
from haversack_paper.experiments.simulation.results import Size, group_sizes
from haversack_paper.experiments.simulation.tables import tables
from haversack_paper.report import Report, Results, count_of, percent, seconds

if TYPE_CHECKING:
    from collections.abc import Callable

_WEIGHTS = "weights-"
_WEIGHTS_STEPS = 2_000


@attrs.frozen
class Simulation(Experiment):
    """Table 2 of the paper, with the proven optimum beside it."""

    name: ClassVar[str] = "simulation"
    summary: ClassVar[str] = "Table 2: SHErLoCk and annealing on synthetic pools, with STOP and without."
    scales: ClassVar = {
        "quick": {"repetitions": 20, "limit": 20_000, "together": 10},
        "full": {"limit": 2_000_000, "together": 1},
    }

    sizes: tuple[tuple[int, float], ...] = ((30, 0.3), (100, 0.2))  # Members, and the budget as a share of all costs.
    repetitions: int = 100  # Pools of each size; their seeds are 0, 1, ...
    limit: int = 200_000  # Steps of the searches that STOP does not end, in place of MAXSTEP.
    together: int = 5  # Pools per part.

    def parts(self) -> list[Part]:
        """Return a part for every few pools, and one for each size that compares weights of SHErLoCk."""
        searches, weights = [], []
        for members, share in self.sizes:
            common = {"members": members, "share": share}
            for first in range(0, self.repetitions, self.together):
                seeds = list(range(first, min(first + self.together, self.repetitions)))
                searched = common | {"seeds": seeds, "limit": self.limit}
                searches.append(Part(f"{members}-{first}", searched, compute=search_pools))
            weighed = common | {"pools": self.repetitions, "steps": _WEIGHTS_STEPS}
            weights.append(Part(f"{_WEIGHTS}{members}", weighed, compute=compare_weights))
        return [*searches, *weights]

    def report(self, results: Results) -> Report:
        """Compare with Table 2, section 4.3 and the optimum."""
        weights = [found for key, found in results.items() if key.startswith(_WEIGHTS)]
        pools = [pool for key, part in results.items() if not key.startswith(_WEIGHTS) for pool in part]
        sizes = group_sizes(pools)
        return Report(
            text=_text(sizes, dict(self.sizes), self.limit),
            claims=claims(sizes, weights, self.limit),
            tables=tables(sizes, self.limit),
            figures=figures(sizes),
        )


def _text(sizes: list[Size], budget_shares: dict[int, float], limit: int) -> str:
    def list_sizes(write: Callable[[Size], str]) -> str:
        return "; ".join(f"n = {size.members}: {write(size)}" for size in sizes)

    plans = [pool["plan"] for size in sizes for pool in size.pools]
    fits = sum(plan["accuracy_fit"] == "beta" for plan in plans)
    lemma = sum(plan["size_rule"] == "the beta model of accuracy and cost" for plan in plans)
    rules = sum(plan["rule"] == "beta" for plan in plans)
    planning = float(np.mean([plan["seconds"] for plan in plans]))
    drawn = ", ".join(f"{len(size.pools)} with n = {size.members}" for size in sizes)
    budgets = " or ".join(f"{share:g} (n = {members})" for members, share in budget_shares.items())
    medians = {size: [np.median(size.values(part, "size")) for part in ("plan", "optimum")] for size in sizes}
    expected = list_sizes(lambda size: "{:g} expected, {:g} in the best panel".format(*medians[size]))
    proving = list_sizes(lambda size: f"{seconds(size.values('optimum', 'seconds').mean())} s")
    best = list_sizes(lambda size: percent(1.0 - size.optima.mean()))
    return (
        f"Pools as in the paper ({drawn}): accuracies from Beta(17, 5), exponential costs of mean 1/(1 - p), and "
        f"{budgets} of the total cost as the budget. All is as in Algorithm 2. A beta distribution fits the accuracies "
        f"in {fits} of {count_of(len(plans), 'pool')}, and in {lemma} the expected size comes from Lemma 2, in the "
        f"others from the mean cost; STOP is the beta one in {rules}. Median sizes: {expected}.\n\n"
        f"In place of MAXSTEP there is a limit of {count_of(limit, 'step')}. A step is a set for SHErLoCk and "
        "a move of one walk for SA. The paper does not say how its SA moves and cools. Ours has 128 walks that feel "
        "the logarithm of the error, from 1e-5 to 1e-6 as much as from 0.1 to 0.01; the row *SA, one walk* is a "
        f"plainer one, a single walk that feels the error as it is, with a limit of "
        f"{limit // ONE_WALK_SHARE:,}. Seconds are those of the search; computing STOP took "
        f"{seconds(planning)} s more.\n\n"
        "A mean counts as the paper's if the two differ by no more than chance allows, three standard errors; where "
        "chance allows more than half of what lies between the paper's two searchers, there are too few pools to tell. "
        "Up to MAXSTEP, whose number of steps is not known, any number up to our limit will do.\n\n"
        f"What the paper could not know is the optimum. `exact` proved it for every pool (mean time for {proving}). "
        f"The mean accuracy of the best panels is {best}."
    )
