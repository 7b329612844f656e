"""When a search stops."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from haversack.api.forecast import Forecaster, Plan
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher


class StoppingRule(Protocol):
    """Decide whether a run is over.

    A rule is a pure function of the snapshot it is given: the same rule object may serve many runs. With the best set
    unchanged, a rule that fires at one step also fires at every later one.

    Any function from `Progress` to a reason or None is a rule. A class that derives from this one also gets ``|``
    (stop when either fires) and ``&`` (stop when both do).
    """

    @abstractmethod
    def __call__(self, progress: Progress) -> str | None:
        """Return the reason for stopping, or None to go on."""

    def __or__(self, other: StoppingRule) -> AnyOf:
        return AnyOf((self, other))

    def __ror__(self, other: StoppingRule) -> AnyOf:
        return AnyOf((other, self))

    def __and__(self, other: StoppingRule) -> AllOf:
        return AllOf((self, other))

    def __rand__(self, other: StoppingRule) -> AllOf:
        return AllOf((other, self))


@runtime_checkable
class NeedsForecast(Protocol):
    """A rule that must see the problem before the run."""

    def prepare(self, forecaster: Forecaster) -> StoppingRule:
        """Return the rule for this run: a new object; this one is unchanged."""


@runtime_checkable
class AdaptsToRun(Protocol):
    """A rule that depends on the searcher that it stops."""

    def adapt(self, problem: Problem, searcher: Searcher) -> StoppingRule:
        """Return the rule for this run: a new object, which the result records; this one is unchanged."""


@runtime_checkable
class HasPlan(Protocol):
    """A prepared rule with the numbers that it uses."""

    @property
    def plan(self) -> Plan | None:
        """What was computed before the run, or None."""


@attrs.frozen
class Limits:
    """By when a rule fires at the latest, whatever the search finds.

    Parameters
    ----------
    seconds, steps
        At so many seconds, and at so many steps; infinite if the rule may wait longer.
    seconds_since_improvement
        So many seconds after the last improvement; infinite if the rule may wait longer.
    """

    seconds: float = math.inf
    steps: float = math.inf
    seconds_since_improvement: float = math.inf


@runtime_checkable
class HasLimits(Protocol):
    """A rule that knows by when it fires, so that searchers can ask how much is left. Others limit nothing."""

    @property
    def limits(self) -> Limits:
        """By when the rule fires at the latest."""


def find_limits(rule: object) -> Limits:
    """Return the limits of a rule; none if it declares none.

    Examples
    --------
    >>> find_limits(lambda progress: None) == Limits()
    True
    """
    return rule.limits if isinstance(rule, HasLimits) else Limits()


def _combine_limits(rules: Iterable[StoppingRule], choose: Callable[[Iterable[float]], float]) -> Limits:
    """Return the limits of several rules, each chosen among theirs."""
    rows = [attrs.astuple(find_limits(rule)) for rule in rules]
    return Limits(*(choose(column) for column in zip(*rows, strict=True)))


def _rules(rules: Iterable[StoppingRule]) -> tuple[StoppingRule, ...]:
    return tuple(rules)


@attrs.frozen
class _Composite(StoppingRule):
    """Several rules in one.

    Parameters
    ----------
    rules
        The rules, at least one.
    """

    rules: tuple[StoppingRule, ...] = attrs.field(converter=_rules, validator=attrs.validators.min_len(1))

    def adapt(self, problem: Problem, searcher: Searcher) -> StoppingRule:
        """Adapt the parts that ask for it."""
        adapted = [rule.adapt(problem, searcher) if isinstance(rule, AdaptsToRun) else rule for rule in self.rules]
        return attrs.evolve(self, rules=adapted)

    def prepare(self, forecaster: Forecaster) -> StoppingRule:
        """Prepare the parts that ask for it."""
        prepared = [rule.prepare(forecaster) if isinstance(rule, NeedsForecast) else rule for rule in self.rules]
        return attrs.evolve(self, rules=prepared)

    @property
    def plan(self) -> Plan | None:
        """The plan of the first part that has one."""
        plans = (rule.plan for rule in self.rules if isinstance(rule, HasPlan))
        return next((plan for plan in plans if plan is not None), None)


@attrs.frozen
class AnyOf(_Composite):
    """Stop when one of the rules fires.

    Examples
    --------
    >>> from haversack.api.progress import Progress
    >>> rule = AnyOf([lambda progress: None, lambda progress: "enough" if progress.steps > 9 else None])
    >>> rule(Progress(steps=10))
    'enough'
    """

    @property
    def limits(self) -> Limits:
        """The least limits of the parts."""
        return _combine_limits(self.rules, min)

    def __call__(self, progress: Progress) -> str | None:
        """Return the first reason, or None."""
        reasons = (rule(progress) for rule in self.rules)
        return next((reason for reason in reasons if reason is not None), None)


@attrs.frozen
class AllOf(_Composite):
    """Stop when all of the rules fire at once.

    Examples
    --------
    >>> from haversack.api.progress import Progress
    >>> AllOf([lambda progress: "late", lambda progress: "good"])(Progress())
    'late and good'
    """

    @property
    def limits(self) -> Limits:
        """The greatest limits of the parts."""
        return _combine_limits(self.rules, max)

    def __call__(self, progress: Progress) -> str | None:
        """Return all reasons, joined, or None if one is missing."""
        reasons = [rule(progress) for rule in self.rules]
        given = [reason for reason in reasons if reason is not None]
        return " and ".join(given) if len(given) == len(reasons) else None
