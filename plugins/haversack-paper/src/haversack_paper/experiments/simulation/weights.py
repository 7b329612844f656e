"""By what SHErLoCk draws its members: the paper's efficiency, against accuracy per cost and against no weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

import haversack as hs
from haversack.energies import MajorityVote
from haversack_paper.experiments.simulation.wording import times
from haversack_paper.report import counted
from haversack_paper.verdicts import is_below, judged

if TYPE_CHECKING:
    from haversack import FloatArray, IntArray, Pool
    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim


@attrs.frozen
class ByUsefulness(MajorityVote):
    """A majority vote that SHErLoCk, which asks for values of copies, searches by accuracy per cost."""

    def copies_losses(self, pool: Pool, members: IntArray, copies: IntArray) -> FloatArray:  # noqa: ARG002
        """Return 1 less the usefulness, that of the most useful being 1, whatever the number of copies."""
        usefulness = pool.require_accuracies() / pool.require_costs()
        return np.asarray(1.0 - (usefulness / usefulness.max())[members])


@attrs.frozen
class Unweighted(MajorityVote):
    """A majority vote that SHErLoCk searches by equal draws."""

    def copies_losses(self, pool: Pool, members: IntArray, copies: IntArray) -> FloatArray:  # noqa: ARG002
        """Return 0 for all."""
        return np.zeros(members.shape)


_ENERGIES = {"efficiency": MajorityVote(), "usefulness": ByUsefulness(), "equal": Unweighted()}


def weighed_searches(members: int, share: float, pools: int, steps: int) -> Json:
    """Search some pools with SHErLoCk's draws by different weights.

    Parameters
    ----------
    members
        Size of the pools.
    share
        Which share of the total cost is the budget.
    pools
        How many; their seeds are 0, 1, ...
    steps
        Of every search.
    """
    errors: dict[str, list[float | None]] = {name: [] for name in _ENERGIES}
    for seed in range(pools):
        pool = hs.comparison.paper_pool(members, seed)
        budget = share * float(pool.require_costs().sum())
        for name, energy in _ENERGIES.items():
            found = hs.select(
                pool,
                budget,
                energy=energy,
                searcher="sherlock",
                stopping={"kind": "max-step", "limit": steps},
                seed=seed,
                certify="off",
            )
            errors[name].append(found.error)
    return {"members": members, "steps": steps, "errors": errors}


def weights_claim(found: Json) -> Claim:
    """Compare errors pool by pool, on a logarithmic scale: as much from 1e-5 to 1e-6 as from 0.1 to 0.01."""
    logs = {name: np.log(np.array(errors)) for name, errors in found["errors"].items()}
    fewer = logs["efficiency"] - logs["usefulness"]
    factors = {name: float(np.exp(np.mean(log - logs["efficiency"]))) for name, log in logs.items()}
    agrees = is_below(fewer.tolist(), 0.0)
    return judged(
        "Section 3",
        f"Efficiency adapts to the energy better than usefulness, accuracy per cost, n = {found['members']}.",
        "better",
        f"draws by usefulness end with {times(factors['usefulness'])} the error of draws by efficiency, equal draws "
        f"with {times(factors['equal'])} (geometric means over {counted(len(fewer), 'pool')}, "
        f"{counted(found['steps'], 'step')} each); by usefulness it is larger in "
        f"{counted(int((fewer < 0.0).sum()), 'pool')}",
        agrees,
        otherwise="the two are too near to each other to tell"
        if agrees is None
        else "draws by usefulness find the better panels",
        note="by efficiency as it is meant, the chance of a majority; the printed sum over all k is 1 for everybody, "
        "which makes equal draws",
    )
