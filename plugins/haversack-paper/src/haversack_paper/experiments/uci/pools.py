"""From trained classifiers to a pool, and what its votes say about it."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

import haversack as hs
from haversack_paper.experiments.uci.training import FAMILIES, unpacked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from haversack_paper.experiment import CostOfTraining

    Flags = npt.NDArray[np.bool_]

LEMMA_2_UP_TO = 30
_LEAST_SECONDS = 1e-6  # A cost must be above 0, and clocks are coarse.


def budget_share(members: int) -> float:
    """Return the share of the total cost that a panel may cost: as in the paper's simulations, 0.3, 0.2 above 30."""
    return 0.3 if members <= LEMMA_2_UP_TO else 0.2


def cost_model(members: int) -> dict[str, str]:
    """Return how the paper says that it expected sizes: by Lemma 2 for 30 members, by the mean cost for 100.

    Lemma 2 is for accuracies that a beta distribution fits. Where none does, Algorithm 2 takes the mean cost.
    """
    return {"kind": "additive", "size": "auto" if members <= LEMMA_2_UP_TO else "mean"}


@attrs.frozen(eq=False)
class Candidates:
    """A pool of classifiers.

    Parameters
    ----------
    pool
        Accuracies are those on selection data, and so are the recorded votes.
    right
        Where each member is right, of shape (rows, members), by part: ``selection`` and ``test``.
    families
        Of each member.
    """

    pool: hs.Pool
    right: dict[str, Flags]
    families: tuple[str, ...]

    @classmethod
    def of(cls, trained: Iterable[Sequence[dict[str, Any]]], members: int, cost: CostOfTraining) -> Candidates:
        """Make a pool of the first members of what `train_members` returned, batch by batch."""
        chosen = list(itertools.islice(itertools.chain.from_iterable(trained), members))
        right = {part: np.column_stack([unpacked(one[part]) for one in chosen]) for part in ("selection", "test")}
        costs = [max(one["seconds"], _LEAST_SECONDS) if cost == "time" else one["operations"] for one in chosen]
        # There are two answers, so whoever is wrong agrees with all others who are: to be right is vote enough.
        votes = right["selection"].astype(np.int64)
        names = [f"{one['family']}-{one['member']}" for one in chosen]
        pool = hs.Pool.from_votes(votes, np.ones(len(votes), dtype=np.int64), costs=costs, names=names)
        return cls(pool, right, tuple(one["family"] for one in chosen))

    @property
    def budget(self) -> float:
        """What a panel may cost."""
        return budget_share(len(self.pool)) * float(self.pool.require_costs().sum())

    def vote_accuracy(self, part: str, members: Sequence[int]) -> float:
        """Return the share of rows on which more than half of the members are right; a tie is wrong."""
        right = self.right[part][:, list(members)]
        return float((2 * right.sum(axis=1) > right.shape[1]).mean())

    def correlations(self) -> dict[str, float | None]:
        """Return the mean correlation between the mistakes of two members on test data: by family, and over all pairs.

        Independent members have 0. None where no two members make different mistakes at all.
        """
        kinds = np.array(self.families)
        found = {family.name: _mean_correlation(self.right["test"][:, kinds == family.name]) for family in FAMILIES}
        return {**found, "all": _mean_correlation(self.right["test"])}


def _mean_correlation(right: Flags) -> float | None:
    varied = right[:, right.any(axis=0) & ~right.all(axis=0)].astype(float)
    if varied.shape[1] < 2:
        return None
    pairs = np.triu_indices(varied.shape[1], 1)
    return float(np.corrcoef(varied, rowvar=False)[pairs].mean())


def standard_error(share: float, rows: int) -> float:
    """Return the standard error of a share of independent rows."""
    return math.sqrt(share * (1.0 - share) / rows)
