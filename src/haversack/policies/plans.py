"""One way of asking, with what it costs and reaches on records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import attrs
import numpy as np

from haversack import kernels
from haversack.policies.envelope import find_corners

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from haversack.arrays import FloatArray, IntArray
    from haversack.policies.records import Records


class Valuer(Protocol):
    """Says what orders cost and how right they are."""

    @property
    def prices(self) -> FloatArray:
        """The price of an answer of each member."""

    @property
    def members(self) -> int:
        """Number of members."""

    def value_order(self, order: Sequence[int], thresholds: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return mean costs and accuracies of the Bayes vote by number of members asked and by threshold."""

    def value_votes(self, panel: Sequence[int]) -> tuple[float, float]:
        """Return mean cost and accuracy of the most frequent answer of a panel, asked until it is decided."""

    def measure_information(self) -> FloatArray:
        """Return how much the answer of each member says about the right one on average, in nats."""


_LOW = (0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.84, 0.87, 0.9, 0.925, 0.945, 0.96, 0.97, 0.98, 0.985)
THRESHOLDS = np.array([*_LOW, 0.99, 0.993, 0.995, 0.998, 0.999, 0.9995, 0.9999, 0.999999])
"""Posterior probabilities to stop at. With the last one, hardly anything could change the verdict any more."""


@attrs.frozen
class AskingPlan:
    """An order, how it decides and when it stops.

    Parameters
    ----------
    order
        Positions of the members.
    threshold
        The posterior probability to stop at; None for the most frequent answer, asked until it is decided.
    adaptive
        Whether the answers so far say whom to ask next.
    cost, accuracy
        The mean cost and how right it is on the records, as their blend counts it.
    """

    order: tuple[int, ...]
    threshold: float | None
    adaptive: bool
    cost: float
    accuracy: float


@attrs.frozen(eq=False)
class Trace:
    """How each row of records ends.

    Parameters
    ----------
    verdicts
        Positions of labels; -1 for none.
    spent
        What the answers cost.
    asked
        Number of answers.
    posteriors
        The probability of the verdict; None for the most frequent answer.
    """

    verdicts: IntArray
    spent: FloatArray
    asked: IntArray
    posteriors: FloatArray | None


def plan_order(records: Valuer, order: Sequence[int], thresholds: FloatArray = THRESHOLDS) -> list[AskingPlan]:
    """Return the beginnings of an order and thresholds that are on its envelope."""
    costs, accuracies = records.value_order(order, thresholds)
    corners = find_corners(costs.reshape(-1), accuracies.reshape(-1)).tolist()
    plans = []
    for corner in corners:
        step, level = divmod(corner, len(thresholds))
        cost, accuracy = float(costs[step, level]), float(accuracies[step, level])
        plans.append(AskingPlan(tuple(order[: step + 1]), float(thresholds[level]), False, cost, accuracy))
    return plans


def plan_votes(records: Valuer, panel: Sequence[int]) -> AskingPlan:
    """Return a panel with the most frequent answer, asked in the given order."""
    cost, accuracy = records.value_votes(panel)
    return AskingPlan(tuple(panel), None, False, cost, accuracy)


def plan_adaptive(records: Records, order: Sequence[int]) -> list[AskingPlan]:
    """Return the thresholds that are on the envelope when answers say which of these members is asked next."""
    verdicts, spent, _, posteriors = kernels.plans.trace_adaptive(
        _to_array(order), records.rows, records.fitted, records.prices, THRESHOLDS
    )
    costs, accuracies = records.weights @ spent, records.weights @ records.rate(verdicts, posteriors)
    return [
        AskingPlan(tuple(order), float(THRESHOLDS[level]), True, float(costs[level]), float(accuracies[level]))
        for level in find_corners(costs, accuracies).tolist()
    ]


def keep_envelope(plans: Iterable[AskingPlan]) -> list[AskingPlan]:
    """Return the corners of the envelope of plans, the cheapest first."""
    known = list(plans)
    corners = find_corners(np.array([plan.cost for plan in known]), np.array([plan.accuracy for plan in known]))
    return [known[place] for place in corners.tolist()]


def trace_plan(plan: AskingPlan, records: Records) -> Trace:
    """Walk every row of records through a plan."""
    order, rows, prices = _to_array(plan.order), records.rows, records.prices
    if plan.threshold is None:
        return Trace(*kernels.records.trace_votes(order, rows, prices, records.labels, True), None)
    if plan.adaptive:
        verdicts, spent, asked, posteriors = kernels.plans.trace_adaptive(
            order, rows, records.fitted, prices, np.array([plan.threshold])
        )
        return Trace(verdicts[:, 0], spent[:, 0], asked[:, 0], posteriors[:, 0])
    return Trace(*kernels.records.trace_order(order, rows, records.fitted, prices, plan.threshold))


def trace_panel(members: Sequence[int], records: Records) -> Trace:
    """Ask everybody of a panel for the most frequent answer."""
    traced = kernels.records.trace_votes(_to_array(members), records.rows, records.prices, records.labels, False)
    return Trace(*traced, None)


def _to_array(positions: Sequence[int]) -> IntArray:
    return np.array(positions, dtype=np.int64)
