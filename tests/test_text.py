"""Numbers as people read them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from haversack.text import format_count, format_probability


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        (0.98, 0.02, "0.98"),
        (0.123456789, 0.876543211, "0.123457"),
        (0.999, 0.001, "0.999"),
        (0.9995, 0.0005, "0.9995 (1 - 0.0005)"),
        (1.0, 1.23456e-20, "1 (1 - 1.235e-20)"),
        (1.0, 0.0, "1"),
        (-12.5, None, "-12.5"),
        (123456789.0, None, "1.23457e+08"),
    ],
)
def test_a_number_near_one_shows_its_complement(value, error, shown):
    assert format_probability(value, error) == shown


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (0, "0"),
        (142_506, "142,506"),
        (10**15 - 1, "999,999,999,999,999"),
        (10**15, "1e+15"),
        (123456 * 10**20, "1.235e+25"),
        (2**997, "1.339e+300"),
        (10**301, "1e+301"),
        (123456 * 10**400, "1.235e+405"),
        (10**400 - 1, "1e+400"),
        (99996 * 10**400, "1e+405"),
        (7 * 10**100_000, "7e+100000"),
    ],
    # Python does not print whole numbers of more than 4,300 digits, so they cannot name the cases.
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_whole_numbers_of_any_size_are_shown(count, shown):
    assert format_count(count) == shown


@given(st.integers(10**15, 10**40) | st.integers(10**290, 10**320) | st.integers(10**1000, 10**1001))
@example(10**308)
@example(10**309)
@example(10**1000 - 1)
def test_large_numbers_keep_four_digits(count):
    mantissa, _, exponent = format_count(count).partition("e+")
    assert 1 <= float(mantissa) < 10
    assert len(mantissa) <= 5
    # In whole numbers, so that no float rounds: the difference is at most half of the fourth digit, and a bit.
    shown = round(float(mantissa) * 1000) * 10 ** int(exponent)
    assert abs(shown - count * 1000) * 10_000 <= 5_001 * 10 ** int(exponent)
