"""What the choice of a set depends on, as a value."""

from __future__ import annotations

import json
import math
from typing import Any

import attrs

_ROUNDING = 1e-12


@attrs.frozen
class Alternative:
    """The best set under a changed condition.

    Parameters
    ----------
    subject
        What the change is about: the name of a member, or a constraint in words.
    names
        The best set then; empty if there is none.
    value, cost
        Of that set; None if there is none.
    loss
        By how much its value is below that of the answer, negative if it is better; None if there is none.
    proven
        Whether it is proved to be the best, or, if there is none, that there is none.
    value_without, loss_without
        For a member of the answer: the value of the other members as they are, and by how much it is below that of the
        answer; None where that is no panel.
    """

    subject: str
    names: tuple[str, ...]
    value: float | None
    cost: float | None
    loss: float | None
    proven: bool
    value_without: float | None = None
    loss_without: float | None = None

    @property
    def is_better(self) -> bool:
        """Whether the set is better than the answer, by more than rounding: a constraint then binds."""
        return self.loss is not None and self.value is not None and self.loss < -_ROUNDING * max(1.0, abs(self.value))


@attrs.frozen
class BudgetStep:
    """A budget above that of the answer at which a better set can be bought.

    Parameters
    ----------
    budget
        The smallest budget that buys the set: its cost.
    names, value
        The set.
    extra
        By how much the budget exceeds that of the answer.
    gain
        By how much the value exceeds that of the answer.
    rate
        What a unit of budget gains on the way from the step before, or from the answer.
    proven
        Whether it is proved that the set is the best for its budget and that no smaller one buys anything better than
        the step before.
    """

    budget: float
    names: tuple[str, ...]
    value: float
    extra: float
    gain: float
    rate: float | None
    proven: bool


@attrs.frozen
class Explanation:
    """What the choice of a set depends on.

    Parameters
    ----------
    value, cost, budget
        Of the answer that is explained.
    members
        For each member of the answer, the best set without it.
    others
        For each other member, the best set with it.
    constraints
        For each constraint, the best set if it did not hold: the constraint binds where that set is better.
    budgets
        The next steps of the frontier above the budget; empty without a budget, and where no budget buys more.
    selections
        How many selections all this took, at most two for each member of the pool.
    """

    value: float
    cost: float
    budget: float
    members: tuple[Alternative, ...]
    others: tuple[Alternative, ...]
    constraints: tuple[Alternative, ...]
    budgets: tuple[BudgetStep, ...]
    selections: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; an infinite budget becomes None."""
        plain = attrs.asdict(self)
        plain["budget"] = self.budget if math.isfinite(self.budget) else None
        for row, constraint in zip(plain["constraints"], self.constraints, strict=True):
            row["binds"] = constraint.is_better
        return plain

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return everything as JSON."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    def summary(self) -> str:
        """Return a text summary."""
        # Not at the top: reports import this module.
        from haversack.reports.explanation import summarise_explanation

        return summarise_explanation(self)

    def __str__(self) -> str:
        return self.summary()
