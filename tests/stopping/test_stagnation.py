from __future__ import annotations

import pytest

from haversack import Progress
from haversack.stopping import Stagnation


def test_stagnation_fires_after_so_many_steps_without_improvement():
    rule = Stagnation(steps=50)
    assert rule(Progress(steps=100, since_improvement=49)) is None
    assert rule(Progress(steps=100, since_improvement=50)) == "no improvement in 50 steps"


@pytest.mark.parametrize(("option", "value"), [("steps", -1), ("steps", 2.5)])
def test_options_out_of_range_are_refused_by_name(option, value):
    with pytest.raises(ValueError, match=f"^{option} must be .*, got"):
        Stagnation(**{option: value})
