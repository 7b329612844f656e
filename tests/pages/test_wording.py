"""Numbers and names on pages."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.pages.wording import count_members, format_number, format_share, format_small_share, show_name


@given(st.floats(1e-5, 0.999))
def test_a_share_is_off_by_less_than_a_tenth_of_what_it_lacks(error):
    shown = Fraction(format_share(1.0 - error, error).removesuffix("\u00a0%")) / 100
    assert abs(1 - shown - Fraction(error)) <= Fraction(error) / 10 + Fraction(1, 10**9)


@pytest.mark.parametrize(("value", "error", "text"), [(1.0, 0.0, "100"), (0.0, 1.0, "0"), (0.5, None, "50")])
def test_shares_at_the_ends(value, error, text):
    assert format_share(value, error) == f"{text}\u00a0%"


@given(st.floats(1e-3, 1e11))
def test_a_number_keeps_its_leading_digits(number):
    assert float(format_number(number).replace(",", "")) == pytest.approx(number, rel=1e-3)


@pytest.mark.parametrize(
    ("number", "text"), [(0.0, "0"), (40.0, "40"), (-2.5, "-2.5"), (1e15, "1e+15"), (100000.0, "100,000")]
)
def test_numbers_are_short(number, text):
    assert format_number(number) == text


def test_a_share_near_one_is_not_written_with_an_exponent():
    assert format_small_share(0.9999) == "100\u00a0%"


def test_members_are_counted():
    assert (count_members(1), count_members(2)) == ("1 member", "2 members")


@given(st.text(max_size=300))
def test_names_are_printable_and_short(name):
    shown = show_name(name, 20)
    assert len(shown) <= 20
    assert not any(character in shown for character in "\n\r\x00\x1b\u202e\u2028")


def test_a_name_that_cannot_be_seen_is_quoted():
    assert show_name(" ") == "“ ”"
