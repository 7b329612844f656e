from __future__ import annotations

import pytest

from haversack import Progress
from haversack.stopping import TimeLimit


def test_a_time_limit_fires_at_the_limit_and_not_before():
    rule = TimeLimit(seconds=1.5)
    assert rule(Progress(seconds=1.4)) is None
    assert rule(Progress(seconds=1.5)) == "limit of 1.5 seconds"


@pytest.mark.parametrize(("option", "value"), [("seconds", 0.0), ("seconds", float("inf")), ("seconds", float("nan"))])
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        TimeLimit(**{option: value})
