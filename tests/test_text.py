from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.text import escape_controls, format_count, format_probability, format_value


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


class Unprintable:
    def __repr__(self):
        raise RuntimeError("never")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a", "'a'"),
        pytest.param(16**5000, "3.98e+6020", id="huge"),
        pytest.param(-(16**5000), "-3.98e+6020", id="negative"),
        (Unprintable(), "an object of type Unprintable"),
    ],
)
def test_any_value_can_be_shown(value, expected):
    assert format_value(value) == expected


def test_a_value_that_contains_itself_or_is_long_is_cut():
    endless = []
    endless.append(endless)
    assert format_value([endless]) == "[[[...]]]"
    assert len(format_value("x" * 1000)) == 80


@given(text=st.text())
def test_what_is_escaped_can_be_printed_and_other_text_stays(text):
    escaped = escape_controls(text)
    assert not any(character in escaped for character in "\x00\x07\x1b\n\r\x9b\u202e\u2028\ud800")
    if text.isprintable():
        assert escaped == text


def test_names_in_any_script_and_joined_emoji_stay():
    for text in ("Müller", "山田", "\U0001f468\u200d\U0001f469", "no\u00a0break", "می\u200cخواهم"):
        assert escape_controls(text) == text
    assert escape_controls("a\nb\tc", keep="\n") == "a\nb\\tc"
