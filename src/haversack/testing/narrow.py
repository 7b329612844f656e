"""Energies and cost models that offer as little as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, Sets
    from haversack.pools.pool import Pool


def narrowed(part: Any, methods: tuple[str, ...], capabilities: tuple[type, ...]) -> Any:
    """Return a part that has some methods of another one, those of some capabilities, and no others.

    Examples
    --------
    >>> from haversack.capabilities import CopiesLosses, HasTraits
    >>> from haversack.energies import MajorityVote
    >>> energy = narrowed(MajorityVote(), ("losses",), (CopiesLosses,))
    >>> isinstance(energy, CopiesLosses), isinstance(energy, HasTraits)
    (True, False)
    """
    offered = [name for capability in capabilities for name in vars(capability) if not name.startswith("_")]
    names = {name: property(lambda _, name=name: getattr(part, name)) for name in (*methods, *offered)}  # type: ignore[misc]
    return type(f"Only{type(part).__name__}", (), names)()


class Profit:
    """An energy that is no probability: the loss is minus the number of members, the earlier ones counting more."""

    def losses(self, pool: Pool, sets: Sets) -> FloatArray:
        """Return minus the sum of the members' worth."""
        return np.asarray(-(sets @ np.linspace(2.0, 1.0, len(pool))))

    def value(self, loss: float) -> float:
        """Return the sum."""
        return -loss
