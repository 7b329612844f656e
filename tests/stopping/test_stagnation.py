from __future__ import annotations

import pytest

from haversack import Progress
from haversack.stopping import Stagnation


def test_it_fires_after_a_number_of_steps_without_improvement():
    rule = Stagnation(steps=50)
    assert rule(Progress(steps=100, since_improvement=49)) is None
    assert rule(Progress(steps=100, since_improvement=50)) == "no improvement in 50 steps"


@pytest.mark.parametrize("steps", [0, -1, 1.5, True])
def test_steps_out_of_range_are_refused(steps):
    with pytest.raises(ValueError, match=r"^steps must be .*, got"):
        Stagnation(steps=steps)
