from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from haversack.kernels.jit import plain
from haversack.kernels.random_sets import fill_sets
from haversack.kernels.resources import Knapsack


def fill(usage, limits, sizes, odd_only, rows=4_000):
    states = np.random.default_rng(0).integers(0, 2**64, rows, dtype=np.uint64)
    sets = np.zeros((rows, len(usage)), dtype=bool)
    fill_sets(plain(Knapsack(usage, limits)), np.array(sizes), states, odd_only, sets)
    return sets


@pytest.mark.parametrize("odd_only", [True, False])
def test_every_feasible_set_of_the_sizes_comes_up_and_no_other(odd_only):
    usage = np.array([[4.0, 1.0], [2.0, 0.0], [2.0, 1.0], [1.0, 0.0]])
    limits = np.array([5.0, 1.0])
    sizes = [1, 3] if odd_only else [1, 2, 3]
    drawn = {tuple(np.flatnonzero(row)) for row in fill(usage, limits, sizes, odd_only)}
    feasible = {
        chosen
        for size in sizes
        for chosen in combinations(range(4), size)
        if (usage[list(chosen)].sum(axis=0) <= limits).all()
    }
    assert drawn == feasible


def test_without_limits_sets_of_a_size_are_equally_frequent():
    counts = Counter(tuple(np.flatnonzero(row)) for row in fill(np.zeros((5, 0)), np.zeros(0), [2], False, 10_000))
    assert len(counts) == 10
    assert max(abs(count - 1_000) for count in counts.values()) < 150


def test_a_set_that_ends_at_an_even_size_loses_its_last_member():
    """Two of three fit: three are wanted, and an odd number is left."""
    sets = fill(np.ones((3, 1)), np.array([2.0]), [3], True, 50)
    assert (sets.sum(axis=1) == 1).all()
