"""An example plugin: an energy with an option. A smaller example is `haversack_example.lookout`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs
import numpy as np

from haversack import Registration, Traits, hookimpl
from haversack.validators import whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from haversack import Pool


@attrs.frozen
class Veto:
    """The panel is right if at most `tolerated` of its members are wrong, each independently of the others.

    Parameters
    ----------
    tolerated
        Largest number of wrong members, at least 0. A panel of at most this size is always right.
    """

    tolerated: int = attrs.field(default=0, validator=whole(0))

    traits: ClassVar[Traits] = Traits(assumes_independence=True)

    def losses(self, pool: Pool, sets: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
        """Return the probability that more than `tolerated` members are wrong; 1 for the empty set."""
        accuracies = pool.require_accuracies()
        # A member outside the set is never wrong. Products and sums only, so a small loss keeps its precision.
        right, wrong = np.where(sets, accuracies, 1.0), np.where(sets, 1.0 - accuracies, 0.0)
        exactly = np.zeros((min(self.tolerated, len(pool)) + 1, len(sets)))  # row k: chance of exactly k wrong so far
        exactly[0] = 1.0
        too_many = np.zeros(len(sets))
        for is_right, is_wrong in zip(right.T, wrong.T, strict=True):
            too_many += exactly[-1] * is_wrong
            exactly[1:] = exactly[1:] * is_right + exactly[:-1] * is_wrong
            exactly[0] *= is_right
        return np.where(sets.any(axis=1), too_many, 1.0)


@hookimpl
def haversack_energies() -> Iterable[Registration]:
    """Register the energy."""
    yield Registration("veto", Veto, "probability that at most a few members are wrong")
