from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.api.gap import measure_gap

numbers = st.floats(1e-6, 1e6) | st.floats(-1e6, -1e-6)


@given(loss=numbers, missing=st.floats(0.0, 1e6))
def test_it_is_the_share_of_the_loss_that_lies_above_the_bound(loss, missing):
    bound = loss - missing
    exact = (Fraction(loss) - Fraction(bound)) / abs(Fraction(loss))
    assert measure_gap(loss, bound) == pytest.approx(float(exact), rel=1e-9, abs=1e-12)


@given(loss=numbers, share=st.floats(-1.0, 1e-13))
def test_a_bound_that_differs_only_by_rounding_or_lies_above_leaves_no_gap(loss, share):
    assert measure_gap(loss, loss - share * abs(loss)) == 0.0


@pytest.mark.parametrize(
    ("loss", "bound"), [(math.inf, 0.0), (0.1, -math.inf), (math.inf, -math.inf), (0.0, -1.0), (5e-324, -1e300)]
)
def test_there_is_no_share_of_nothing_and_none_without_a_bound(loss, bound):
    assert measure_gap(loss, bound) is None


def test_a_loss_of_0_that_is_proved_has_no_gap():
    assert measure_gap(0.0, 0.0) == 0.0
