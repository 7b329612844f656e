from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.statistics.binomial import compute_majority_errors
from oracles import exact_distribution
from strategies import probabilities


@given(copies=st.integers(0, 40), accuracy=probabilities)
def test_errors_of_equal_voters_equal_exact_fractions(copies, accuracy):
    exact = sum(exact_distribution([accuracy] * copies)[: copies // 2 + 1])
    assert compute_majority_errors(np.array(copies), np.array(accuracy)) == pytest.approx(
        float(exact), rel=1e-11, abs=1e-300
    )


@pytest.mark.parametrize(("copies", "accuracy", "efficiency"), [(3, 0.7, 0.784), (2, 0.7, 0.49), (0, 0.7, 0.0)])
def test_golden_efficiencies(copies, accuracy, efficiency):
    assert 1 - compute_majority_errors(np.array(copies), np.array(accuracy)) == pytest.approx(efficiency, abs=1e-12)
