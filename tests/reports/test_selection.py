"""Numbers and plans in words."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from haversack import Plan
from haversack.reports.selection import describe_plan
from haversack.text import format_count, format_probability


@pytest.fixture
def plan():
    return Plan(
        accuracy_mean=0.75,
        accuracy_variance=0.01,
        accuracy_fit="empirical",
        size=51,
        mean=1.0,
        variance=1e-30,
        alpha=None,
        beta=None,
        rule="normal",
        threshold=1.0,
        max_steps=10**30,
        mean_error=2e-12,
        error_threshold=1e-20,
        size_rule="the size of the pool",
    )


def test_a_plan_without_fits_names_the_rule_and_shows_complements(plan):
    assert describe_plan(plan) == (
        "plan\n"
        "  accuracy of a member   mean 0.75, variance 0.01, empirical\n"
        "  expected size (l-hat)  51, by the size of the pool\n"
        "  mean of q there        1 (1 - 2e-12)\n"
        "  variance of q there    1e-30\n"
        "  threshold (STOP)       1 (1 - 1e-20), normal\n"
        "  step limit (MAXSTEP)   1e+30"
    )


def test_parameters_of_a_fit_that_was_not_used_are_not_shown(plan):
    rejected = attrs.evolve(plan, accuracy_alpha=3.0, accuracy_beta=2.0, alpha=5.0, beta=6.0)
    assert describe_plan(rejected) == describe_plan(plan)


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
