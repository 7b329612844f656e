"""One run beside its reference."""

from __future__ import annotations

import math

import pytest

from comparison_rows import failed, profit, row
from haversack.comparison import Reference
from haversack.comparison.rows import ComparisonRow


def test_a_row_is_measured_against_its_reference():
    assert row().excess == pytest.approx(1.0)
    assert row().decades == pytest.approx(math.log10(2))
    assert row().stop_excess == pytest.approx(3.0)
    assert row().reached is False
    assert row(error=0.01 * (1 + 1e-10)).reached is True


def test_a_bound_does_not_tell_who_reached_the_optimum():
    bounded = row(reference=Reference("bound", 0.995, 0.005))
    assert bounded.excess == pytest.approx(3.0)
    assert bounded.reached is None


def test_a_row_without_a_set_is_infinitely_far_away_and_one_without_reference_nowhere():
    assert (failed().excess, failed().decades, failed().reached) == (math.inf, math.inf, False)
    lost = failed(reference=None)
    assert (lost.excess, lost.decades, lost.reached, lost.stop_excess) == (None, None, None, None)


def test_a_value_that_is_no_probability_has_no_decades():
    assert profit(150.0).excess == pytest.approx(0.25)
    assert profit(150.0).decades is None


def test_nothing_is_left_of_an_error_of_zero_below_a_reference():
    assert row(error=0.0, value=1.0, reference=Reference("best-known", 0.9, 0.1)).decades == -math.inf


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("seconds", "1", "seconds: must be a number or nothing, got '1'"),
        ("searcher", [1], "searcher: must be text, got"),
        ("trace", [{"step": 1, "seconds": []}], "trace: "),
        ("reference_kind", "x", "reference: .*'kind' must be 'optimum'"),
    ],
)
def test_a_wrong_value_is_named(key, value, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        ComparisonRow.from_dict({**row().to_dict(), key: value})


@pytest.mark.parametrize("key", ["cost", "chosen", "seconds"])
@pytest.mark.parametrize("rest", [{"trace": ()}, {"value": None, "error": None}], ids=["value", "trace"])
def test_an_answer_is_whole(key, rest):
    plain = row(**{**rest, key: None}).to_dict()
    with pytest.raises(ValueError, match=f"^{key}: must be a number where there is an answer, got nothing$"):
        ComparisonRow.from_dict(plain)
