"""For each promise of a cost model one that breaks it, and the complaint."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from haversack.capabilities import Resources, SizeEstimate
from haversack.costs import Additive
from haversack.testing import BrokenPromise, check_cost_model, cost_model_checks
from haversack.testing.cost_models import COSTS


class Right:
    """The sum of costs: a cost model that keeps all it promises."""

    def __repr__(self):
        return type(self).__name__

    def costs(self, pool, sets):
        return np.asarray(sets @ pool.costs)

    def expected_size(self, pool, budget, accuracy):
        return SizeEstimate(len(pool), "everybody")


class Rebate(Right):
    def costs(self, pool, sets):
        return np.asarray(sets @ pool.costs) - 3.0 * sets.any(axis=1)


class EntranceFee(Right):
    def costs(self, pool, sets):
        return np.asarray(sets @ pool.costs) + 1.0


class Average(Right):
    """What a member costs on average, which a cheap one lowers."""

    def costs(self, pool, sets):
        return np.asarray(sets @ pool.costs) / np.maximum(sets.sum(axis=1), 1)


class LargeGroups(Right):
    """A discount that only groups of more than six get."""

    def costs(self, pool, sets):
        sizes = sets.sum(axis=1)
        return np.where(sizes > 6, 5.0, sizes)


class BoundedAverage(Average):
    """What a member costs on average, with a bound that holds."""

    def least_costs(self, pool, sets):
        return np.zeros(len(sets))


class BoundAboveCosts(Average):
    def least_costs(self, pool, sets):
        return np.asarray(sets @ pool.costs)


class FallingBound(Average):
    def least_costs(self, pool, sets):
        return np.where(sets.sum(axis=1) == 1, pool.costs.min(), 0.0)


class OneBound(Average):
    def least_costs(self, pool, sets):
        return np.zeros(1)


class TooMany(Right):
    def expected_size(self, pool, budget, accuracy):
        return SizeEstimate(int(min(budget, 1e6)), "the budget")


class NumberOnly(Right):
    def expected_size(self, pool, budget, accuracy):
        return len(pool)


class DrawsLots(Right):
    def __init__(self):
        self.calls = 0

    def expected_size(self, pool, budget, accuracy):
        self.calls += 1
        return SizeEstimate(1, f"try {self.calls}")


class DividesByInfinity(Right):
    def expected_size(self, pool, budget, accuracy):
        return SizeEstimate(math.ceil(min(budget, len(pool) * 2.0) / 2.0 if math.isfinite(budget) else budget), "half")


class FlatUsage(Right):
    def resources(self, pool, budget):
        return Resources(pool.costs, np.array([budget]))


class NegativeUsage(Right):
    def resources(self, pool, budget):
        return Resources(-pool.costs[:, None], np.array([budget]))


class PairOfResources(Right):
    def resources(self, pool, budget):
        return pool.costs[:, None], np.array([budget])


class LooseLimit(Right):
    def resources(self, pool, budget):
        return Resources(pool.costs[:, None], np.array([2.0 * budget]))


class TightLimit(Right):
    def resources(self, pool, budget):
        return Resources(pool.costs[:, None], np.array([0.5 * budget]))


class NothingToSpend(Right):
    def own_budget(self):
        return 0.0


BROKEN = [
    ("costs-are-not-negative", Rebate(), r"found: row 0 costs -\S+"),
    ("empty-set", EntranceFee(), "found: the empty set costs 1.0"),
    ("costs-are-monotone", Average(), r"the set \[\d\] costs \S+, and \[0, 1\], which contains it, \S+"),
    ("least-costs-bound-costs", BoundAboveCosts(), r"the set \[.*\] costs \S+, and at least \S+"),
    (
        "least-costs-bound-costs",
        FallingBound(),
        r"the set \[\d\] costs at least \S+, and \[.*\], which contains",
    ),
    ("least-costs-bound-costs", OneBound(), r"least_costs\(\) of shape \(1,\); expected \(\d+,\)"),
    ("costs-are-monotone", LargeGroups(), r"the set \[.*\] costs 6.0, and \[.*\], which contains it, 5.0"),
    ("size-is-estimated", TooMany(), "expected a whole number between 1 and 1, and how it was estimated"),
    ("size-is-estimated", NumberOnly(), "1 instead of haversack.capabilities.SizeEstimate"),
    ("size-is-estimated", DrawsLots(), r"how='try \d+'\) on the first call, SizeEstimate"),
    ("size-is-estimated", DividesByInfinity(), "budget = inf\n  found: it raised OverflowError"),
    ("resources-have-shape", FlatUsage(), r"usage of shape \(1,\) and limits of shape \(1,\)"),
    ("resources-have-shape", NegativeUsage(), r"usage \[\[-1.0\]\] and limits \["),
    ("resources-have-shape", PairOfResources(), "instead of haversack.capabilities.Resources"),
    ("resources-match-costs", LooseLimit(), r"the set \[\S+\] costs \S+ and keeps the limits"),
    ("resources-match-costs", TightLimit(), r"the set \[0\] costs \S+ and exceeds the limits"),
    ("own-budget", NothingToSpend(), "found: 0.0 on the first call, 0.0 on the second"),
]


@pytest.mark.parametrize(("name", "cost_model", "message"), BROKEN, ids=lambda value: str(value) if value else None)
@pytest.mark.slow
def test_it_is_caught(name, cost_model, message, complaint):
    text = complaint(cost_model_checks(cost_model), name)
    assert text.startswith(f"cost model {cost_model!r} breaks a promise: ")
    assert re.search(message, text), text


def test_there_is_a_broken_cost_model_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in COSTS}


@pytest.mark.slow
def test_what_costs_share_with_losses_is_told_of_costs(complaint):
    class Endless(Right):
        def costs(self, pool, sets):
            return np.where(sets.any(axis=1), np.inf, 0.0)

    assert "row 0 has the cost inf" in complaint(cost_model_checks(Endless), "finite-numbers")


@pytest.mark.slow
def test_one_that_keeps_its_promises_passes_and_a_refusal_in_words_is_no_breach():
    check_cost_model(Right)
    check_cost_model(Additive(size="beta"))
    check_cost_model(BoundedAverage)


@pytest.mark.slow
def test_all_at_once_tells_the_first():
    with pytest.raises(BrokenPromise, match="the empty set costs 0"):
        check_cost_model(EntranceFee())
