from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from haversack.energies.plurality import Plurality


@given(st.lists(st.lists(st.integers(-1, 3), min_size=3, max_size=3), max_size=6))
def test_scores_are_counts(rows):
    scores = Plurality(4).scores(np.array(rows, dtype=np.int64).reshape(-1, 3))
    counts = [Counter(answer for answer in row if answer >= 0) for row in rows]
    assert scores.tolist() == [[float(count[label]) for label in range(4)] for count in counts]


def test_it_takes_further_labels():
    assert Plurality(1, "coin").extend(3) == Plurality(3, "coin")
