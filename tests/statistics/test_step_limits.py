from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import factorial

import pytest

from haversack.statistics.step_limits import compute_step_limit


@pytest.mark.parametrize(("pool_size", "size"), [(5, 0), (5, 1), (7, 3), (9, 9), (4, 5)])
def test_the_exact_limit_counts_the_sets_of_that_size(pool_size, size):
    assert compute_step_limit(pool_size, size) == len(list(combinations(range(pool_size), size)))


@pytest.mark.parametrize(("pool_size", "size"), [(5, 0), (5, 1), (7, 3), (30, 9), (1000, 200)])
def test_the_approximation_is_a_whole_number_of_any_size(pool_size, size):
    limit = compute_step_limit(pool_size, size, "approximate")
    assert isinstance(limit, int)
    assert limit <= Fraction(pool_size**size, factorial(size)) < limit + 1
