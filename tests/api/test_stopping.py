"""Stopping rules in combination."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import AllOf, AnyOf, Progress, StoppingRule
from haversack.api.stopping import find_limits
from haversack.capabilities import Limits
from haversack.stopping import MaxStep, Stagnation, Target, TimeLimit


def from_step(limit, reason):
    return lambda progress: reason if progress.steps >= limit else None


@attrs.frozen
class Fitted(StoppingRule):
    """A prepared rule with numbers of its own."""

    plan: object

    def __call__(self, progress):
        return f"plan {self.plan}"


@attrs.frozen
class Unfitted(StoppingRule):
    """A rule that must look at the problem first."""

    def prepare(self, forecaster):
        return Fitted(forecaster(fit="beta"))

    def __call__(self, progress):
        raise AssertionError("must be prepared first")


def forecaster(*, fit="auto", odd_size=False):
    return f"forecast by {fit}"


def test_any_of_gives_the_first_reason():
    rule = AnyOf([from_step(9, "nine"), from_step(5, "five"), from_step(5, "other")])
    assert rule(Progress(steps=4)) is None
    assert rule(Progress(steps=5)) == "five"
    assert rule(Progress(steps=9)) == "nine"


def test_any_of_does_not_ask_further_once_there_is_a_reason():
    def must_not_be_asked(progress):
        raise AssertionError

    assert AnyOf([from_step(0, "now"), must_not_be_asked])(Progress()) == "now"


def test_all_of_gives_all_reasons():
    rule = AllOf([from_step(9, "nine"), from_step(5, "five")])
    assert rule(Progress(steps=8)) is None
    assert rule(Progress(steps=9)) == "nine and five"


def test_an_empty_reason_is_a_reason():
    assert AnyOf([lambda progress: ""])(Progress()) == ""
    assert AllOf([lambda progress: "", lambda progress: "late"])(Progress()) == " and late"


@pytest.mark.parametrize("composition", [AnyOf, AllOf])
def test_no_rules_at_all_are_refused(composition):
    with pytest.raises(ValueError, match="rules"):
        composition([])


def test_rules_combine_by_operators():
    early, late = MaxStep(limit=5), MaxStep(limit=9)
    assert early | late == AnyOf((early, late))
    assert early & late == AllOf((early, late))
    assert (early | late)(Progress(steps=5)) == "limit of 5 steps"
    assert (early & late)(Progress(steps=8)) is None
    assert (early & late)(Progress(steps=9)) == "limit of 5 steps and limit of 9 steps"


def test_plain_functions_combine_with_rules_on_either_side():
    rule, function = MaxStep(limit=5), from_step(9, "nine")
    assert (rule | function).rules == (rule, function)
    assert (function | rule).rules == (function, rule)
    assert (rule & function).rules == (rule, function)
    assert (function & rule).rules == (function, rule)
    assert (function | rule)(Progress(steps=9)) == "nine"
    assert (rule | function)(Progress(steps=9)) == "limit of 5 steps"
    assert (function & rule)(Progress(steps=9)) == "nine and limit of 5 steps"


def test_combinations_combine_further():
    rule = (MaxStep(limit=100) & Stagnation(steps=10)) | Target(value=0.9)
    assert rule(Progress(steps=100, since_improvement=9, best_value=0.5)) is None
    assert rule(Progress(steps=100, since_improvement=10, best_value=0.5)) == (
        "limit of 100 steps and no improvement in 10 steps"
    )
    assert rule(Progress(steps=1, best_value=0.95)) == "target value 0.9 reached"


@given(
    limits=st.lists(st.integers(0, 20), min_size=1, max_size=4),
    step=st.integers(0, 20),
)
def test_any_fires_with_the_earliest_and_all_with_the_latest(limits, step):
    rules = [from_step(limit, "over") for limit in limits]
    assert (AnyOf(rules)(Progress(steps=step)) is not None) == (step >= min(limits))
    assert (AllOf(rules)(Progress(steps=step)) is not None) == (step >= max(limits))


@pytest.mark.parametrize("composition", [AnyOf, AllOf])
def test_preparing_a_combination_prepares_those_that_ask_for_it(composition):
    plain, rule = MaxStep(limit=5), Unfitted()
    combined = composition([plain, rule])
    prepared = combined.prepare(forecaster)
    assert type(prepared) is composition
    assert prepared.rules == (plain, Fitted("forecast by beta"))
    assert combined.rules == (plain, rule), "the rule itself stays as it is"


def test_preparing_reaches_nested_combinations():
    prepared = (MaxStep(limit=5) | (MaxStep(limit=9) & Unfitted())).prepare(forecaster)
    assert prepared.plan == "forecast by beta"
    assert prepared(Progress(steps=5)) == "limit of 5 steps"


def test_the_plan_is_that_of_the_first_part_that_has_one():
    assert AnyOf([MaxStep(limit=5), Fitted(None), Fitted("first"), Fitted("second")]).plan == "first"


def test_there_is_no_plan_where_no_part_has_one():
    assert AnyOf([MaxStep(limit=5), Fitted(None)]).plan is None
    assert AllOf([MaxStep(limit=5), lambda progress: None]).plan is None


def test_a_rule_without_a_call_cannot_be_made():
    class Forgetful(StoppingRule):
        pass

    with pytest.raises(TypeError, match="abstract"):
        Forgetful()


def test_any_of_has_the_least_limits_and_all_of_the_greatest():
    rules = [TimeLimit(seconds=2.0), MaxStep(limit=5) | TimeLimit(seconds=3.0), MaxStep(limit=9)]
    assert AnyOf(rules).limits == Limits(seconds=2.0, steps=5)
    assert AllOf(rules[:2]).limits == Limits(seconds=3.0)
    assert AllOf(rules).limits == Limits()


def test_a_rule_that_declares_no_limits_has_none():
    assert find_limits(from_step(3, "late")) == Limits()
    assert AnyOf([from_step(3, "late"), TimeLimit(seconds=2.0)]).limits == Limits(seconds=2.0)
    assert AllOf([from_step(3, "late"), TimeLimit(seconds=2.0)]).limits == Limits()
