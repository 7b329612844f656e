"""The search for the best panel under rows, of any energy that counts right votes."""

from __future__ import annotations

import numpy as np
import pytest

import haversack as hs
from constrained import list_feasible, random_case


@pytest.mark.parametrize("seed", range(6))
def test_small_pools_are_proved(seed):
    pool, budget, specs, meanings = random_case(np.random.default_rng(seed + 40), members=9)
    specs.append({"kind": "size", "least": 1})
    feasible = list_feasible(pool, budget, meanings)
    if not len(feasible):
        return
    chosen = hs.select(pool, budget, constraints=specs, searcher="exact", certify="off")
    assert chosen.proven
    assert any((row == np.isin(np.arange(len(pool)), chosen.members)).all() for row in feasible)


def test_a_limit_on_nodes_ends_it_without_a_proof():
    rng = np.random.default_rng(1)
    pool = hs.Pool(accuracies=rng.uniform(0.5, 0.9, 24), costs=rng.uniform(1, 2, 24))
    chosen = hs.select(
        pool, 12, constraints=[{"kind": "size", "least": 4}], searcher={"kind": "exact", "most_nodes": 3}, certify="off"
    )
    assert not chosen.proven
    assert len(chosen.members) >= 4
