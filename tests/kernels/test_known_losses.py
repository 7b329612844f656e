from __future__ import annotations

import numpy as np

from haversack.kernels.known_losses import find_or_add


def test_equal_sets_share_an_entry_in_a_crowded_table():
    """All slots but one are taken, so that most sets have to look further."""
    sets = np.random.default_rng(0).integers(0, 2**63, (15, 2), dtype=np.uint64)
    slots, stored = np.full(16, -1), np.zeros((15, 2), dtype=np.uint64)
    entries = np.empty(15, dtype=np.int64)
    assert find_or_add(sets, slots, stored, 0, entries) == 15
    assert entries.tolist() == list(range(15))
    assert stored.tolist() == sets.tolist()
    order = np.random.default_rng(1).permutation(15)
    again = np.empty(15, dtype=np.int64)
    assert find_or_add(sets[order], slots, stored, 15, again) == 15
    assert again.tolist() == order.tolist()


def test_sets_that_differ_in_one_word_differ():
    sets = np.array([[1, 2], [1, 3], [2, 2], [1, 2]], dtype=np.uint64)
    entries = np.empty(4, dtype=np.int64)
    assert find_or_add(sets, np.full(8, -1), np.zeros((4, 2), dtype=np.uint64), 0, entries) == 3
    assert entries.tolist() == [0, 1, 2, 0]
