"""The checks that options share."""

from __future__ import annotations

import math

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.validators import (
    Check,
    OptionError,
    budget_check,
    finite,
    fraction,
    one_of,
    optional,
    positive_finite,
    probability,
    seed_check,
    share_check,
    whole,
)

NO_NUMBERS = [True, False, None, "1", math.nan, np.float64("nan"), np.True_, 1j, np.complex128(1), [1], np.array([1])]
HUGE = 10**400  # Too large for a float.


@pytest.mark.parametrize(
    ("check", "accepted", "refused"),
    [
        pytest.param(whole(1), [1, 2, 3.0, np.int64(5), HUGE], [0, -1, 1.5, math.inf, -math.inf, -HUGE], id="whole"),
        pytest.param(whole(1, 64), [1, 64, 64.0], [0, 65, 64.5, HUGE, math.inf], id="limited"),
        pytest.param(
            positive_finite, [1e-300, 1, 2.5, np.float32(2)], [0, -0.0, -1, math.inf, HUGE, -HUGE], id="positive"
        ),
        pytest.param(
            probability, [0, 0.0, 0.5, 1, np.float64(1)], [-1e-9, 1.0000001, math.inf, HUGE], id="probability"
        ),
        pytest.param(fraction, [1e-300, 0.5, np.float64(0.9)], [0, 1, -0.5, 1.5, math.inf, HUGE], id="fraction"),
        pytest.param(share_check, [1e-300, 0.5, 1], [0, -0.5, 1.0000001, math.inf, HUGE], id="share"),
        pytest.param(finite, [0, -5, 2.5], [math.inf, -math.inf, np.float64("inf"), HUGE, -HUGE], id="finite"),
        pytest.param(budget_check, [1e-9, 3, math.inf], [0, -1, -math.inf, HUGE, -HUGE], id="budget"),
        pytest.param(seed_check, [0, 1, 2**64, np.uint64(3)], [-1, 0.5, math.inf, 2**128, HUGE], id="seed"),
    ],
)
def test_checks_accept_what_they_say(check, accepted, refused):
    assert [value for value in accepted if not check.accepts(value)] == []
    assert [value for value in [*refused, *NO_NUMBERS] if check.accepts(value)] == []


@pytest.mark.parametrize(
    ("check", "value", "message"),
    [
        (whole(3), 2, "limit must be a whole number of at least 3, got 2"),
        (positive_finite, 0, "limit must be a finite number above 0, got 0"),
        (probability, 1.5, "limit must be a number from 0 to 1, got 1.5"),
        (fraction, 1, "limit must be a number between 0 and 1, both excluded, got 1"),
        (finite, math.inf, "limit must be a finite number, got inf"),
        (one_of("red", "blue"), "rde", "limit must be 'red' or 'blue', got 'rde'"),
        (optional(whole(1)), 0, "limit must be a whole number of at least 1, got 0"),
        (budget_check, -1, "limit must be a number above 0, got -1"),
        (whole(1), True, "limit must be a whole number of at least 1, got True"),
    ],
)
def test_a_complaint_says_what_was_wanted_and_what_came(check, value, message):
    @attrs.frozen
    class Rule:
        limit: object = attrs.field(validator=check)

    with pytest.raises(OptionError) as caught:
        Rule(limit=value)
    assert str(caught.value) == message
    assert caught.value.option == "limit"
    assert f"{caught.value.option} {caught.value.complaint}" == message
    assert isinstance(caught.value, ValueError)


def test_accepted_values_pass_unchanged():
    @attrs.frozen
    class Rule:
        limit: int = attrs.field(validator=whole(1))

    assert Rule(limit=4).limit == 4


def test_one_of_accepts_its_words_only():
    check = one_of("red", "blue")
    assert [word for word in ("red", "blue", "Red", "", None, 1, ["red"]) if check.accepts(word)] == ["red", "blue"]


def test_optional_lets_none_pass():
    assert optional(probability).accepts(None)
    assert optional(probability).accepts(0.5)
    assert not optional(probability).accepts(2)


@pytest.mark.parametrize(
    ("check", "schema"),
    [
        (whole(3), {"minimum": 3}),
        (positive_finite, {"exclusiveMinimum": 0}),
        (probability, {"minimum": 0, "maximum": 1}),
        (fraction, {"exclusiveMinimum": 0, "exclusiveMaximum": 1}),
        (finite, {}),
        (one_of("red", "blue"), {"enum": ["red", "blue"]}),
        (optional(whole(3)), {"minimum": 3}),
        (optional(one_of("red")), {"enum": ["red", None]}),
        (Check(bool, "true"), {}),
    ],
)
def test_checks_carry_their_limits_as_schema(check, schema):
    assert check.schema == schema


@given(st.integers() | st.floats() | st.text() | st.none() | st.booleans())
def test_no_check_ever_raises_by_itself(value):
    for check in (whole(1), positive_finite, probability, finite, budget_check, seed_check, one_of("a")):
        assert check.accepts(value) in (True, False)
        assert optional(check).accepts(value) == (value is None or check.accepts(value))
