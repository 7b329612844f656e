"""Promises of a stopping rule, and the functions that check all of them."""

from __future__ import annotations

import copy
import functools
import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.forecast import Plan
from haversack.api.problem import Problem
from haversack.api.stopping import HasLimits, HasPlan, Limits, NeedsForecast, StoppingRule
from haversack.config.build import build_part
from haversack.plugins import load_catalog
from haversack.pools.pool import Pool
from haversack.selection.planning import ProblemForecaster
from haversack.testing.examples import st
from haversack.testing.options import OPTIONS
from haversack.testing.promises import NotKept, PartCase, Promises, build_subject, require_claim, run_checks
from haversack.testing.snapshots import EARLY, LATE, snapshots

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.api.progress import Progress
    from haversack.testing.promises import PromiseCheck


@attrs.frozen
class RuleCase(PartCase):
    """A stopping rule.

    Parameters
    ----------
    problem
        The problem to prepare the rule for, if it needs a forecast.
    """

    problem: Problem

    def prepare_rule(self, problem: Problem | None = None) -> Any:
        """Return the rule as a run would use it."""
        if not isinstance(self.part, NeedsForecast):
            return self.part
        problem = problem or self.problem
        try:
            return self.part.prepare(ProblemForecaster(problem, np.random.SeedSequence(0)))
        except Exception as error:
            found = f"prepare() raised {type(error).__name__}: {error}"
            raise NotKept(found, {"pool": problem.pool, "budget": problem.budget}) from error


_CALLS = 5_000
_TRIES = 100

RULES: Promises[RuleCase] = Promises()


def stopping_rule_checks(
    rule: StoppingRule | type | str | Mapping[str, Any], *, problem: Problem | None = None
) -> tuple[PromiseCheck, ...]:
    """Return one check for each promise that a stopping rule makes.

    Parameters
    ----------
    rule
        The rule, its class if that needs no options, a registered name, or a dict with the key ``kind``.
    problem
        The problem to prepare the rule for, if it needs a forecast; by default, a pool of 30 members and the majority
        vote.

    Returns
    -------
    tuple of PromiseCheck
        In the order in which to run them. Capabilities that the rule does not offer are not checked.
    """
    case = RuleCase("stopping", build_subject("stopping", rule), problem or _example_problem(0.5))
    return RULES.checks(case) + OPTIONS.checks(case)


def check_stopping_rule(rule: StoppingRule | type | str | Mapping[str, Any], *, problem: Problem | None = None) -> None:
    """Check every promise of a stopping rule; the parameters are those of `stopping_rule_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> check_stopping_rule({"kind": "stagnation", "steps": 50})
    """
    run_checks(stopping_rule_checks(rule, problem=problem))


@functools.cache
def _example_problem(share: float) -> Problem:
    """Return a problem like the paper's, with a budget of that share of all costs."""
    generator = np.random.default_rng(0)
    accuracies = generator.beta(17, 5, 30)
    pool = Pool(accuracies=accuracies, costs=generator.exponential(1 / (1 - accuracies)))
    assert pool.costs is not None
    budget = share * float(pool.costs.sum())
    catalog = load_catalog(third_parties=False)
    return Problem(pool, build_part("energy", "majority", catalog), build_part("cost", "additive", catalog), budget)


_ONE = st.fixed_dictionaries({"progress": snapshots()})
_SEVERAL = st.fixed_dictionaries({"snapshots": st.lists(snapshots(), min_size=1, max_size=3)})
_AND_LATER = st.fixed_dictionaries(
    {"progress": snapshots(), "steps": st.integers(0, 10**6), "seconds": st.sampled_from([0.0, 1.0])}
)


@RULES.add("prepare() returns a rule for this run, and does not modify the rule it is called on", of=NeedsForecast)
def preparing_changes_nothing(case: RuleCase) -> None:
    """Prepare for two problems in turn, and compare the rule before and after."""
    before, image = copy.deepcopy(case.part), repr(case.part)
    rule, other, again = case.prepare_rule(), case.prepare_rule(_example_problem(0.25)), case.prepare_rule()
    if not all(callable(each) for each in (rule, other, again)):
        raise NotKept(f"prepare() returned {rule!r:.80}, which is not callable", {})
    if repr(case.part) != image or (attrs.has(type(case.part)) and case.part != before):
        raise NotKept(f"it was {image:.120} and became {case.part!r:.120}", {})

    def claim(progress: Progress) -> str | None:
        first, second = rule(progress), again(progress)
        return None if first == second else f"{first!r}, but {second!r} when prepared again after another problem"

    require_claim(_ONE, claim, tries=_TRIES)


