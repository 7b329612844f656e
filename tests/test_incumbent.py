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


def test_milestones_are_the_best_sets_at_powers_of_two():
    steps = [1, 2, 3, 5, 6, 7, 8, 9, 30, 31, 70]
    best, rows = Incumbent(), {step: np.array([step]) for step in steps}
    for step in steps:
        best = best.improve(rows[step], loss=1.0 / step, value=0.0, cost=0.0, step=step, seconds=0.0)
        kept = [step for step, _ in best.milestones]
        powers = [1 << k for k in range(10) if 1 << k <= step]
        expected = {max(each for each in steps if each <= power) for power in powers} | {step}
        assert kept == sorted(expected)
        assert all(row is rows[step] for step, row in best.milestones)
