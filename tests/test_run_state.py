"""What can be read of a run before anything has been offered; `tests/test_monitor.py` has the rest."""

from __future__ import annotations

import math

from fakes import WrongShare
from haversack import AnyOf, Pool, Problem, Progress
from haversack.costs import NoCost
from haversack.run_state import RunState
from haversack.stopping import MaxStep, Stagnation, TimeLimit

PROBLEM = Problem(Pool(accuracies=[0.9, 0.8, 0.7]), WrongShare(), NoCost())


def test_it_says_how_much_is_left():
    times = iter([0.0, 0.25, 0.5, 2.0])
    rule = AnyOf([TimeLimit(seconds=1.0), MaxStep(limit=3)])
    state = RunState(PROBLEM, rule, clock=lambda: next(times))
    assert (state.seconds_left, state.steps_left) == (0.75, 3)
    assert state.seconds_left == 0.5
    assert state.seconds_left == 0.0  # Not below, although the limit has passed.


def test_without_a_declared_limit_nothing_limits_what_is_left():
    state = RunState(PROBLEM, lambda progress: None)
    assert (state.seconds_left, state.steps_left) == (math.inf, math.inf)


def test_seconds_before_the_search_count():
    times = iter([10.0, 10.5, 10.5])
    state = RunState(PROBLEM, Stagnation(seconds=4.0), clock=lambda: next(times), spent=2.0)
    assert state.seconds_left == 1.5
    state.finish()
    assert state.count() == (0, 0, 2.5)


def test_nothing_is_known_at_first():
    state = RunState(PROBLEM, lambda progress: None)
    assert (state.best_set, state.best_loss, state.best_value, state.trace) == (None, math.inf, -math.inf, ())
    assert (state.loss_bound, state.gap) == (-math.inf, None)
    assert state.progress() == Progress()
