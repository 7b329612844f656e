"""The experiment: parts for each trap and way of searching it, and one for the error of an estimate."""

from __future__ import annotations

from typing import ClassVar

import attrs

from haversack_paper.experiment import Experiment, Part, Results
from haversack_paper.experiments.monte_carlo import compute
from haversack_paper.experiments.monte_carlo.claims import claims
from haversack_paper.experiments.monte_carlo.comparisons import compare_methods, merge_results
from haversack_paper.experiments.monte_carlo.figures import figures
from haversack_paper.experiments.monte_carlo.tables import tables
from haversack_paper.report import Report


@attrs.frozen
class MonteCarlo(Experiment):
    """How often random searches find the best set of a trap."""

    name: ClassVar[str] = "monte-carlo"
    summary: ClassVar[str] = "Section 3: Monte Carlo finds the best panel of a trap in 11 % of runs, annealing in 96 %."
    scales: ClassVar = {
        "quick": {
            "traps": ((0.1, 0.01), (0.4, 0.1)),
            "members": (10, 14, 20, 30),
            "steps": (10, 20, 50, 100, 200, 500, 1_000, 3_000),
            "runs": 200,
            "temperatures": ((1.0, 0.001),),
            "estimates": 20_000,
        }
    }

    # Beta and epsilon: in some the one of accuracy 1 - beta is the best panel, in others the many of 1/2 + epsilon are.
    traps: tuple[tuple[float, float], ...] = ((0.1, 0.01), (0.3, 0.05), (0.4, 0.1), (0.45, 0.05))
    members: tuple[int, ...] = (8, 10, 12, 14, 16, 20, 24, 30, 40)  # Even, so that the number of others is odd.
    searched: tuple[int, ...] = (14, 30)  # Those on which the searchers of haversack run.
    steps: tuple[int, ...] = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
    runs: int = 1_000  # Of each searcher on each trap.
    temperatures: tuple[tuple[float, float], ...] = ((1.0, 0.001), (0.1, 0.001))  # First and last, of plain walks.
    estimates: int = 100_000  # Of a probability, to measure their errors.

    def parts(self) -> list[Part]:
        """Return a part for each trap and way of searching it, and one for the error of an estimate."""
        traps = {
            f"{beta:g}-{epsilon:g}-{members}": {
                "beta": beta,
                "epsilon": epsilon,
                "steps": list(self.steps),
                "members": members,
            }
            for beta, epsilon in self.traps
            for members in self.members
        }
        walks = {"temperatures": [list(pair) for pair in self.temperatures]}
        return [
            *(Part(f"chances-{key}", trap | walks, compute=compute.compute_chances) for key, trap in traps.items()),
            *(
                Part(f"{name}-{key}", {**trap, "searcher": name, "runs": self.runs}, compute=compute.run_searcher)
                for key, trap in traps.items()
                if trap["members"] in self.searched
                for name in ("monte-carlo", "annealing")
            ),
            Part("estimates", {"estimates": self.estimates, "alpha": 0.05}, compute=compute.estimate_probabilities),
        ]

    def report(self, results: Results) -> Report:
        """Return claims, tables and a figure."""
        traps, estimates = merge_results(results), results["estimates"]
        comparisons = compare_methods(traps)
        text = (
            "One member of accuracy 1 - beta takes the whole budget; all others have 1/2 + epsilon and take 1/n of it. "
            "The paper gives no beta, epsilon or n, and says neither how Monte Carlo draws sets nor how many, nor how "
            f"annealing moves. So here are n from {min(self.members)} to {max(self.members)}, {len(self.traps)} pairs "
            f"of beta and epsilon, and from {self.steps[0]:,} to {self.steps[-1]:,} steps.\n\n"
            f"haversack's own searchers made {self.runs:,} runs each. `monte-carlo` draws a size first and then "
            "members in random order, passing over those that do not fit; `annealing` starts 128 walks from such sets, "
            "so in the first steps the two do the same. The plainer methods are those that a reader of the paper might "
            "write first: draws that take each member with probability 1/2, and one walk that changes one member or "
            "two at a time. As all members but one are alike, their chances can be computed, and were. A search "
            "succeeds when the best set, which is known by counting, has been among the sets it looked at."
        )
        return Report(
            text, claims(traps, comparisons, estimates), tables(traps, comparisons, estimates), figures(traps)
        )
