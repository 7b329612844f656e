"""Algorithm 2 as the paper has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from haversack.api.cost import UsesResources
from haversack.api.energy import CopiesLosses

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.pools.pool import Pool


@attrs.frozen
class Algorithm2:
    """SHErLoCk where members have costs, annealing where they have none, until STOP or MAXSTEP.

    The plan is part of the result. The answer is where the paper's rule stops, often far from the best set.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, "A stochastic approach to handle knapsack problems in the creation of ensembles",
    Algorithm 2.
    """

    keeps_answer: ClassVar[bool] = True

    def choose_parts(self, pool: Pool, given: Mapping[str, object]) -> Mapping[str, Any]:
        """Return energy, searcher and stopping rule."""
        energy, cost = given.get("energy"), given.get("cost")
        draws_by_efficiency = (
            pool.costs is not None
            and (energy is None or isinstance(energy, CopiesLosses))
            and (cost is None or isinstance(cost, UsesResources))
        )
        searcher = "sherlock" if draws_by_efficiency else "annealing"
        return {"energy": "majority", "searcher": searcher, "stopping": "paper"}
