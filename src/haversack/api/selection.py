"""The result of a run."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping  # noqa: TC003
from typing import TYPE_CHECKING, Any

import attrs

# Reading a result reads the annotations.
from haversack.api.expected import Expected  # noqa: TC001
from haversack.api.forecast import Plan  # noqa: TC001
from haversack.api.notes import Note  # noqa: TC001
from haversack.api.panel import Panel, TraceRow  # noqa: TC001
from haversack.api.part_record import PartRecord  # noqa: TC001
from haversack.api.plain import FORMAT, arrange_run, plan_to_dict, to_plain
from haversack.pools.pool import Pool  # noqa: TC001

if TYPE_CHECKING:
    from os import PathLike

    from haversack.api.certificate import Certificate
    from haversack.explanations.result import Explanation


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
        searcher of a plugin that the run does not name, or of which a frugal run took a cheaper one; or None.
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
    expected
        Chosen by recorded votes: the accuracy to expect on new items, beside that of the best single member and of all
        members together. None without recorded votes, for an energy that does not say how a panel decides, and where it
        was not wanted or not finished.
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
    expected: Expected | None = None

    @property
    def config(self) -> dict[str, Any] | None:
        """The run as a configuration, which repeats it; None where a part has no registered name.

        Made when asked for: recorded votes are large.
        """
        return None if self.settings is None else arrange_run(self.settings, self.pool)

    def is_feasible(self) -> bool:
        """Return whether the set is within the budget."""
        return self.cost <= self.budget

    def summary(self, *, plan: bool | None = None) -> str:
        """Return a short text summary; `plan` adds what Algorithm 2 computed, as a preset does."""
        # Not at the top: reports import this module.
        from haversack.reports.selection import summarise_selection

        return summarise_selection(self, plan=plan)

    def explain(self) -> Explanation:
        """Return what each member, each constraint and more budget are worth.

        In small pools from one look at every set, in others by selecting again, at most twice for each member.

        Raises
        ------
        ConfigError
            If a part of the run has no registered name.
        """
        # Not at the top: what runs selections imports this module.
        from haversack.explanations.explain import explain

        return explain(self)

    @property
    def certificate(self) -> Certificate:
        """A proof of `error_bound` that ``haversack verify`` checks without haversack; made when asked for.

        Raises
        ------
        CertificateError
            If there is no bound, or no certificate for this kind of problem yet.
        """
        # Not at the top: what composes parts imports this module.
        from haversack.certificates.making import make_certificate

        return make_certificate(self)

    def __str__(self) -> str:
        return self.summary()

    def decide(self, answers: Any, *, vote: Any = None, details: bool = False) -> Any:
        """Return what the panel decides on new items, by the vote that it was chosen for.

        Parameters
        ----------
        answers
            A mapping from names of members to their answers to one item; or many items: a mapping to lists of answers,
            a list of mappings, a DataFrame with a column per member, or the name of a CSV file. Answers of members of
            the pool who are not on the panel are ignored. None and NaN mean no answer; so does a missing name.
        vote
            Decide by another vote: a name, dict or object, as `energy` of `select` takes it.
        details
            Return a `Verdict` for each item, which says more than the label.

        Returns
        -------
        object or list
            The label for one item, a list of labels for many. None where the vote is undecided: a tie, or nobody
            answered. An answer that the pool does not have counts like any other where the most frequent answer
            decides, and says nothing where labels have to be known.

        Raises
        ------
        PoolError
            If a name is not that of a member of the pool, or the answers cannot be read.
        CapabilityError
            If the energy that the panel was chosen by says nothing about verdicts.

        Examples
        --------
        >>> from haversack import Pool, select
        >>> chosen = select(Pool(accuracies=[0.9, 0.8, 0.8], names=["a", "b", "c"]))
        >>> chosen.decide({"a": "spam", "b": "ham", "c": "ham"})
        'ham'
        >>> chosen.decide({"a": ["spam", "ham"], "b": ["ham", None], "c": ["spam", "spam"]})
        ['spam', None]
        >>> chosen.decide({"a": "spam", "b": "ham"}, details=True).tied
        ('spam', 'ham')
        """
        # Not at the top: what composes parts imports this module.
        from haversack.selection.deciding import decide

        verdicts = decide(self, answers, vote=vote)
        if details:
            return verdicts
        return [verdict.label for verdict in verdicts] if isinstance(verdicts, list) else verdicts.label

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
            field.name: to_plain(getattr(self, field.name))
            for field in attrs.fields(type(self))
            if field.name not in ("pool", "settings")
        }
        plain["budget"] = self.budget if math.isfinite(self.budget) else None
        plain["plan"] = None if self.plan is None else plan_to_dict(self.plan)
        plain["parts"] = {kind: part.to_dict() for kind, part in self.parts.items()}
        plain["config"] = to_plain(self.config)
        if self.settings is None:
            plain["pool"] = to_plain(self.pool.to_dict())
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
            The JSON itself; or, as a `pathlib.Path`, the file that holds it, or a report on it.

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
