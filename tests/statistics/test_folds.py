from __future__ import annotations

import numpy as np
import pytest

from haversack.statistics.folds import assign_folds


@pytest.mark.parametrize("items", [1, 3, 4, 101])
def test_folds_have_equal_sizes_and_are_the_same_every_time(items):
    folds = assign_folds(items, 4)
    counts = np.bincount(folds, minlength=4)
    assert counts.max() - counts.min() <= 1
    assert np.array_equal(folds, assign_folds(items, 4))


def test_neighbours_in_a_sorted_file_are_in_different_folds():
    folds = assign_folds(400, 4)
    assert all(len(set(folds[start : start + 40].tolist())) == 4 for start in range(0, 400, 40))
