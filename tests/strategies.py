"""Hypothesis strategies for pools and sets."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from haversack import Pool

probabilities = st.one_of(
    st.floats(0.0, 1.0),
    st.sampled_from([0.0, 0.5, 1.0, 0.51, 1e-40, 1 - 1e-12]),
)
costs = st.one_of(st.floats(0.01, 100.0), st.sampled_from([1.0, 2.0, 0.1]))


@st.composite
def pools(draw, min_size=1, max_size=12, with_costs=True):
    """Pools with ties, equal costs, zeros and ones among the accuracies."""
    size = draw(st.integers(min_size, max_size))
    accuracies = draw(st.lists(probabilities, min_size=size, max_size=size))
    prices = draw(st.lists(costs, min_size=size, max_size=size)) if with_costs else None
    return Pool(accuracies=accuracies, costs=prices)


@st.composite
def pools_with_budget(draw, min_size=1, max_size=12):
    """A pool and a budget that at least one member fits in."""
    pool = draw(pools(min_size, max_size))
    share = draw(st.floats(0.0, 1.0))
    cheapest, all_together = float(pool.costs.min()), float(pool.costs.sum())
    return pool, cheapest + share * (all_together - cheapest)


@st.composite
def batches(draw, members, max_rows=8):
    """Boolean matrices: a few sets from a pool of that many members."""
    rows = draw(st.integers(0, max_rows))
    bits = draw(st.lists(st.booleans(), min_size=rows * members, max_size=rows * members))
    return np.array(bits, dtype=bool).reshape(rows, members)
