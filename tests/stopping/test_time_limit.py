from __future__ import annotations

import math

import pytest

from haversack import Progress
from haversack.capabilities import Limits
from haversack.stopping import TimeLimit


def test_it_fires_at_the_limit_and_not_before():
    rule = TimeLimit(seconds=1.5)
    assert rule(Progress(seconds=1.4)) is None
    assert rule(Progress(seconds=1.5)) == "limit of 1.5 seconds"


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.inf, math.nan, True])
def test_seconds_out_of_range_are_refused(seconds):
    with pytest.raises(ValueError, match=r"^seconds must be .*, got"):
        TimeLimit(seconds=seconds)


def test_it_declares_its_limit():
    assert TimeLimit(seconds=1.5).limits == Limits(seconds=1.5)
