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


@pytest.mark.parametrize("members", [7, 100, 20_000])
def test_a_sum_is_the_same_to_the_last_digit_in_every_batch(members):
    """By `sets @ values` hundreds of these differ, and large ones by the number of threads too."""
    generator = np.random.default_rng(0)
    values = generator.uniform(1, 5, members).round(2)
    sets = generator.random((200, members)) < 0.3
    sums = arrays.sum_members(sets, values)
    assert sums == pytest.approx([values[each].sum() for each in sets], rel=1e-12)
    assert (sums == [arrays.sum_members(each[None], values)[0] for each in sets]).all()
    assert (sums == arrays.sum_members(np.asfortranarray(sets), values)).all()
