"""For each promise of a stopping rule one that breaks it, and the complaint."""

from __future__ import annotations

import re

import attrs
import pytest

from haversack import StoppingRule
from haversack.capabilities import Limits
from haversack.stopping import MaxStep, Paper
from haversack.testing import BrokenPromise, check_stopping_rule, stopping_rule_checks
from haversack.testing.stopping_rules import RULES


def yes_or_no(progress):
    return progress.steps > 100


def silent(progress):
    return "" if progress.steps > 100 else None


def too_soon(progress):
    """Does not expect to be asked before there is a set."""
    return f"{int(progress.best_loss * 100)} per cent" if progress.steps > 100 else None


def gains_too_little(progress):
    """Does not expect that there was no set before the best one."""
    return f"{round(progress.previous_loss - progress.best_loss, 3)}" if int(progress.previous_loss) < 1 else None


def in_that_very_second(progress):
    return "a pause" if progress.seconds_since_improvement < 0.5 else None


def at_that_very_step(progress):
    return "step 1" if progress.steps == 1 else None


class Counting:
    """Counts by itself, so that the second run ends where the first did."""

    def __init__(self):
        self.calls = 0

    def __call__(self, progress):
        self.calls += 1
        return "enough" if self.calls > 5 else None


class Compares:
    """Fires when the run has come further than when it was asked last."""

    def __init__(self):
        self.last = 10**13

    def __call__(self, progress):
        further, self.last = 1 < self.last < progress.steps, progress.steps
        return "further" if further else None


class Remembers:
    """Remembers the best loss of any run."""

    def __init__(self):
        self.best = 1.0

    def __call__(self, progress):
        self.best = min(self.best, progress.best_loss)
        return "good enough" if self.best < 0.4 else None


class Stubborn(StoppingRule):
    """Thinks that it knows better than its company."""

    def __call__(self, progress):
        return "late" if progress.steps > 100 else None

    def __or__(self, other):
        return self


class FillsItselfIn(StoppingRule):
    def __init__(self):
        self.limit = None

    def __repr__(self):
        return f"FillsItselfIn(limit={self.limit})"

    def __call__(self, progress):
        return "limit" if progress.steps > self.limit else None

    def prepare(self, forecaster):
        self.limit = forecaster().size.size
        return self


class ForgetsToReturn:
    def __call__(self, progress):
        return None

    def prepare(self, forecaster):
        forecaster()


class Averages:
    """Lets one problem shine through to the next."""

    seen: list = attrs.field(factory=list)

    def __init__(self):
        self.seen = []

    def __repr__(self):
        return "Averages()"

    def __call__(self, progress):
        raise RuntimeError("not prepared")

    def prepare(self, forecaster):
        self.seen.append(forecaster().size.size)
        return MaxStep(limit=1 + sum(self.seen))


class RaisesWhenPrepared:
    def __call__(self, progress):
        return None

    def prepare(self, forecaster):
        return forecaster()[0]


class PlanInWords:
    plan = "to stop"

    def __call__(self, progress):
        return None


class LimitInWords:
    limits = "five minutes"

    def __call__(self, progress):
        return None


class Late:
    limits = Limits(seconds=5.0)

    def __call__(self, progress):
        return "late" if progress.seconds > 5.0 else None


BROKEN = [
    ("fires-at-its-limits", LimitInWords(), "its limits are 'five minutes'"),
    ("fires-at-its-limits", Late(), "it does not fire at 5.0 seconds, its limit"),
    ("preparing-changes-nothing", FillsItselfIn(), r"it was FillsItselfIn\(limit=None\) and became FillsItselfIn\("),
    ("preparing-changes-nothing", ForgetsToReturn(), r"prepare\(\) returned None, which is not callable"),
    ("preparing-changes-nothing", Averages(), "when prepared again after another problem"),
    ("preparing-changes-nothing", RaisesWhenPrepared(), r"prepare\(\) raised TypeError: 'Forecast' object is not"),
    ("a-reason-or-none", yes_or_no, "progress = Progress.*\n  found: it returned False"),
    ("a-reason-or-none", silent, r"steps=\d+.*\n  found: it returned ''"),
    ("a-reason-or-none", too_soon, "best_loss=inf.*\n  found: it raised OverflowError"),
    ("a-reason-or-none", gains_too_little, "previous_loss=inf.*\n  found: it raised OverflowError"),
    ("same-result-again", Counting(), "None on call 1, but 'enough' on call 6"),
    ("same-result-again", Remembers(), "None on the first call, but 'good enough' after a call with another"),
    ("same-result-again", Compares(), "in this order, but .* in reverse order"),
    ("keeps-firing", at_that_very_step, "'step 1' at step 1, but None at step"),
    ("keeps-firing", in_that_very_second, "'a pause' at step .*, but None at step"),
    ("plan-is-valid", PlanInWords(), "'to stop' on the first access, 'to stop' on the second"),
    ("combines", Stubborn(), r"rule \| always does not fire"),
]


@pytest.mark.parametrize(
    ("name", "rule", "message"), BROKEN, ids=lambda value: value if isinstance(value, str) else None
)
@pytest.mark.slow
def test_it_is_caught(name, rule, message, complaint):
    text = complaint(stopping_rule_checks(rule), name)
    assert text.startswith("stopping rule ")
    assert re.search(message, text), text


def test_there_is_a_broken_rule_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in RULES}


def test_a_plain_function_is_a_rule_and_is_told_by_its_name():
    def patient(progress):
        return "long enough" if progress.since_improvement >= 500 else None

    check_stopping_rule(patient)
    with pytest.raises(
        BrokenPromise,
        match="^stopping rule yes_or_no breaks a promise: for every snapshot, it returns a reason as text",
    ):
        check_stopping_rule(yes_or_no)


def test_a_rule_may_be_prepared_for_a_problem_of_ones_own(small_pool):
    from haversack import Problem
    from haversack.costs import Additive
    from haversack.energies import MajorityVote

    problem = Problem(small_pool, MajorityVote(), Additive(), 5.0)
    check_stopping_rule(Paper(fit="empirical"), problem=problem)
    check_stopping_rule(MaxStep, problem=problem)
