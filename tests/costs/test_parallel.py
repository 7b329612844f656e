from __future__ import annotations

import numpy as np
from hypothesis import given

from haversack.capabilities import AccuracyModel
from haversack.costs import Parallel
from strategies import pools

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")


@given(pool=pools())
def test_in_parallel_the_dearest_member_is_what_a_set_costs(pool):
    everybody, nobody = np.ones((1, len(pool)), dtype=bool), np.zeros((1, len(pool)), dtype=bool)
    assert Parallel().costs(pool, np.vstack([everybody, nobody])).tolist() == [pool.costs.max(), 0.0]
    budget = float(np.median(pool.costs))
    fitting = int((pool.costs <= budget * (1 + 1e-12)).sum())
    assert Parallel().expected_size(pool, budget, EMPIRICAL).size == max(1, fitting)
