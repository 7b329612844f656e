"""Resources that members use and of which there is a limited amount."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from haversack.kernels.jit import jit_uncounted

if TYPE_CHECKING:
    from haversack.arrays import FloatArray


class Knapsack(NamedTuple):
    """What a set may use: a set fits when its members together exceed no limit.

    Parameters
    ----------
    usage
        How much of each resource each member uses: ``usage[member, resource]``.
    limits
        How much there is of each.
    """

    usage: FloatArray
    limits: FloatArray


@jit_uncounted
def fits(usage: FloatArray, left: FloatArray, member: int) -> bool:
    """Return whether enough is left of every resource for one more member."""
    for resource in range(left.shape[0]):  # noqa: SIM110 - numba compiles loops, not generators
        if usage[member, resource] > left[resource]:
            return False
    return True
