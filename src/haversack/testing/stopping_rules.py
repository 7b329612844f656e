"""What a stopping rule promises."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.forecast import Plan
from haversack.api.problem import Problem
from haversack.api.progress import Progress
from haversack.api.stopping import HasPlan, NeedsForecast, StoppingRule
from haversack.pools.pool import Pool
from haversack.selection.planning import ProblemForecaster
from haversack.testing.examples import refuted, st
from haversack.testing.options import OPTIONS
from haversack.testing.promises import Case, NotKept, Promises, made, run_all
from haversack.testing.shipped import shipped_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.testing.examples import Claim, Example
    from haversack.testing.promises import Check


@attrs.frozen
class RuleCase(Case):
    """A stopping rule.

    Parameters
    ----------
    problem
        What a rule that must look at the problem first is prepared for.
    """

    problem: Problem

    def ready(self, problem: Problem | None = None) -> Any:
        """Return the rule as a run would use it."""
        if not isinstance(self.part, NeedsForecast):
            return self.part
        problem = problem or self.problem
        try:
            return self.part.prepare(ProblemForecaster(problem, np.random.SeedSequence(0)))
        except Exception as error:
            found = f"prepare() raised {type(error).__name__}: {error}"
            raise NotKept(found, {"pool": problem.pool, "budget": problem.budget}) from error

    def holds(self, examples: st.SearchStrategy[Example], claim: Claim) -> None:
        """Raise `NotKept` for the smallest example that a claim does not hold on."""
        found = refuted(examples, claim, tries=100)
        if found is not None:
            example, complaint, cause = found
            raise NotKept(complaint, example) from cause


_QUESTIONS = 5_000

RULES: Promises[RuleCase] = Promises()


def stopping_rule_checks(
    rule: StoppingRule | type | str | Mapping[str, Any], *, problem: Problem | None = None
) -> tuple[Check, ...]:
    """Return one check for each promise that a stopping rule makes.

    Parameters
    ----------
    rule
        The rule, its class if that needs no options, a registered name, or a dict with the key ``kind``.
    problem
        What a rule that must look at the problem first is prepared for; a pool of 30 members and the majority vote if
        left out.

    Returns
    -------
    tuple of Check
        In the order in which they are best looked at. Capabilities that the rule does not offer are left out.
    """
    case = RuleCase("stopping", made("stopping", rule), problem or _example_problem(0.5))
    return RULES.checks(case) + OPTIONS.checks(case)


def check_stopping_rule(rule: StoppingRule | type | str | Mapping[str, Any], *, problem: Problem | None = None) -> None:
    """Check everything that a stopping rule promises; parameters are those of `stopping_rule_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> check_stopping_rule({"kind": "stagnation", "steps": 50})
    """
    run_all(stopping_rule_checks(rule, problem=problem))


def _example_problem(share: float) -> Problem:
    """Return a problem in the paper's manner, with a budget of that share of all costs."""
    generator = np.random.default_rng(0)
    accuracies = generator.beta(17, 5, 30)
    pool = Pool(accuracies=accuracies, costs=generator.exponential(1 / (1 - accuracies)))
    assert pool.costs is not None
    budget = share * float(pool.costs.sum())
    return Problem(pool, shipped_part("energy", "majority"), shipped_part("cost", "additive"), budget)


@st.composite
def snapshots(draw: st.DrawFn) -> Progress:
    """Snapshots of a run: its very beginning, before the first set, and later."""
    steps = draw(st.sampled_from([0, 1, 10_000, 10**12]) | st.integers(0, 10**6))
    seconds = draw(st.sampled_from([0.0, 0.5, 1e6]) | st.floats(0.0, 1e4))
    loss = draw(st.sampled_from([math.inf, 0.5, 0.0, 1e-20]) | st.floats(0.0, 1.0))
    if math.isinf(loss):
        return Progress(steps=steps, evaluations=steps, seconds=seconds, since_improvement=steps)
    return Progress(
        steps=steps,
        evaluations=draw(st.integers(0, 10**6)),
        seconds=seconds,
        best_loss=loss,
        best_value=1.0 - loss,
        since_improvement=draw(st.integers(0, steps)),
        loss_bound=draw(st.sampled_from([-math.inf, loss, loss / 2])),
    )


_ONE = st.fixed_dictionaries({"progress": snapshots()})
_SEVERAL = st.fixed_dictionaries({"snapshots": st.lists(snapshots(), min_size=1, max_size=3)})
_AND_LATER = st.fixed_dictionaries(
    {"progress": snapshots(), "steps": st.integers(0, 10**6), "seconds": st.sampled_from([0.0, 1.0])}
)


@RULES.add("prepare() returns a rule for this run, and leaves the one it was called on as it was", of=NeedsForecast)
def preparing_changes_nothing(case: RuleCase) -> None:
    """Prepare for two problems, one after the other, and look at the rule."""
    before, image = copy.deepcopy(case.part), repr(case.part)
    rule, other, again = case.ready(), case.ready(_example_problem(0.25)), case.ready()
    if not all(callable(each) for each in (rule, other, again)):
        raise NotKept(f"prepare() returned {rule!r:.80}, which cannot be called", {})
    if repr(case.part) != image or (attrs.has(type(case.part)) and case.part != before):
        raise NotKept(f"it was {image:.120} and became {case.part!r:.120}", {})

    def claim(progress: Progress) -> str | None:
        first, second = rule(progress), again(progress)
        return None if first == second else f"{first!r}, and {second!r} when prepared anew after another problem"

    case.holds(_ONE, claim)


@RULES.add("the same snapshot gets the same answer, however often and whatever else was asked before")
def same_answer_again(case: RuleCase) -> None:
    """Ask again and again, then about the end of a long run, then about snapshots forwards and backwards."""
    rule = case.ready()
    # Before anything else: a rule that counts the questions has then its answer still before it.
    early = Progress(steps=1, evaluations=1, best_loss=0.5, best_value=0.5, since_improvement=1)
    first = rule(early)
    for number in range(2, _QUESTIONS):
        again = rule(early)
        if again != first:
            raise NotKept(f"{first!r} at first, and {again!r} when asked {number} times", {"progress": early})
    late = Progress(10**12, 10**12, 1e9, best_loss=0.0, best_value=1.0, since_improvement=10**11, loss_bound=0.0)
    rule(late)
    again = rule(early)
    if again != first:
        raise NotKept(f"{first!r} at first, and {again!r} after another", {"progress": early, "another": late})

    def claim(snapshots: list[Progress]) -> str | None:
        forwards = [rule(progress) for progress in snapshots]
        backwards = [rule(progress) for progress in reversed(snapshots)][::-1]
        return None if forwards == backwards else f"{forwards} in this order, and backwards {backwards}"

    case.holds(_SEVERAL, claim)


@RULES.add("it returns a reason as text, or None to go on, for every snapshot")
def a_reason_or_none(case: RuleCase) -> None:
    """Ask at the beginning, before the first set and later."""
    rule = case.ready()

    def claim(progress: Progress) -> str | None:
        reason = rule(progress)
        return None if reason is None or (isinstance(reason, str) and reason.strip()) else f"{reason!r}"

    case.holds(_ONE, claim)


@RULES.add("a rule that fires goes on firing at every later step, as long as the best set stays")
def goes_on_firing(case: RuleCase) -> None:
    """Let steps and time pass."""
    rule = case.ready()

    def claim(progress: Progress, steps: int, seconds: float) -> str | None:
        later = attrs.evolve(
            progress,
            steps=progress.steps + steps,
            evaluations=progress.evaluations + steps,
            seconds=progress.seconds + seconds,
            since_improvement=progress.since_improvement + steps,
        )
        reason = rule(progress)
        if reason is None or rule(later) is not None:
            return None
        return f"{reason!r} at step {progress.steps}, and nothing at step {later.steps}"

    case.holds(_AND_LATER, claim)


@RULES.add(
    "once prepared, a rule that has a plan tells a haversack.Plan or None, the same every time",
    when=lambda case: isinstance(case.part, (NeedsForecast, HasPlan)),
)
def plan_is_told(case: RuleCase) -> None:
    """Look at it twice."""
    rule = case.ready()
    if not isinstance(rule, HasPlan):
        return
    first: Any = rule.plan
    second = rule.plan
    if not (first is None or isinstance(first, Plan)) or first != second:
        raise NotKept(f"{first!r:.120} at first, {second!r:.120} then", {})


@RULES.add(
    "with | it stops when either rule fires, with & when both do",
    when=lambda case: StoppingRule in type(case.part).__mro__,
)
def combines(case: RuleCase) -> None:
    """Combine it with rules that always fire and never do, on either side."""
    rule = case.ready()

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

    case.holds(_ONE, claim)
