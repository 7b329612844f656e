from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.text import format_count, format_probability


@pytest.mark.parametrize(
    ("value", "error", "expected"),
    [
        (0.98, 0.02, "0.98"),
        (0.98, None, "0.98"),
        (0.9995, 5e-4, "0.9995 (1 - 0.0005)"),
        (1.0, 1e-20, "1 (1 - 1e-20)"),
        (1.0, 0.0, "1"),
    ],
)
def test_a_probability_shows_its_complement_where_it_is_near_1(value, error, expected):
    assert format_probability(value, error) == expected


@given(count=st.integers(0, 10**15 - 1))
def test_counts_below_10_to_the_15_are_shown_in_full(count):
    assert int(format_count(count).replace(",", "")) == count


@given(digits=st.integers(16, 3000), leading=st.integers(10**7, 10**8 - 1))
def test_larger_counts_keep_four_digits(digits, leading):
    mantissa, exponent = format_count(leading * 10 ** (digits - 8)).split("e+")
    expected = f"{leading:.3e}".split("e+")
    assert int(exponent) == digits - 1 + int(expected[1]) - 7
    assert float(mantissa) == pytest.approx(float(expected[0]), abs=1.001e-3)
