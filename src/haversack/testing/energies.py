"""Promises of an energy, and the functions that check all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.energy import ShowsValue
from haversack.api.noise import DrawsLosses
from haversack.testing.batches import BATCHES, TOLERANCE
from haversack.testing.energy_bounds import BOUNDS
from haversack.testing.energy_capabilities import CAPABILITIES
from haversack.testing.energy_case import EnergyCase, is_larger
from haversack.testing.energy_extras import EXTRAS
from haversack.testing.energy_noise import NOISE
from haversack.testing.energy_traits import TRAITS
from haversack.testing.energy_vote_counts import VOTE_COUNTS
from haversack.testing.energy_votes import VOTES
from haversack.testing.energy_walks import WALKS
from haversack.testing.examples import make_plain_pool, pools
from haversack.testing.options import OPTIONS
from haversack.testing.pools_in_turn import POOLS_IN_TURN
from haversack.testing.preparation import list_preparation_checks
from haversack.testing.promises import Promises, build_subject, repeat_subject, require_claim, run_checks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.api.energy import Energy
    from haversack.arrays import Sets
    from haversack.pools.pool import Pool
    from haversack.testing.examples import MakePool
    from haversack.testing.promises import PromiseCheck


ENERGIES: Promises[EnergyCase] = Promises()


def energy_checks(
    energy: Energy | type | str | Mapping[str, Any], *, make_pool: MakePool = make_plain_pool
) -> tuple[PromiseCheck, ...]:
    """Return one check for each promise that an energy makes.

    Parameters
    ----------
    energy
        The energy, its class if that needs no options, a registered name, or a dict with the key ``kind``.
    make_pool
        Makes a pool from accuracies and costs, for an energy that needs other columns.

    Returns
    -------
    tuple of PromiseCheck
        In the order in which to run them. Capabilities that the energy does not offer are not checked; of a noisy
        energy, only what its streams promise.
    """
    make_fresh = repeat_subject("energy", energy)
    case = EnergyCase("energy", build_subject("energy", energy), make_pool, make_fresh)
    if isinstance(case.part, DrawsLosses):
        return NOISE.checks(case) + OPTIONS.checks(case)
    groups: tuple[Promises[Any], ...] = (
        BATCHES,
        POOLS_IN_TURN,
        ENERGIES,
        CAPABILITIES,
        BOUNDS,
        TRAITS,
        VOTE_COUNTS,
        WALKS,
        VOTES,
        EXTRAS,
    )
    checks = tuple(check for promises in groups for check in promises.checks(case))
    return checks + OPTIONS.checks(case) + list_preparation_checks(case, groups)


def check_energy(energy: Energy | type | str | Mapping[str, Any], *, make_pool: MakePool = make_plain_pool) -> None:
    """Check every promise of an energy; the parameters are those of `energy_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> check_energy("majority")
    """
    run_checks(energy_checks(energy, make_pool=make_pool))


@ENERGIES.add("the loss of a set is an error probability, from 0 to 1", when=lambda case: case.is_probability)
def losses_are_probabilities(case: EnergyCase) -> None:
    """Check the range; an energy with another value offers `ShowsValue`."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        losses = case.numbers(pool, sets)
        wrong = np.flatnonzero((losses < -TOLERANCE) | (losses > 1.0 + TOLERANCE))
        if not wrong.size:
            return None
        return f"row {wrong[0]} has the loss {losses[wrong[0]]}; an energy that is not a probability needs value()"

    require_claim(case.batches(), claim)


@ENERGIES.add("the empty set has the loss 1", when=lambda case: case.is_probability)
def empty_set(case: EnergyCase) -> None:
    """Check that the empty set is always wrong."""

    def claim(pool: Pool) -> str | None:
        loss = case.numbers(pool, np.zeros((1, len(pool)), dtype=np.bool_))[0]
        return None if abs(loss - 1.0) <= TOLERANCE else f"the empty set has the loss {loss}"

    require_claim(pools(case.make_pool).map(lambda pool: {"pool": pool}), claim)


@ENERGIES.add("value() returns a finite number for every loss, and a larger number for a smaller loss", of=ShowsValue)
def value_falls_with_loss(case: EnergyCase) -> None:
    """Compare the values of several losses."""

    def claim(pool: Pool, sets: Sets) -> str | None:
        losses = np.unique(case.numbers(pool, sets))
        values = [case.part.value(float(loss)) for loss in losses]
        for loss, value in zip(losses, values, strict=True):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value):
                return f"value({loss}) is {value!r}"
        for place in range(1, len(values)):
            apart = is_larger(losses[place], than=losses[place - 1])
            if apart and not values[place - 1] > values[place]:
                return f"value({losses[place - 1]}) is {values[place - 1]}, value({losses[place]}) is {values[place]}"
        return None

    require_claim(case.batches(2, 4), claim)
