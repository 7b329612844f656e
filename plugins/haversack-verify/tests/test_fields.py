"""Nothing in a file is trusted: every wrong value is named with its place."""

from __future__ import annotations

from fractions import Fraction

import pytest
from haversack_verify import fields
from haversack_verify.verdicts import Unreadable


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda: fields.take([], "a", "x"), "x: expected an object, got a list"),
        (lambda: fields.take({}, "a", "x"), "x.a: missing"),
        (lambda: fields.read_number(True, "x"), "x: expected a number, got True"),
        (lambda: fields.read_number(2**53 + 1, "x"), "x: expected a finite number that binary64 represents, got 9007"),
        (lambda: fields.read_number(10**5000, "x"), "x: expected a finite .* got a huge number"),
        (lambda: fields.read_number(float("nan"), "x"), "x: expected a finite number"),
        (lambda: fields.read_number(2.0, "x", 0.0, 1.0), "x: expected a number from 0 to 1, got 2.0"),
        (lambda: fields.read_numbers([1.0, None], "x"), r"x\[1\]: expected a number, got null"),
        (lambda: fields.read_list({}, "x", 3), "x: expected a list, got an object"),
        (lambda: fields.read_list([1, 2], "x", 1), "x: expected at most 1 items, got 2"),
        (lambda: fields.read_list([1], "x", 2, is_exact=True), "x: expected 2 items, got 1"),
        (lambda: fields.read_whole(1.0, "x", 0, 3), "x: expected a whole number from 0 to 3, got 1.0"),
        (lambda: fields.read_whole(True, "x", 0, 3), "x: expected a whole number from 0 to 3, got True"),
        (lambda: fields.read_text("ab", "x", 1), "x: expected a text of at most 1 characters, got 'ab'"),
        (lambda: fields.read_places([1, 1], "x", 3), "x: expected rising places, each member once"),
        (lambda: fields.read_places([3], "x", 3), r"x\[0\]: expected a whole number from 0 to 2, got 3"),
        (lambda: fields.read_decimal("-1", "x"), "x: expected a decimal number up to 1 as text"),
        (lambda: fields.read_decimal("1e999999", "x"), "x: expected a decimal number up to 1 as text"),
        (lambda: fields.read_decimal("1.5", "x"), "x: expected a decimal number up to 1 as text"),
        (
            lambda: fields.read_decimal("\N{ARABIC-INDIC DIGIT ZERO}", "x"),
            "x: expected a decimal number up to 1 as text",
        ),
        (lambda: fields.read_decimal(0.5, "x"), "x: expected a text"),
    ],
)
def test_wrong_values_are_refused_with_their_place(read, message):
    with pytest.raises(Unreadable, match=f"^{message}"):
        read()


def test_right_values_are_exact():
    assert fields.read_decimal("1.0206e-07", "x") == Fraction(10206, 10**11)
    assert fields.read_numbers([1, 0.5], "x", 2) == (1.0, 0.5)
    assert fields.read_places([0, 2], "x", 3) == (0, 2)
