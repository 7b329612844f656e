"""The steps of a frontier just above a budget."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.frontiers.next_steps import Bought, NextSteps


def make_seller(costs, losses, is_proven=True):
    """Return a function that returns the best of some sets for a budget."""
    costs, losses = np.array(costs, dtype=float), np.array(losses, dtype=float)

    def select(budget):
        fitting = np.flatnonzero(costs <= budget * (1 + 1e-12))
        if not len(fitting):
            return None
        best = int(fitting[np.argmin(losses[fitting])])
        return Bought((best,), float(losses[best]), float(costs[best]), is_proven)

    return select


@given(
    prices=st.lists(st.floats(0.01, 100.0), min_size=1, max_size=40),
    seed=st.integers(0, 1000),
    share=st.floats(0.0, 1.1),
)
def test_the_steps_are_those_of_the_frontier(prices, seed, share):
    losses = np.random.default_rng(seed).choice([0.0, 0.1, 0.2, 0.3, 0.35, 0.4], len(prices))
    select, last, budget = make_seller(prices, losses), max(prices), share * max(prices)
    start = select(budget)
    loss = np.inf if start is None else start.loss
    expected = []
    for price in sorted({price for price in prices if price > budget * (1 + 1e-11)}):
        least = select(price).loss
        if least < (expected[-1][1] if expected else loss):
            expected.append((price, least))
    steps = NextSteps(select, last, 1_000).find(budget, 1.0 if start is None else loss, 3)
    found = [(step.cost, step.loss) for step in steps]
    assert found == [pytest.approx(each) for each in expected[:3]]
    assert all(step.is_proven for step in steps)


def test_what_is_not_proved_by_selections_is_no_proof():
    select = make_seller([1, 2, 3], [0.3, 0.2, 0.1], is_proven=False)
    assert [step.is_proven for step in NextSteps(select, 3.0, 100).find(1.0, 0.3, 3)] == [False, False]


def test_no_more_selections_are_made_than_allowed():
    calls = []
    select = make_seller(np.arange(1.0, 1_001.0), 1.0 / np.arange(1.0, 1_001.0))
    for most in range(12):
        calls.clear()
        steps = NextSteps(lambda budget: calls.append(budget) or select(budget), 1_000.0, most)
        found = steps.find(100.5, 0.01, 3)
        assert len(calls) == steps.selections <= most
        assert all(step.loss < 0.01 for step in found)
        assert all(step.is_proven for step in found[:-1])
    assert len(found) >= 1
