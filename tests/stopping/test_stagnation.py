from __future__ import annotations

import math

import pytest

from haversack import ConfigError, Progress
from haversack.api.stopping import find_limits
from haversack.config.build import build_part
from haversack.plugins import default_catalog
from haversack.stopping import MaxStep, Stagnation, TimeLimit


def test_it_fires_after_a_number_of_steps_without_improvement():
    rule = Stagnation(steps=50)
    assert rule(Progress(steps=100, since_improvement=49)) is None
    assert rule(Progress(steps=100, since_improvement=50)) == "no improvement in 50 steps"


@pytest.mark.parametrize("steps", [0, -1, 1.5, True])
def test_steps_out_of_range_are_refused(steps):
    with pytest.raises(ValueError, match=r"^steps must be .*, got"):
        Stagnation(steps=steps)


def test_it_fires_after_a_number_of_seconds_without_improvement():
    rule = Stagnation(seconds=1.5)
    assert rule(Progress(steps=10**9, since_improvement=10**9, seconds=99.0, seconds_since_improvement=1.4)) is None
    assert rule(Progress(seconds_since_improvement=1.5)) == "no improvement in 1.5 seconds"


def test_of_steps_and_seconds_it_takes_what_comes_first():
    rule = Stagnation(steps=50, seconds=2)
    assert rule(Progress(since_improvement=49, seconds_since_improvement=1.9)) is None
    assert rule(Progress(since_improvement=50, seconds_since_improvement=1.9)) == "no improvement in 50 steps"
    assert rule(Progress(since_improvement=49, seconds_since_improvement=2.0)) == "no improvement in 2 seconds"


def test_the_seconds_are_known_as_a_limit_from_the_last_improvement_on():
    assert find_limits(Stagnation(seconds=3)).seconds_since_improvement == 3
    assert find_limits(Stagnation(steps=3)).seconds_since_improvement == math.inf
    either = find_limits(Stagnation(seconds=3) | TimeLimit(seconds=9) | MaxStep(limit=7))
    assert (either.seconds, either.steps, either.seconds_since_improvement) == (9, 7, 3)
    both = find_limits(Stagnation(seconds=3) & TimeLimit(seconds=9))
    assert (both.seconds, both.seconds_since_improvement) == (math.inf, math.inf)


@pytest.mark.parametrize("seconds", [0, -1, math.inf, math.nan, True])
def test_seconds_out_of_range_are_refused(seconds):
    with pytest.raises(ValueError, match=r"^seconds must be .*, got"):
        Stagnation(seconds=seconds)


def test_neither_steps_nor_seconds_is_refused():
    with pytest.raises(ConfigError, match=r"^stopping: steps or seconds must be given, or both$"):
        build_part("stopping", "stagnation", default_catalog())
