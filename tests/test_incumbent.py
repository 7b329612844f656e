from __future__ import annotations

import math

import numpy as np

from haversack.incumbent import Incumbent


def test_it_knows_the_set_before_it():
    row = np.array([True, False])
    first = Incumbent().improve(row, loss=0.5, value=0.5, cost=1.0, step=3, seconds=0.1)
    second = first.improve(~row, loss=0.2, value=0.8, cost=2.0, step=7, seconds=0.4)
    assert (first.previous_loss, first.previous_value, first.improvements) == (math.inf, -math.inf, 1)
    assert (second.previous_loss, second.previous_value, second.improvements) == (0.5, 0.5, 2)
    assert (second.loss, second.value, second.cost, second.step, second.seconds) == (0.2, 0.8, 2.0, 7, 0.4)
