from __future__ import annotations

import pytest
from scipy import stats

from haversack.statistics.wilson import compute_wilson_interval


@pytest.mark.parametrize(("right", "items"), [(0, 10), (10, 10), (45, 50), (1, 3)])
def test_it_is_the_interval_of_scipy(right, items):
    expected = stats.binomtest(right, items).proportion_ci(method="wilson")
    assert compute_wilson_interval(right / items, items) == pytest.approx((expected.low, expected.high), abs=1e-9)