@RULES.add("the same snapshot gets the same answer, whatever the earlier calls were")
def same_result_again(case: RuleCase) -> None:
    """Repeat one call, then call with the end of a long run, then with snapshots forwards and backwards."""
    rule = case.prepare_rule()
    # First, so that a rule that counts calls has not fired yet.
    first = rule(EARLY)
    for number in range(2, _CALLS):
        again = rule(EARLY)
        if again != first:
            raise NotKept(f"{first!r} on call 1, but {again!r} on call {number}", {"progress": EARLY})
    rule(LATE)
    again = rule(EARLY)
    if again != first:
        raise NotKept(
            f"{first!r} on the first call, but {again!r} after a call with another snapshot",
            {"progress": EARLY, "another": LATE},
        )

    def claim(snapshots: list[Progress]) -> str | None:
        forwards = [rule(progress) for progress in snapshots]
        backwards = [rule(progress) for progress in reversed(snapshots)][::-1]
        return None if forwards == backwards else f"{forwards} in this order, but {backwards} in reverse order"

    require_claim(_SEVERAL, claim, tries=_TRIES)


@RULES.add("for every snapshot, it returns a reason as text, or None to continue")
def a_reason_or_none(case: RuleCase) -> None:
    """Call it at the beginning, before the first set, and later."""
    rule = case.prepare_rule()

    def claim(progress: Progress) -> str | None:
        reason = rule(progress)
        return None if reason is None or (isinstance(reason, str) and reason.strip()) else f"it returned {reason!r}"

    require_claim(_ONE, claim, tries=_TRIES)


@RULES.add("a rule that fires keeps firing at later steps while the best set is unchanged")
def keeps_firing(case: RuleCase) -> None:
    """Advance steps and time."""
    rule = case.prepare_rule()

    def claim(progress: Progress, steps: int, seconds: float) -> str | None:
        later = attrs.evolve(
            progress,
            steps=progress.steps + steps,
            evaluations=progress.evaluations + steps,
            seconds=progress.seconds + seconds,
            since_improvement=progress.since_improvement + steps,
            seconds_since_improvement=progress.seconds_since_improvement + seconds,
        )
        reason = rule(progress)
        if reason is None or rule(later) is not None:
            return None
        return f"{reason!r} at step {progress.steps}, but None at step {later.steps}"

    require_claim(_AND_LATER, claim, tries=_TRIES)


@RULES.add(
    "the limits of a prepared rule are haversack.capabilities.Limits, and it fires at each of them",
    when=lambda case: isinstance(case.part, (NeedsForecast, HasLimits)),
)
def fires_at_its_limits(case: RuleCase) -> None:
    """Call it at its limits, whatever else the snapshot says."""
    rule = case.prepare_rule()
    limits: Any = rule.limits if isinstance(rule, HasLimits) else Limits()
    if not isinstance(limits, Limits):
        raise NotKept(f"its limits are {limits!r:.80}", {})

    def claim(progress: Progress) -> str | None:
        at = {name: limit for name, limit in attrs.asdict(limits).items() if limit != math.inf}
        late = (name for name, limit in at.items() if rule(attrs.evolve(progress, **{name: limit})) is None)
        return next((f"it does not fire at {at[name]!s:.20} {name}, its limit" for name in late), None)

    require_claim(_ONE, claim, tries=_TRIES)


@RULES.add(
    "the plan of a prepared rule is a haversack.Plan or None, equal on every access",
    when=lambda case: isinstance(case.part, (NeedsForecast, HasPlan)),
)
def plan_is_valid(case: RuleCase) -> None:
    """Read it twice."""
    rule = case.prepare_rule()
    if not isinstance(rule, HasPlan):
        return
    first: Any = rule.plan
    second = rule.plan
    if not (first is None or isinstance(first, Plan)) or first != second:
        raise NotKept(f"{first!r:.120} on the first access, {second!r:.120} on the second", {})


@RULES.add(
    "combined with | it stops when either rule fires, with & when both do",
    when=lambda case: StoppingRule in type(case.part).__mro__,
)
def combines(case: RuleCase) -> None:
    """Combine it on both sides with a rule that always fires and one that never does."""
    rule = case.prepare_rule()

    def always(_: Progress) -> str | None:
        return "always"

    def never(_: Progress) -> str | None:
        return None

    def claim(progress: Progress) -> str | None:
        fires = rule(progress) is not None
        combined = {
            "rule | never": (rule | never, fires),
            "never | rule": (never | rule, fires),
            "rule | always": (rule | always, True),
            "rule & always": (rule & always, fires),
            "always & rule": (always & rule, fires),
            "rule & never": (rule & never, False),
        }
        for words, (both, expected) in combined.items():
            if (both(progress) is not None) != expected:
                return f"{words} {'does not fire' if expected else 'fires'}"
        return None

    require_claim(_ONE, claim, tries=_TRIES)
