"""The least cost that reaches a target."""

from __future__ import annotations

import attrs
import pytest

import haversack as hs
from haversack.errors import PartError
from haversack.frontiers.least_cost import narrow_cost
from haversack.monitor import INTERRUPTED


class Selections:
    """Selections of one pool, until what ends the last one."""

    def __init__(self, pool, last):
        self.pool, self.last, self.budgets = pool, last, []

    def __call__(self, budget):
        self.budgets.append(budget)
        if len(self.budgets) == 3:
            if isinstance(self.last, BaseException):
                raise self.last
            return attrs.evolve(hs.select(self.pool, budget, seed=0), **self.last)
        return hs.select(self.pool, budget, seed=0)


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        (KeyboardInterrupt(), INTERRUPTED),
        ({"interrupted": True, "stop_reason": INTERRUPTED}, INTERRUPTED),
        (PartError("energy Broken 1.0: nothing"), "failed: energy Broken 1.0: nothing"),
    ],
)
def test_what_ends_the_search_for_the_least_cost_keeps_the_answer(last, reason):
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    start, select = hs.select(pool, 9, seed=0), Selections(pool, last)
    chosen, is_proven = narrow_cost(start, 0.0, select, 0.75)
    assert (chosen.cost, is_proven, chosen.stop_reason) == (2.0, False, reason)
    assert (chosen.interrupted, chosen.failed) == (reason == INTERRUPTED, reason != INTERRUPTED)


def test_the_least_cost_is_found_between_budgets_and_proved():
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    start = hs.select(pool, 9, seed=0)
    chosen, is_proven = narrow_cost(start, 0.0, lambda budget: hs.select(pool, budget, seed=0), 0.75)
    assert (chosen.cost, is_proven) == (2.0, True)
