"""The experiment: one part for each proof, and one for each remark beside them."""

from __future__ import annotations

from typing import ClassVar

import attrs

from haversack_paper.experiment import Experiment, Part, Results
from haversack_paper.experiments.greedy_limits import compute
from haversack_paper.experiments.greedy_limits.claims import claims
from haversack_paper.experiments.greedy_limits.compute import FAMILIES
from haversack_paper.experiments.greedy_limits.figures import figures
from haversack_paper.experiments.greedy_limits.tables import tables
from haversack_paper.report import Report, count_of


@attrs.frozen
class GreedyLimits(Experiment):
    """The worst cases of greedy selection."""

    name: ClassVar[str] = "greedy-limits"
    summary: ClassVar[str] = "Propositions 1 to 3: greedy selection can be wrong half of the time."
    scales: ClassVar = {"quick": {"epsilons": (0.2, 0.1, 0.05, 0.025), "random_pools": 200}}

    epsilons: tuple[float, ...] = (0.2, 0.1, 0.05, 0.025, 0.0125)  # Of the pools of the proofs, falling.
    random_pools: int = 1_000  # Of each kind.

    def parts(self) -> list[Part]:
        """Return a part for each proof, and one for each remark beside them."""
        proofs = {"epsilons": list(self.epsilons), "prove_up_to": 1_500}
        pools = {"pools": self.random_pools, "members": 13}
        counterexample = [0.9, *[0.6] * 12]
        return [
            *(Part(family, {"family": family, **proofs}, compute=compute.find_failures) for family in FAMILIES),
            Part("example", {"accuracies": [0.510, *[0.505] * 4]}, compute=compute.run_example),
            Part("counterexample", {"accuracies": counterexample}, compute=compute.compare_backward_with_best),
            Part("random-pools", pools, compute=compute.count_misses),
            Part("worse-than-a-coin", {"members": [3, 9, 27]}, compute=compute.select_by_usefulness),
            Part("by-accuracy", pools, compute=compute.select_by_accuracy),
            Part("sums", {"accuracies": [0.5, 0.1, 0.01], **pools, "members": 10}, compute=compute.maximise_sums),
            Part("growth", {"parameters": [3, 10], "largest": 41}, compute=compute.grow_panel),
        ]

    def report(self, results: Results) -> Report:
        """Return claims, a table and a figure."""
        proven = sum(row["proven"] is not None for family in FAMILIES for row in results[family])
        example = results["example"]
        text = (
            f"The pools of the proofs, with epsilon from {self.epsilons[0]:g} down to {self.epsilons[-1]:g}. Where a "
            "proof wants enough members, there are about epsilon to the power of -3. The smallest possible error is "
            f"known by counting, because all members but one are alike; in {count_of(proven, 'pool')}, the smaller "
            "ones, the searcher `exact` proved the same number.\n\nMembers join and leave two at a time, as in the "
            "paper's proofs. Its text has them join one at a time, and so forward selection would stop at one member "
            "in every pool: a tie counts as wrong, so two members are both needed and never better than one. In the "
            f"paper's example the best two have {example['best_pair']:.4f}, the first alone {example['values'][0]:.4f}."
        )
        return Report(text, claims(results), tables(results), figures(results))
