"""The sets of one member."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import arrays


@pytest.mark.parametrize("cells", [1, 7, 20, 1_000])
def test_single_sets_are_evaluated_in_slices_of_the_identity(monkeypatch, cells):
    monkeypatch.setattr(arrays, "_MOST_CELLS", cells)
    prices, batches = np.array([3.0, 1.0, 4.0, 1.5, 9.0]), []

    def evaluate(sets):
        batches.append(sets)
        return sets @ prices

    assert arrays.evaluate_single_sets(evaluate, 5).tolist() == prices.tolist()
    assert (np.concatenate(batches) == np.eye(5)).all()
    assert all(batch.size <= max(cells, 5) for batch in batches)
