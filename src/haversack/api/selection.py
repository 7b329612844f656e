"""The result of a run."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

# Reading a result reads the annotations.
from haversack.api.forecast import Plan  # noqa: TC001
from haversack.api.notes import Note  # noqa: TC001
from haversack.api.part_record import PartRecord  # noqa: TC001
from haversack.pools.pool import Pool  # noqa: TC001

if TYPE_CHECKING:
    from os import PathLike

FORMAT = 1
"""Version of the JSON of a result; a later haversack reads all earlier ones. Results without a number are older."""
MANY_STEPS = 10**4000
"""By default Python refuses to print whole numbers with more digits."""
MANY_STEPS_TEXT = "more than 10^4000"


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
class Panel:
    """A set to compare the answer with.

    Parameters
    ----------
    members, names
        Indices of its members, rising, and their names.
    value, error
        As in `Selection`.
    cost
        Cost of the set.
    """

    members: tuple[int, ...]
    names: tuple[str, ...]
    value: float
    error: float | None
    cost: float


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
        Optimality gap: the largest share of the error (of the loss, where the value is not a probability) that another
        set could remove, if a bound is known; None where the loss is 0 and the bound is not.
    proven
        Whether it is proved that no feasible set is better, by more than rounding (a share of 1e-12 of the error).
    bounded_by
        The searcher that proved `bound`, with its distribution, where it is not a built-in one; otherwise None.
    best_single
        The best member that the budget buys alone; None where that takes too long to find.
    best_known
        A better set, found while bounding the answer of a preset that keeps the answer of its searcher, or by a
        searcher of a plugin that the run does not name; or None.
    assumes_independence
        Whether value and error hold only if members err independently of each other.
    preset
        Name of the preset that chose the parts, or None.
    steps, evaluations, seconds
        Search steps; sets that the energy was asked for, each counted as often as it was (of an energy that follows
        walks, as many as the searcher reports); duration of the search without setting up.
    setup_seconds
        Time spent setting up: planning, compiling kernels, loading them, importing packages; and in observers.
    stop_reason
        Why the search ended.
    failed
        Whether a part raised an exception: the set is the best one found before, and `stop_reason` names the part, its
        distribution and version, and the cause.
    interrupted
        Whether Ctrl-C ended it.
    seed
        Source of all randomness; drawn if the caller gave none.
    trace
        One row per improvement.
    plan
        What Algorithm 2 computed; None where the stopping rule needs none.
    parts
        The parts that were used, by kind, with the distribution and version that each comes from.
    settings
        The run as a configuration without its pool; None where a part was given as an object that has no registered
        name.
    pool
        The pool chosen from.
    notes
        What else the energy says about the set.
    standard_error, repeats
        Where losses are noisy: the value is the mean of so many evaluations, none of which had a part in choosing the
        set, and this is the standard error of the mean loss. Otherwise None.
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
    bounded_by: str | None = None
    best_single: Panel | None = None
    best_known: Panel | None = None
    assumes_independence: bool = False
    preset: str | None = None
    parts: Mapping[str, PartRecord] = attrs.field(factory=dict, repr=False)
    settings: Mapping[str, Any] | None = attrs.field(default=None, repr=False)
    notes: tuple[Note, ...] = ()
    failed: bool = False
    interrupted: bool = False
    setup_seconds: float = 0.0
    standard_error: float | None = None
    repeats: int | None = None

    @property
    def config(self) -> dict[str, Any] | None:
        """The run as a configuration, which repeats it; None where a part has no registered name.

        Made when asked for: recorded votes are large.
        """
        if self.settings is None:
            return None
        sections = dict(self.settings)
        # The order of a run file: numbers, pool, parts.
        numbers: dict[str, Any] = {
            key: sections.pop(key) for key in ("budget", "seed", "certify", "preset") if key in sections
        }
        return {**numbers, "pool": self.pool.to_dict(), **sections}

    def is_feasible(self) -> bool:
        """Return whether the set is within the budget."""
        return self.cost <= self.budget

    def summary(self, *, plan: bool | None = None) -> str:
        """Return a short text summary; `plan` adds what Algorithm 2 computed, as a preset does."""
        # Not at the top: reports import this module.
        from haversack.reports.selection import summarise_selection

        return summarise_selection(self, plan=plan)

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        """Return the verdict and the members for a notebook."""
        # Not at the top: pages import this module.
        from haversack.pages.notebook import write_fragment

        return write_fragment(self)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; an infinite budget becomes None.

        The pool is part of ``config``; where that is None, it has a key of its own.
        """
        plain: dict[str, Any] = {"format": FORMAT}
        plain |= {
            field.name: _plain(getattr(self, field.name))
            for field in attrs.fields(type(self))
            if field.name not in ("pool", "settings")
        }
        plain["budget"] = self.budget if math.isfinite(self.budget) else None
        plain["plan"] = None if self.plan is None else plan_to_dict(self.plan)
        plain["parts"] = {kind: part.to_dict() for kind, part in self.parts.items()}
        plain["config"] = _plain(self.config)
        if self.settings is None:
            plain["pool"] = _plain(self.pool.to_dict())
        return plain

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Selection:
        """Return the result that `to_dict` returned as plain values.

        Raises
        ------
        ConfigError
            If it is something else; one message per problem.
        """
        # Not at the top: what reads data imports this module.
        from haversack.config.results import read_selection

        return read_selection(document)

    @classmethod
    def from_json(cls, source: str | PathLike[str]) -> Selection:
        """Read what `to_json` returned, or what ``--out`` wrote, in this version or an earlier one.

        What JSON cannot hold, such as metadata of other types, is text afterwards; all else equals the original.

        Parameters
        ----------
        source
            The JSON itself; or, as a `pathlib.Path`, the file that holds it.

        Raises
        ------
        ConfigError
            If it cannot be read or is something else; names the file and the key.

        Examples
        --------
        >>> from haversack import Pool, select
        >>> chosen = select(Pool(accuracies=[0.9, 0.8, 0.7], costs=[4, 2, 1]), budget=6)
        >>> Selection.from_json(chosen.to_json()) == chosen
        True
        """
        from haversack.config.results import read_selection_json

        return read_selection_json(source)

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the result as JSON; ``haversack run`` on it repeats the run."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)


def _plain(value: Any) -> Any:
    """Return what JSON can hold; metadata may be anything, and becomes text where JSON has no type for it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if attrs.has(type(value)):
        return {field.name: _plain(getattr(value, field.name)) for field in attrs.fields(type(value))}
    if isinstance(value, np.generic):
        return _plain(value.item())
    known = value is None or isinstance(value, (str, int)) or (isinstance(value, float) and math.isfinite(value))
    return value if known else str(value)


def plan_to_dict(plan: Plan) -> dict[str, Any]:
    """Return plain values that JSON can hold; a MAXSTEP of thousands of digits becomes text."""
    plain = attrs.asdict(plan)
    if plan.max_steps >= MANY_STEPS:
        plain["max_steps"] = MANY_STEPS_TEXT
    return plain
