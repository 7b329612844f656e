"""An energy and a searcher as somebody else would write them: no care taken beyond the interfaces."""

from __future__ import annotations

from typing import Literal

import attrs
import numpy as np

from haversack import Registration, hookimpl
from haversack.validators import probability


@attrs.frozen
class Weakest:
    """The panel is as good as its weakest member.

    Parameters
    ----------
    floor
        No member counts as less accurate than this,
        whatever the pool says.
    empty
        What an empty panel is worth.
    """

    floor: float = attrs.field(default=0.0, validator=probability)
    empty: Literal["wrong", "coin"] = "wrong"

    def losses(self, pool, sets):
        """Return one minus the smallest accuracy."""
        accuracies = np.maximum(pool.require_accuracies(), self.floor)
        worst = np.where(sets, accuracies, np.inf).min(axis=1, initial=np.inf)
        return 1.0 - np.where(sets.any(axis=1), worst, 0.0 if self.empty == "wrong" else 0.5)


@attrs.frozen
class Coin:
    """Flip a coin for every member, minding neither the budget nor what the monitor says.

    Parameters
    ----------
    chance
        How likely a member is to be in.
    """

    chance: float

    def search(self, problem, monitor, rng):
        """Offer one set after the other, for ever."""
        while True:
            monitor.offer(rng.random((1, len(problem.pool))) < self.chance)


@hookimpl
def haversack_energies():
    """Offer the energy."""
    return [Registration("weakest", Weakest, "as good as the weakest member")]


@hookimpl
def haversack_searchers():
    """Offer the searcher."""
    yield Registration("coin", Coin, "flip a coin for every member")
