from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.kernels.spatial import write_prefix_errors, write_set_errors
from oracles import every_set, right_votes
from strategies import probabilities


def weights_of(largest):
    """Some error for every number of right votes of every size, one size after the other."""
    rows = [np.ones(1), *(np.linspace(1.0, 0.1 / size, size + 1) for size in range(1, largest + 1))]
    return np.concatenate(rows), np.cumsum([0, *(len(row) for row in rows[:-1])]), rows


@given(accuracies=st.lists(probabilities, min_size=1, max_size=5))
def test_errors_of_sets_are_means_over_their_votes(accuracies):
    accuracies, sets = np.array(accuracies), every_set(len(accuracies))
    weights, starts, rows = weights_of(len(accuracies))
    errors = np.empty(len(sets))
    write_set_errors(accuracies, sets, weights, starts, errors)
    for chosen, error in zip(sets, errors, strict=True):
        expected = right_votes(accuracies[chosen]) @ rows[chosen.sum()]
        assert error == pytest.approx(float(expected), rel=1e-12)


def test_errors_of_prefixes_are_those_of_the_sets():
    accuracies = np.array([0.9, 0.4, 0.7])
    weights, starts, rows = weights_of(3)
    orders, errors = np.array([[2, 0, 1], [1, 2, 0]]), np.full((2, 3), -1.0)
    write_prefix_errors(accuracies, orders, np.array([3, 2]), weights, starts, errors)
    for row, length in ((0, 3), (1, 2)):
        for size in range(1, length + 1):
            expected = right_votes(accuracies[orders[row, :size]]) @ rows[size]
            assert errors[row, size - 1] == pytest.approx(float(expected))
    assert errors[1, 2] == -1.0
