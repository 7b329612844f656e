"""Which of several energies suits a pool: panels are chosen by each on some of the items, and compared on the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.energy import ChoosesEnergy
from haversack.api.notes import Note
from haversack.api.vote import FitsVote
from haversack.clock import setting_up
from haversack.config.build import build_part
from haversack.config.describe import describe_part
from haversack.errors import EnergyError, HaversackError
from haversack.pools.pool import Pool
from haversack.selection import defaults
from haversack.statistics.folds import assign_folds
from haversack.statistics.verdicts import judge_items

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from haversack.api.energy import Energy
    from haversack.api.selection import Selection
    from haversack.arrays import FloatArray
    from haversack.plugins import Catalog
    from haversack.pools.votes import RecordedVotes

_FOLDS = 3


def settle_energy(
    energy: Any,
    pool: Pool,
    budget: float | None,
    cost: Any,
    catalog: Catalog,
    select: Callable[..., Selection] | None = None,
) -> tuple[Any, Note | None]:
    """Return the energy that a run uses, and a note that names it if it was chosen here.

    Deterministic: neither the seed of the run nor its searcher makes a difference.

    Parameters
    ----------
    energy, cost
        As `select` takes them.
    pool, budget
        Those of the run.
    catalog
        Where names are looked up.
    select
        Runs a selection: `haversack.select`. Without it, the first of several energies is taken.

    Raises
    ------
    ConfigError
        If there is no such energy.
    EnergyError
        If there is nothing to choose from.
    """
    if energy is None:
        return None, None
    with setting_up():
        built = build_part("energy", energy, catalog)
    if not isinstance(built, ChoosesEnergy) or not isinstance(pool, Pool):
        return built, None
    offered = tuple(built.offer_energies(pool))
    if not offered:
        raise EnergyError(f"energy {built!r:.80}: offer_energies() returned nothing to choose from")
    votes, names = pool.votes, [_name_energy(each, catalog) for each in offered]
    if len(offered) == 1 or votes is None or select is None:
        return offered[0], Note("energy", f"{names[0]}, the one for this pool")
    shares = [_validate(each, pool, votes, _Chooser(select, budget, cost, catalog)) for each in offered]
    means = [-1.0 if share is None else float(np.average(share, weights=votes.item_weights)) for share in shares]
    best = int(np.argmax(means))
    found = ", ".join(
        f"{name} {'not usable' if mean < 0.0 else f'{mean:.4g}'}" for name, mean in zip(names, means, strict=True)
    )
    return offered[best], Note("energy", f"{names[best]}, chosen by {_FOLDS} folds: {found}", means[best])


@attrs.frozen
class _Chooser:
    """How panels are chosen on a part of the items."""

    select: Callable[..., Selection]
    budget: float | None
    cost: Any
    catalog: Catalog

    def choose(self, energy: Energy, sample: Pool) -> Sequence[int]:
        """Return the panel that an energy chooses from a pool."""
        chosen = self.select(
            sample,
            self.budget,
            energy=energy,
            searcher=defaults.CHOICE_SEARCHER,
            stopping=defaults.CHOICE_STOPPING,
            cost=self.cost,
            seed=0,
            certify="off",
            estimate="none",
            observers=None,
            catalog=self.catalog,
        )
        return chosen.members


def _validate(energy: Energy, pool: Pool, votes: RecordedVotes, chooser: _Chooser) -> FloatArray | None:
    """Return how right the panels of an energy are on items that had no part in the choice; None if there are none."""
    if not isinstance(energy, FitsVote):
        raise EnergyError(f"energy {energy!r:.80}: needs fit_vote() to be compared with others on recorded items")
    rightness = np.zeros(len(votes))
    folds = assign_folds(len(votes), _FOLDS)
    for fold in range(_FOLDS):
        inside, outside = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        if not len(inside) or not len(outside):
            continue
        # The accuracies stay those of the pool: on a few items a member may have no answer at all.
        sample = attrs.evolve(pool, votes=votes.of_items(inside))
        try:
            panel = chooser.choose(energy, sample)
        except HaversackError:
            return None
        vote = energy.fit_vote(sample, panel)
        rightness[outside] = judge_items(vote, votes.answers[outside][:, np.array(panel)], votes.truth[outside])
    return rightness


def _name_energy(energy: Energy, catalog: Catalog) -> str:
    spec = describe_part("energy", energy, catalog)
    return type(energy).__name__ if spec is None else str(spec["kind"])
