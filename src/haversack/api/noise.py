"""Energies whose losses are noisy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np

    from haversack.api.energy import Energy

DEFAULT_REPEATS = 16


@runtime_checkable
class DrawsLosses(Protocol):
    """An energy whose losses are noisy: each evaluation of a set is an independent draw around its expected loss.

    A set then becomes the answer only after it has been evaluated several times, and the loss reported is the mean of
    evaluations that had no part in choosing it. Nothing is proved, no loss is remembered, and there is no best single
    member. An attribute ``repeats``, a whole number of at least 2, says how often; 16 if there is none.
    """

    def draw_from(self, rng: np.random.Generator) -> Energy:
        """Return the energy for one run, whose noise comes from this stream alone; this object is unchanged.

        Draw in the order of the rows: how many sets come in a call may depend on a clock. An energy whose noise comes
        from elsewhere, such as a measurement, returns itself; its runs cannot be repeated.
        """


def count_repeats(energy: object) -> int:
    """Return how often a noisy energy evaluates a set before it becomes the answer."""
    repeats = getattr(energy, "repeats", DEFAULT_REPEATS)
    return max(2, int(repeats))
