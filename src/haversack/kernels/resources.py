"""What is left of limited resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray


@jit
def fits(usage: FloatArray, left: FloatArray, member: int) -> bool:
    """Tell whether there is enough left of every resource for one more member."""
    for resource in range(left.shape[0]):  # noqa: SIM110 - numba compiles loops, not generators
        if usage[member, resource] > left[resource]:
            return False
    return True
