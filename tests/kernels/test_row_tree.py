"""The tree of panels under rows with limits in both directions."""

from __future__ import annotations

import math

import numpy as np
import pytest

from haversack import Pool, kernels
from haversack.energies import MajorityVote
from oracles import every_set


def search(accuracies, usage, limits, target, nodes=7):
    """Search in calls of a few nodes, as a searcher does."""
    kernel, count = kernels.row_tree, len(accuracies)
    weights = [MajorityVote().error_weights(size) for size in range(count + 1)]
    starts = np.concatenate([[0], np.cumsum([len(each) for each in weights])[:-1]])
    relief = np.vstack([np.cumsum(np.minimum(usage, 0.0)[::-1], axis=0)[::-1], np.zeros((1, len(limits)))])
    state = kernel.RowState(
        np.zeros(1, dtype=np.int64),
        np.zeros(count + 1, dtype=np.int64),
        np.zeros(count + 1, dtype=np.int64),
        np.zeros((count + 1, len(limits))),
        np.zeros((count + 1, count + 2)),
    )
    state.distributions[0, 0] = 1.0
    best, panel = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
    while state.depth[0] >= 0:
        _, loss = kernel.explore(
            (accuracies, usage, limits, relief),
            (np.concatenate(weights), starts, 1, count),
            target,
            nodes,
            tuple(state),
            best,
        )
        if loss < target:
            target, panel = loss, best.copy()
    return target, panel


@pytest.mark.parametrize("seed", range(15))
def test_it_finds_the_best_panel_that_the_rows_allow(seed):
    rng = np.random.default_rng(seed)
    accuracies = np.sort(rng.uniform(0.3, 0.95, 9))[::-1].copy()
    usage = rng.choice([-1.0, 0.0, 1.0, 2.0], (9, 3))
    limits = rng.integers(-2, 4, 3).astype(float)
    sets = every_set(9)[1:]
    allowed = sets[(sets @ usage <= limits).all(axis=1)]
    loss, panel = search(accuracies, usage, limits, math.inf)
    if not len(allowed):
        assert loss == math.inf
        return
    losses = MajorityVote().losses(Pool(accuracies=accuracies), allowed)
    assert loss == pytest.approx(losses.min(), rel=1e-12)
    assert (panel @ usage <= limits).all()
    assert search(accuracies, usage, limits, float(losses.min()) * 0.999)[0] == float(losses.min()) * 0.999
