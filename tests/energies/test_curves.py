from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.energies.curves import OddsCurve, fit_odds_curve


@given(a=st.integers(-6, -1), b=st.integers(1, 200), right=st.integers(0, 20))
def test_errors_equal_exact_fractions(a, b, right):
    """1 - F(x) for F(x) = b / (b + odds^a), odds = x/(1 - x); at the ends by continuity."""
    share = Fraction(right, 20)
    if right in (0, 20):
        expected = Fraction(20 - right, 20)
    else:
        power = (share / (1 - share)) ** a
        expected = power / (b + power)
    (error,) = OddsCurve(a=float(a), b=float(b)).errors(np.array([float(share)]))
    assert error == pytest.approx(float(expected), rel=1e-12)


def test_errors_near_zero_keep_their_relative_precision():
    (error,) = OddsCurve(a=-40.0, b=1.0).errors(np.array([0.75]))
    assert error == pytest.approx(float(Fraction(1, 1 + 3**40)), rel=1e-12)


@pytest.mark.parametrize("options", [{"a": 0.0, "b": 1.0}, {"a": -1.0, "b": 0.0}, {"a": float("nan"), "b": 1.0}])
def test_parameters_that_do_not_rise_are_refused(options):
    with pytest.raises(ValueError, match="must be .*, got"):
        OddsCurve(**options)


def tables_of(curve, *sizes):
    return tuple(tuple((1 - curve.errors(np.arange(size + 1) / size)).tolist()) for size in sizes)


def test_a_curve_is_recovered_from_its_own_tables():
    fit = fit_odds_curve(tables_of(OddsCurve(a=-3.43, b=101.7), 5, 8))
    assert fit.curve.a == pytest.approx(-3.43, rel=1e-5)
    assert fit.curve.b == pytest.approx(101.7, rel=1e-4)
    assert fit.r_squared == pytest.approx(1.0)
    assert fit.residual < 1e-6


def test_the_residual_is_the_largest_distance_from_the_tables():
    tables = ((0.0, 0.1, 0.55, 0.8, 1.0), (0.0, 0.3, 0.7, 1.0))
    fit = fit_odds_curve(tables)
    distances = [
        abs(value - (1 - error))
        for table in tables
        for value, error in zip(table, fit.curve.errors(np.arange(len(table)) / (len(table) - 1)), strict=True)
    ]
    assert fit.residual == pytest.approx(max(distances))
    assert 0.9 < fit.r_squared < 1.0


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        (((0.0, 0.2, 0.9, 1.0),), "at least three inner values: a table for four members, or several tables"),
        (((0.0, 0.0, 0.0, 1.0, 1.0, 1.0),), "the tables do not determine a curve"),
        (((0.0, 0.7, 0.6, 0.5, 0.4, 1.0),), "the tables do not determine a rising curve"),
    ],
)
def test_tables_without_a_curve_are_refused(tables, message):
    with pytest.raises(ValueError, match=message):
        fit_odds_curve(tables)


def test_the_fit_of_the_papers_table_has_the_papers_parameters_within_its_standard_errors():
    fit = fit_odds_curve(((0.0, 0.11, 0.70, 0.93, 0.99, 1.0, 1.0, 1.0, 1.0),))
    assert abs(fit.curve.a - -3.43) < fit.a_error
    assert abs(fit.curve.b - 101.7) < fit.b_error
    assert fit.r_squared > 0.999
    assert fit.residual < 0.02
