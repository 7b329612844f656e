"""The result of a run."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from haversack.api.forecast import Plan
    from haversack.api.notes import Note
    from haversack.pools.pool import Pool

_MOST_DIGITS = 4000  # By default Python refuses to print longer whole numbers.


@attrs.frozen
class TraceRow:
    """One improvement of the best set: when it was found and how good it was."""

    step: int
    seconds: float
    value: float
    error: float | None
    cost: float
    bound: float | None = None


@attrs.frozen
class Selection:
    """The best set found, how good it is, and how the search went.

    Parameters
    ----------
    members
        Indices of the chosen members, rising.
    names
        Their names.
    value
        What the set is worth; larger is better.
    error
        1 - value with full relative precision where the value is a probability, otherwise None.
    cost, budget
        Cost of the set, and the limit on it (infinite without one).
    bound
        Upper bound on the value of any feasible set, if known.
    error_bound
        Lower bound on the error of any feasible set with full relative precision, if known and the value a probability.
    gap
        Optimality gap: the largest share of the error that another set could remove, if a bound is known.
    proven
        Whether it is proved that no feasible set is better, by more than rounding (a share of 1e-12 of the error).
    steps, evaluations, seconds
        Search steps, sets evaluated, duration of the search.
    stop_reason
        Why the search ended.
    interrupted
        Whether Ctrl-C ended it.
    seed
        Source of all randomness; drawn if the caller gave none.
    trace
        One row per improvement.
    plan
        What Algorithm 2 computed; None where the stopping rule needs none.
    settings
        The run as a configuration without its pool; None where a part was given as an object that has no registered
        name.
    pool
        The pool chosen from.
    notes
        What else the energy says about the set.
    """

    members: tuple[int, ...]
    names: tuple[str, ...]
    value: float
    error: float | None
    cost: float
    budget: float
    steps: int
    evaluations: int
    seconds: float
    stop_reason: str
    seed: int
    trace: tuple[TraceRow, ...]
    pool: Pool = attrs.field(repr=False)
    plan: Plan | None = None
    bound: float | None = None
    error_bound: float | None = None
    gap: float | None = None
    proven: bool = False
    settings: Mapping[str, Any] | None = attrs.field(default=None, repr=False)
    notes: tuple[Note, ...] = ()
    interrupted: bool = False

    @property
    def config(self) -> dict[str, Any] | None:
        """The run as a configuration, which repeats it; None where a part has no registered name.

        Made when asked for: recorded votes are large.
        """
        if self.settings is None:
            return None
        sections = dict(self.settings)
        # The order of a run file: numbers, pool, parts.
        numbers: dict[str, Any] = {key: sections.pop(key) for key in ("budget", "seed", "certify") if key in sections}
        return {**numbers, "pool": self.pool.to_dict(), **sections}

    def is_feasible(self) -> bool:
        """Return whether the set is within the budget."""
        return self.cost <= self.budget

    def summary(self) -> str:
        """Return a short text summary."""
        # Not at the top: reports import this module.
        from haversack.reports.selection import summarise_selection

        return summarise_selection(self)

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; an infinite budget becomes None."""
        made_below = ("pool", "plan", "trace", "settings")
        plain: dict[str, Any] = {
            field.name: getattr(self, field.name) for field in attrs.fields(type(self)) if field.name not in made_below
        }
        plain["members"], plain["names"] = list(self.members), list(self.names)
        plain["budget"] = self.budget if math.isfinite(self.budget) else None
        plain["plan"] = None if self.plan is None else plan_to_dict(self.plan)
        plain["notes"] = [attrs.asdict(note) for note in self.notes]
        plain["trace"] = [attrs.asdict(row) for row in self.trace]
        plain["config"] = _plain(self.config)
        return plain

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the result as JSON; ``haversack run`` on it repeats the run."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)


def _plain(value: Any) -> Any:
    """Return what JSON can hold; metadata may be anything, and becomes text where JSON has no type for it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    known = value is None or isinstance(value, (str, int)) or (isinstance(value, float) and math.isfinite(value))
    return value if known else str(value)


def plan_to_dict(plan: Plan) -> dict[str, Any]:
    """Return plain values that JSON can hold; a MAXSTEP of thousands of digits becomes text."""
    plain = attrs.asdict(plan)
    if plan.max_steps >= 10**_MOST_DIGITS:
        plain["max_steps"] = f"more than 10^{_MOST_DIGITS}"
    return plain
