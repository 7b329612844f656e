"""Promises of an energy that counts votes: losses from the number of correct votes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.energy import CountsVotes
from haversack.testing.batches import find_difference
from haversack.testing.energy_case import EnergyCase, build_row
from haversack.testing.examples import build_pool, st
from haversack.testing.promises import Promises, require_claim

if TYPE_CHECKING:
    from haversack.arrays import FloatArray
    from haversack.pools.pool import Pool

VOTE_COUNTS: Promises[EnergyCase] = Promises()


@VOTE_COUNTS.add("error_weights(size) returns size + 1 numbers that never increase", of=CountsVotes)
def weights_fall(case: EnergyCase) -> None:
    """Check the weights of small sizes."""

    def claim(size: int) -> str | None:
        weights = np.asarray(case.part.error_weights(size))
        if weights.shape != (size + 1,):
            return f"shape {weights.shape} instead of ({size + 1},)"
        falling = bool((np.diff(weights) <= 0.0).all())
        return None if falling else f"{weights.tolist()}"

    require_claim(st.fixed_dictionaries({"size": st.integers(1, 12)}), claim)


@VOTE_COUNTS.add(
    "the loss is the mean of error_weights(size) over the number of correct votes, to full relative precision",
    of=CountsVotes,
)
def votes_are_counted(case: EnergyCase) -> None:
    """Compare with the distribution of the number of correct votes, which products and sums give precisely."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        expected = float(_vote_distribution(pool, members) @ np.asarray(case.part.error_weights(len(members))))
        loss = case.numbers(pool, build_row(pool, members))[0]
        return f"the loss is {loss}; the weights give {expected}" if _differ(loss, expected) else None

    require_claim(case.single_sets() | _almost_certain(case), claim)


@VOTE_COUNTS.add(
    "plain_majority: the loss of a set of odd size is the probability that fewer than half are right, to full "
    "relative precision",
    when=lambda case: case.traits.plain_majority,
)
def plain_majority(case: EnergyCase) -> None:
    """Compare with the distribution of the number of correct votes."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        members = members[: len(members) - (len(members) + 1) % 2]
        expected = float(_vote_distribution(pool, members)[: len(members) // 2 + 1].sum())
        loss = case.numbers(pool, build_row(pool, members))[0]
        return (
            f"the set {members} has the loss {loss}; its error probability is {expected}"
            if _differ(loss, expected)
            else None
        )

    require_claim(case.single_sets() | _almost_certain(case), claim)


def _vote_distribution(pool: Pool, members: list[int]) -> FloatArray:
    """Return the probabilities of 0, 1, ... correct votes of independent members."""
    chances = np.ones(1)
    for accuracy in pool.require_accuracies()[members]:
        chances = np.append(chances * (1.0 - accuracy), 0.0) + np.append(0.0, chances * accuracy)
    return chances


def _differ(loss: float, expected: float) -> bool:
    # Numbers below 1e-290 have no relative precision left.
    return (
        find_difference(np.array([loss]), np.array([expected])) is not None and max(abs(loss), abs(expected)) >= 1e-290
    )


def _almost_certain(case: EnergyCase) -> st.SearchStrategy[dict[str, Any]]:
    """Return sets with small losses, which lose their digits when computed as 1 - q."""

    def build_example(size: int) -> dict[str, Any]:
        return {"pool": build_pool(case.make_pool, [1 - 1e-9] * size, [1.0] * size), "members": list(range(size))}

    return st.integers(1, 5).map(build_example)
