"""The paper's simulation: SHErLoCk and annealing on made-up pools, with STOP and without, against the optimum."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from haversack_paper.experiment import Experiment, Part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiment import Json, Scale, Sources
    from haversack_paper.report import Report

WEIGHTS = "weights-"


@attrs.frozen
class Simulation(Experiment):
    """Table 2 of the paper, with the proven optimum beside it.

    Parameters
    ----------
    sizes
        Numbers of members, each with the share of the total cost that is the budget.
    repetitions
        Pools of each size; their seeds are 0, 1, ...
    limit
        Steps of the searches that STOP does not end, in place of MAXSTEP.
    together
        How many pools make a part.
    weighed
        Steps of the searches that compare what SHErLoCk may draw by.
    """

    name: ClassVar[str] = "simulation"
    summary: ClassVar[str] = "Table 2: SHErLoCk and annealing on made-up pools, with STOP and without."

    sizes: tuple[tuple[int, float], ...] = ((30, 0.3), (100, 0.2))
    repetitions: int = 100
    limit: int = 200_000
    together: int = 5
    weighed: int = 2_000

    @classmethod
    def at_scale(cls, scale: Scale, sources: Sources) -> Simulation:  # noqa: ARG003 - needs no data
        """Return it at a scale: the paper's 100 pools of each size but for ``quick``, and longer limits."""
        if scale == "quick":
            return cls(repetitions=20, limit=20_000, together=10)
        return cls() if scale == "usual" else cls(limit=2_000_000, together=1)

    def parts(self) -> Sequence[Part]:
        """Return a part for every few pools, and one for each size about what SHErLoCk may draw by."""
        searched = [
            Part(
                f"{members}-{first}",
                {
                    "members": members,
                    "share": share,
                    "seeds": list(range(first, min(first + self.together, self.repetitions))),
                    "limit": self.limit,
                },
            )
            for members, share in self.sizes
            for first in range(0, self.repetitions, self.together)
        ]
        weighed = [
            Part(
                f"{WEIGHTS}{members}",
                {"members": members, "share": share, "pools": self.repetitions, "steps": self.weighed},
            )
            for members, share in self.sizes
        ]
        return [*searched, *weighed]

    def run(self, part: Part, needed: Mapping[str, Json]) -> Json:  # noqa: ARG002 - no part needs another
        """Search some pools."""
        from haversack_paper.experiments.simulation.runs import searched_pools
        from haversack_paper.experiments.simulation.weights import weighed_searches

        if part.key.startswith(WEIGHTS):
            return weighed_searches(**part.arguments)
        return searched_pools(**part.arguments)

    def report(self, results: Mapping[str, Json]) -> Report:
        """Return claims, tables and figures."""
        from haversack_paper.experiments.simulation.pages import report

        weighed = [found for key, found in results.items() if key.startswith(WEIGHTS)]
        pools = [pool for key, part in results.items() if not key.startswith(WEIGHTS) for pool in part]
        return report(pools, weighed, self.limit, dict(self.sizes))
