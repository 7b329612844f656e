"""What a policy is compared with: the best fixed panels of the same mean cost, and the best member alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.policies.candidates import list_panels
from haversack.policies.envelope import ROUNDING, find_corners, mix
from haversack.policies.plans import trace_panel

if TYPE_CHECKING:
    from haversack.arrays import FloatArray
    from haversack.policies.plans import Trace
    from haversack.policies.records import Records


@attrs.frozen
class Mixture:
    """Panels that are asked in full for the most frequent answer, chosen at random for each item.

    Parameters
    ----------
    panels
        Positions of the members of each.
    shares
        The probability of each.
    """

    panels: tuple[tuple[int, ...], ...]
    shares: tuple[float, ...]

    def trace(self, records: Records) -> list[tuple[Trace, float]]:
        """Return how each row of records ends with each panel, and the shares of the panels."""
        return [(trace_panel(panel, records), share) for panel, share in zip(self.panels, self.shares, strict=True)]


def choose_fixed(records: Records, accuracies: FloatArray, budget: float) -> Mixture | None:
    """Return the best fixed panel, or mixture of two, of a mean cost; None if none is so cheap."""
    panels = list_panels(records, accuracies)
    answered = records.weights @ (records.answers >= 0) * records.prices
    costs = np.array([float(answered[list(panel)].sum()) for panel in panels])
    # Stopping early loses nothing, so that the accuracy is that of the full panel.
    rights = np.array([records.value_votes(panel)[1] for panel in panels])
    corners = find_corners(costs, rights)
    if costs[corners[0]] > budget * (1.0 + ROUNDING):
        return None
    parts = mix(costs[corners], max(budget, float(costs[corners[0]])))
    return Mixture(tuple(panels[corners[place]] for place, _ in parts), tuple(share for _, share in parts))


def choose_single(records: Records, accuracies: FloatArray, budget: float) -> Mixture | None:
    """Return the most accurate member of a price of at most the budget, alone; None if all are more expensive."""
    affordable = np.flatnonzero(records.prices <= budget * (1.0 + ROUNDING))
    if not affordable.size:
        return None
    # On all items: a member that answers few of them is of little use alone.
    answered = records.weights @ (records.answers >= 0)
    best = affordable[np.argmax((accuracies * answered)[affordable])]
    return Mixture(((int(best),),), (1.0,))
