from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from haversack.policies.envelope import find_corners, find_slope, interpolate, mix

POINTS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=12)


@given(points=POINTS, twelfths=st.integers(0, 12))
def test_no_mixture_of_two_points_is_above_the_envelope(points, twelfths):
    costs, rights = np.array(points, dtype=float).T
    corners = find_corners(costs, rights)
    assert np.all(np.diff(costs[corners]) > 0)
    assert np.all(np.diff(rights[corners]) > 0)
    budget = costs.min() + twelfths / 12 * (costs.max() - costs.min())
    best = max(
        share * rights[i] + (1 - share) * rights[j]
        for i in range(len(points))
        for j in range(len(points))
        for share in (0.0, 1.0, (budget - costs[j]) / (costs[i] - costs[j]) if costs[i] != costs[j] else 0.0)
        if 0.0 <= share <= 1.0 and share * costs[i] + (1 - share) * costs[j] <= budget + 1e-9
    )
    assert abs(interpolate(costs[corners], rights[corners], budget) - best) < 1e-9


@given(points=POINTS, extra=st.floats(0, 20))
def test_a_mixture_costs_the_budget_or_all_that_helps(points, extra):
    costs, rights = np.array(points, dtype=float).T
    corner_costs = costs[find_corners(costs, rights)]
    budget = corner_costs[0] + extra
    parts = mix(corner_costs, budget)
    assert abs(sum(share for _, share in parts) - 1.0) < 1e-12
    assert abs(sum(share * corner_costs[place] for place, share in parts) - min(budget, corner_costs[-1])) < 1e-9


def test_of_costs_that_differ_by_rounding_the_more_accurate_counts():
    """A policy of the most accurate member alone was compared with one that is cheaper by 1e-16."""
    assert mix(np.array([0.9999999999999998, 1.0000000000000002, 3.0]), 0.9999999999999998) == [(1, 1.0)]


def test_the_slope_is_that_of_the_segment_and_nothing_beyond_it():
    costs, rights = np.array([1.0, 2.0, 4.0]), np.array([0.5, 0.7, 0.8])
    assert [round(find_slope(costs, rights, budget), 6) for budget in (0.5, 1.5, 2.0, 4.0)] == [0.2, 0.2, 0.05, 0.0]
