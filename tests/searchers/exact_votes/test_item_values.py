"""Values of items and the bounds that follow from them."""

from __future__ import annotations

import numpy as np
import pytest

from haversack.capabilities import Ballots
from haversack.searchers.exact_votes.item_values import ItemValues

ANSWERS = np.array([[0, 1, 0, -1], [0, 0, 1, 1]])


@pytest.mark.parametrize("ties", ["wrong", "coin"])
@pytest.mark.parametrize("weights", [[], [1.0, 2.0, 3.0, 1.0], [0.3, 0.1, 0.7, 0.2]])
def test_values_are_in_proportion_to_the_weights(weights, ties):
    values = ItemValues.of(Ballots(ANSWERS, np.array(weights), ties))
    shares = np.bincount(values.items, values.values) / values.total
    expected = np.array(weights) if weights else np.ones(4)
    assert shares == pytest.approx(expected / expected.sum(), rel=1e-12)
    assert values.bound_loss(values.total) == 0.0
    assert values.bound_loss(0) == pytest.approx(1.0, abs=1e-12)


def test_a_bound_between_two_attainable_losses_is_rounded_to_the_larger():
    values = ItemValues.of(Ballots(ANSWERS, np.zeros(0), "wrong"))
    assert values.bound_loss(3 * values.grid - 1) == 0.5
    assert values.bound_loss(3 * values.grid) == 0.25
