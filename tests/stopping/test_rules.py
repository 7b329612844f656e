from __future__ import annotations

import pytest

from haversack import Progress
from haversack.stopping import Gap, MaxStep, Paper, Stagnation, Target, TimeLimit


def test_a_step_limit_fires_at_the_limit_and_not_before():
    rule = MaxStep(limit=1000)
    assert rule(Progress(steps=999)) is None
    assert rule(Progress(steps=1000)) == "limit of 1,000 steps"


def test_a_step_limit_of_any_size_is_possible():
    assert MaxStep(limit=10**20)(Progress(steps=10**20 - 1)) is None


def test_a_time_limit_fires_at_the_limit_and_not_before():
    rule = TimeLimit(seconds=1.5)
    assert rule(Progress(seconds=1.4)) is None
    assert rule(Progress(seconds=1.5)) == "limit of 1.5 seconds"


def test_a_target_fires_when_reached():
    rule = Target(value=0.9)
    assert rule(Progress()) is None
    assert rule(Progress(best_loss=0.2, best_value=0.8)) is None
    assert rule(Progress(best_loss=0.1, best_value=0.9)) == "target value 0.9 reached"


def test_a_target_error_tells_apart_what_the_value_cannot():
    rule = Target(error=1e-21)
    assert rule(Progress(best_loss=1e-20, best_value=1.0)) is None
    assert rule(Progress(best_loss=1e-22, best_value=1.0)) == "target error 1e-21 reached"


@pytest.mark.parametrize("options", [{}, {"value": 0.9, "error": 0.1}])
def test_a_target_is_one_of_value_and_error(options):
    with pytest.raises(ValueError, match="value or error must be given, and only one of them"):
        Target(**options)


def test_stagnation_fires_after_so_many_steps_without_improvement():
    rule = Stagnation(steps=50)
    assert rule(Progress(steps=100, since_improvement=49)) is None
    assert rule(Progress(steps=100, since_improvement=50)) == "no improvement in 50 steps"


def test_a_gap_needs_a_bound_and_fires_when_it_is_close():
    rule = Gap(share=0.1)
    assert rule(Progress()) is None
    assert rule(Progress(best_loss=0.02)) is None
    assert rule(Progress(best_loss=0.02, loss_bound=0.01)) is None
    assert rule(Progress(best_loss=0.02, loss_bound=0.0185)) == "gap of 7.50% is within 10.00%"
    assert rule(Progress(best_loss=0.0, loss_bound=0.0)) == "gap of 0.00% is within 10.00%"


@pytest.mark.parametrize(
    ("rule", "option", "value"),
    [
        (MaxStep, "limit", 0),
        (MaxStep, "limit", True),
        (MaxStep, "limit", 1.5),
        (TimeLimit, "seconds", 0.0),
        (TimeLimit, "seconds", float("inf")),
        (TimeLimit, "seconds", float("nan")),
        (Stagnation, "steps", -1),
        (Target, "value", float("nan")),
        (Paper, "min_steps", 0),
        (Paper, "fit", "gamma"),
        (Gap, "share", 1.5),
    ],
)
def test_options_out_of_range_are_refused_by_name(rule, option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        rule(**{option: value})


def test_the_same_rule_object_serves_many_runs():
    """Rules hold no state: the second run must not end at once because the first one did."""
    rule = MaxStep(limit=2)
    assert [rule(Progress(steps=step)) is None for step in (1, 2, 1, 2)] == [True, False, True, False]
