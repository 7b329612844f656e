"""From records to the envelope of policies, and to the point on it that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.policies.candidates import FEW, list_orders, list_panels
from haversack.policies.envelope import interpolate, mix
from haversack.policies.order_search import improve_orders
from haversack.policies.plans import AskingPlan, keep_envelope, plan_adaptive, plan_order, plan_votes, trace_plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.arrays import FloatArray
    from haversack.policies.records import Records

VoteKind = Literal["auto", "plurality", "bayes"]
AdaptiveKind = Literal["auto", "on", "off"]
_MOST_CELLS, _LEAST_TRIALS, _MOST_TRIALS = 2e7, 30, 300  # Moves of the local search, by the size of the records.
_MOST_ADAPTIVE_WORK = 2e9
_LEAST_ADAPTIVE_GAIN = 0.15  # As for the moves of the local search, over the root of the number of items.


@attrs.frozen
class Goal:
    """What is asked of a policy: a mean price per item, or an accuracy.

    Parameters
    ----------
    budget
        The mean price per item; None if an accuracy is given.
    accuracy
        The accuracy to reach at the least price; None if a budget is given.
    """

    budget: float | None = None
    accuracy: float | None = None

    def locate(self, plans: Sequence[AskingPlan]) -> float:
        """Return the mean cost on an envelope at which the goal is met; that of its end if it cannot be met."""
        costs, accuracies = np.array([p.cost for p in plans]), np.array([p.accuracy for p in plans])
        if self.budget is not None:
            return max(self.budget, float(costs[0]))
        assert self.accuracy is not None
        if self.accuracy <= accuracies[0]:
            return float(costs[0])
        return float(np.interp(self.accuracy, accuracies, costs))


@attrs.frozen
class Options:
    """How a policy may ask.

    Parameters
    ----------
    vote
        ``plurality``, ``bayes``, or ``auto`` for both.
    adaptive
        Whether answers may say whom to ask next: ``on`` in every branch by the Bayes vote, ``off`` in none, ``auto`` if
        it is better on the records.
    """

    vote: VoteKind = "auto"
    adaptive: AdaptiveKind = "auto"


@attrs.frozen
class PolicyChoice:
    """The envelope of policies, and what meets the goal.

    Parameters
    ----------
    plans
        The corners, by rising cost.
    parts
        Which of them are mixed, with their shares.
    adaptive_gain
        How much more accurate an adaptive order is than a fixed one at the cost of the goal; None if one of the two was
        not tried.
    """

    plans: tuple[AskingPlan, ...]
    parts: tuple[tuple[AskingPlan, float], ...]
    adaptive_gain: float | None = None

    @property
    def cost(self) -> float:
        """The mean cost on the records."""
        return sum(share * plan.cost for plan, share in self.parts)

    @property
    def accuracy(self) -> float:
        """The accuracy on the records, as their blend counts it."""
        return sum(share * plan.accuracy for plan, share in self.parts)


def choose(
    records: Records, accuracies: FloatArray, items: float, goal: Goal, options: Options, rng: np.random.Generator
) -> PolicyChoice:
    """Search for the envelope and return what meets the goal.

    Parameters
    ----------
    records
        The records.
    accuracies
        Of the members, shrunk.
    items
        Number of items behind the records.
    goal, options
        What is asked for.
    rng
        Source of randomness of the search.
    """
    votes: list[AskingPlan] = []
    if options.vote != "bayes":
        votes = [plan_votes(records, panel) for panel in list_panels(records, accuracies)]
    if options.vote == "plurality" or not records.has_tables:
        return settle(keep_envelope(votes), goal)
    everybody = tuple(np.argsort(-accuracies, kind="stable").tolist())
    adaptive = plan_adaptive(records, everybody) if _tries_adaptive(records, options) else []
    if options.adaptive == "on":
        singles = [plan for member in everybody for plan in plan_order(records, [member])]
        return settle(keep_envelope([*singles, *adaptive]), goal)
    orders = list_orders(records, accuracies)
    fixed = keep_envelope([*votes, *(plan for order in orders for plan in plan_order(records, order))])
    if records.members > FEW:
        trials = int(min(_MOST_TRIALS, max(_LEAST_TRIALS, _MOST_CELLS / records.answers.size)))
        fixed = improve_orders(records, fixed, goal.locate(fixed), items, trials, rng)
    if not adaptive:
        return settle(fixed, goal)
    both = keep_envelope([*fixed, *adaptive])
    gain = _read(both, goal.locate(fixed)) - _read(fixed, goal.locate(fixed))
    alone = keep_envelope([*(plan for plan in fixed if len(plan.order) == 1), *adaptive])
    shown = _read(alone, goal.locate(fixed)) - _read(fixed, goal.locate(fixed))
    chosen = both if gain > _LEAST_ADAPTIVE_GAIN / np.sqrt(items) else fixed
    return attrs.evolve(settle(chosen, goal), adaptive_gain=shown)


def _tries_adaptive(records: Records, options: Options) -> bool:
    steps = min(records.members, 10)
    work = float(len(records.truth)) * records.members * records.labels**2 * steps
    return options.adaptive == "on" or (options.adaptive == "auto" and work <= _MOST_ADAPTIVE_WORK)


def _read(plans: Sequence[AskingPlan], cost: float) -> float:
    """Return the accuracy of an envelope at a mean cost."""
    costs, accuracies = np.array([p.cost for p in plans]), np.array([p.accuracy for p in plans])
    return interpolate(costs, accuracies, max(cost, float(costs[0])))


def settle(plans: Sequence[AskingPlan], goal: Goal) -> PolicyChoice:
    """Return the mixture of neighbouring corners of an envelope that meets a goal."""
    mixed = mix(np.array([plan.cost for plan in plans]), goal.locate(plans))
    return PolicyChoice(tuple(plans), tuple((plans[place], share) for place, share in mixed))


def revalue(choice: PolicyChoice, used: Records, goal: Goal) -> PolicyChoice:
    """Return the envelope by what its plans cost with other tables, and what meets a goal on it.

    Where the posterior after some frequent answers is near a threshold, items end there by the tables of some folds,
    and by those that the policy will use either all do or none. What costs more for this reason also reaches more: a
    plan moves along the envelope.

    Parameters
    ----------
    choice
        The envelope.
    used
        The records by the tables that the policy will use.
    goal
        What is asked for.
    """
    spent = [float(used.weights @ trace_plan(plan, used).spent) for plan in choice.plans]
    costs, accuracies = np.array([p.cost for p in choice.plans]), [p.accuracy for p in choice.plans]
    reached = np.interp(spent, costs, accuracies).tolist()
    plans = keep_envelope(
        attrs.evolve(plan, cost=cost, accuracy=accuracy)
        for plan, cost, accuracy in zip(choice.plans, spent, reached, strict=True)
    )
    return attrs.evolve(settle(plans, goal), adaptive_gain=choice.adaptive_gain)
