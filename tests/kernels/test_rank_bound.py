from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.kernels.jit import plain
from haversack.kernels.rank_bound import Members, RankScratch, bound_ranks, compute_error
from oracles import right_votes
from strategies import costs as cost_values
from strategies import probabilities


@given(
    cases=st.lists(st.tuples(probabilities, cost_values), min_size=1, max_size=7),
    places=st.integers(0, 4),
    start=st.integers(0, 2),
    below=st.sampled_from([np.inf, 1.5]),
    left=st.floats(0.0, 10.0),
)
def test_ranks_are_the_best_that_any_set_has(cases, places, start, below, left):
    """Each rank by itself: no set within the budget has a more accurate j-th member, and some set has that one."""
    cases = sorted(cases, reverse=True)
    accuracies, costs = (np.array(column) for column in zip(*cases, strict=True))
    members = plain(Members(accuracies, costs, np.argsort(costs, kind="stable")))
    ranks = np.full(places + 1, np.nan)
    scratch = RankScratch(np.zeros(len(cases), dtype=bool), np.empty(len(cases)))
    found = bound_ranks(members, start, below, places, left, scratch, ranks)
    allowed = [member for member in range(start, len(cases)) if costs[member] < below]
    sets = [list(chosen) for chosen in combinations(allowed, places)]
    # Sums in another order round differently, so sets within rounding of the budget decide nothing.
    within = [chosen for chosen in sets if costs[chosen].sum() <= left * (1 - 1e-9)]
    about = [chosen for chosen in sets if costs[chosen].sum() <= left * (1 + 1e-9)]
    assert found or not within
    assert about or not found
    if found:
        for place in range(places):
            assert ranks[place] >= max((np.sort(accuracies[c])[::-1][place] for c in within), default=0.0)
            assert ranks[place] <= max(np.sort(accuracies[c])[::-1][place] for c in about)


@given(
    inside=st.lists(probabilities, max_size=5),
    joining=st.lists(probabilities, max_size=5),
    weights=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=12),
)
def test_the_error_is_the_mean_of_the_weights_over_all_votes(inside, joining, weights):
    distribution = np.zeros(12)
    distribution[: len(inside) + 1] = right_votes(inside)
    error = compute_error(
        distribution, len(inside), np.array(joining), len(joining), np.array(weights), np.empty(len(weights))
    )
    votes = right_votes([*inside, *joining])
    counted = min(len(votes), len(weights))
    assert error == pytest.approx(float(votes[:counted] @ np.array(weights)[:counted]), rel=1e-9, abs=1e-12)
