from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from haversack.kernels.incremental_losses import find_flips
from strategies import batches


@given(data=st.data(), members=st.integers(1, 7))
def test_flips_are_the_members_in_only_one_of_the_sets(data, members):
    before = data.draw(batches(members))
    after = np.array([data.draw(batches(members, 1).filter(len))[0] for _ in before], dtype=bool).reshape(before.shape)
    flips, lengths = np.zeros(before.shape, dtype=np.int64), np.zeros(len(before), dtype=np.int64)
    find_flips(before, after, flips, lengths)
    for row, (old, new) in enumerate(zip(before, after, strict=True)):
        assert flips[row, : lengths[row]].tolist() == np.flatnonzero(old != new).tolist()
