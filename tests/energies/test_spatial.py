from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import OPTIC_DISC
from haversack import HaversackError, Pool, make_plan, select
from haversack.energies import OddsCurve, SpatialVote
from oracles import exact_distribution, pair_moments, precise_distribution
from strategies import batches, pools

PAPER_TABLE = (0.0, 0.11, 0.70, 0.93, 0.99, 1.0, 1.0, 1.0, 1.0)
PAPER_CURVE = OddsCurve(a=-3.43, b=101.7)


def exact_loss(energy, accuracies):
    if len(accuracies) == 0:
        return Fraction(1)
    weights = energy.error_weights(len(accuracies))
    chances = exact_distribution(accuracies)
    return sum((Fraction(float(w)) * chance for w, chance in zip(weights, chances, strict=True)), Fraction(0))


@given(data=st.data(), pool=pools(max_size=9, with_costs=False))
@pytest.mark.parametrize("energy", [SpatialVote(curve=PAPER_CURVE), SpatialVote(table=PAPER_TABLE)])
def test_losses_equal_exact_fractions(energy, data, pool):
    sets = data.draw(batches(len(pool)))
    for row, loss in zip(sets, energy.losses(pool, sets), strict=True):
        assert loss == pytest.approx(float(exact_loss(energy, pool.accuracies[row])), rel=1e-11, abs=1e-300)


@given(data=st.data(), pool=pools(max_size=9, with_costs=False))
def test_prefixes_and_copies_agree_with_losses(data, pool):
    energy = SpatialVote(curve=PAPER_CURVE)
    order = np.array(data.draw(st.permutations(range(len(pool)))))
    prefixes = energy.prefix_losses(pool, order[None, :], np.array([len(pool)]))[0]
    sets = np.array([np.isin(np.arange(len(pool)), order[: place + 1]) for place in range(len(pool))])
    assert prefixes == pytest.approx(energy.losses(pool, sets), rel=1e-12)
    copies = np.arange(len(pool) + 1)
    equal = Pool(accuracies=np.full(len(pool), pool.accuracies[0]))
    rows = np.arange(len(pool)) < copies[:, None]
    copied = energy.copies_losses(pool, np.zeros_like(copies), copies)
    assert copied == pytest.approx(energy.losses(equal, rows), rel=1e-9, abs=1e-15)


@given(size=st.integers(1, 9), mean=st.floats(0.05, 0.95), share=st.floats(0.01, 1.0))
def test_moments_equal_the_pair_construction(size, mean, share):
    energy = SpatialVote(curve=PAPER_CURVE)
    variance = share * mean * (1 - mean)
    moments = energy.moments(size, mean, variance)
    error, square = pair_moments(size, mean, variance, [float(w) for w in energy.error_weights(size)])
    assert moments.mean_error == pytest.approx(float(error), rel=1e-11)
    assert moments.standard_deviation**2 == pytest.approx(float(square), rel=1e-8, abs=1e-18)


def test_moments_of_ten_thousand_members_make_sense():
    moments = SpatialVote(curve=PAPER_CURVE).moments(10_001, 0.3, 0.02)
    limit = PAPER_CURVE.errors(np.array([0.3]))[0]
    assert moments.mean_error == pytest.approx(limit, rel=5e-3)
    assert 0 < moments.standard_deviation < 0.02


def test_a_size_with_a_table_uses_it_and_others_the_fitted_curve():
    energy = SpatialVote(table=PAPER_TABLE)
    assert (1 - energy.error_weights(8)).tolist() == pytest.approx(list(PAPER_TABLE))
    expected = energy.fit.curve.errors(np.arange(6) / 5)
    assert energy.error_weights(5).tolist() == expected.tolist()


def test_golden_values_of_the_optic_disc_pool():
    energy = SpatialVote(curve=PAPER_CURVE)
    plan = make_plan(OPTIC_DISC, 0.8 * 301, energy=energy, stopping={"kind": "paper", "fit": "empirical"})
    assert plan.size == 7
    assert plan.mean == pytest.approx(0.9697876, abs=6e-8)
    assert 1 - PAPER_CURVE.errors(np.array([0.617375]))[0] == pytest.approx(0.9980981, abs=6e-8)
    best = select(OPTIC_DISC, 0.8 * 301, energy=energy, stopping={"kind": "max-step", "limit": 3_000}, seed=0)
    assert [OPTIC_DISC.accuracies[index] for index in best.members] == [0.958, 0.976]
    assert best.value == pytest.approx(0.9983690, abs=6e-8)


def test_other_families_of_curves_are_objects():
    @attrs.frozen
    class Straight:
        def errors(self, shares):
            return 1.0 - shares

    energy = SpatialVote(curve=Straight())
    assert energy.losses(Pool(accuracies=[0.6, 0.8]), np.ones((1, 2), dtype=bool)) == pytest.approx([0.3])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "table or tables or curve must be given"),
        ({"table": [0.5]}, "table must hold at least two rising probabilities"),
        ({"table": [0.5, 0.4]}, "rising probabilities"),
        ({"table": [0.0, 1.5]}, "rising probabilities"),
        ({"tables": [[0, 1], [0.5, 1]]}, "tables must be for different sizes, got two for 1"),
        ({"curve": 3}, "curve must have a method errors"),
        ({"table": 5}, "table must be a list of numbers, got 5"),
        ({"tables": [["a", "b"]]}, "tables must be a list of lists of numbers"),
    ],
)
def test_bad_options_are_reported(options, message):
    with pytest.raises(ValueError, match=message):
        SpatialVote(**options)


def test_a_table_too_short_to_fit_a_curve_is_reported_when_the_curve_is_needed():
    energy = SpatialVote(table=[0.0, 0.5, 1.0])
    assert energy.error_weights(2).tolist() == [1.0, 0.5, 0.0]
    with pytest.raises(ValueError, match="table must allow a fit of the curve: a curve needs at least three"):
        energy.error_weights(5)


def test_curves_that_fall_are_refused():
    @attrs.frozen
    class Falling:
        def errors(self, shares):
            return shares

    with pytest.raises(ValueError, match="curve must give errors in .0, 1. that never rise with the share"):
        SpatialVote(curve=Falling())


def test_curves_need_not_be_hashable():
    class Straight:
        __hash__ = None

        def errors(self, shares):
            return 1.0 - shares

    energy = SpatialVote(curve=Straight())
    assert energy.losses(Pool(accuracies=[0.6, 0.8]), np.ones((1, 2), dtype=bool)) == pytest.approx([0.3])


def test_a_table_of_steps_does_not_determine_a_curve():
    energy = SpatialVote(table=[0, 0, 1, 1, 1])
    with pytest.raises(HaversackError, match="table must allow a fit of the curve: the tables do not determine"):
        energy.error_weights(7)


def test_many_copies_are_as_good_as_counting_them():
    energy, pool = SpatialVote(curve=PAPER_CURVE), Pool(accuracies=[0.2, 0.3, 0.6, 0.95, 1.0, 0.0])
    members = np.arange(6)
    many = energy.copies_losses(pool, members, np.full(6, 1_000))
    counted = [energy.losses(Pool(accuracies=[p] * 1_000), np.ones((1, 1_000), dtype=bool))[0] for p in pool.accuracies]
    assert many == pytest.approx(counted, rel=2e-3, abs=1e-6)
    assert np.isfinite(energy.copies_losses(pool, members, np.full(6, 10**15))).all()


@pytest.mark.parametrize(
    ("size", "mean", "share"), [(61, 0.9, 0.5), (101, 0.2, 0.7), (501, 0.66, 1.0), (2002, 0.6, 0.9)]
)
def test_widely_spread_accuracies_have_possible_moments(size, mean, share):
    """The sum over degrees would be unstable here; conditioning is not. No variable with mean e varies more."""
    moments = SpatialVote(curve=PAPER_CURVE).moments(size, mean, share * mean * (1 - mean))
    assert 0 < moments.standard_deviation <= (moments.mean_error * (1 - moments.mean_error)) ** 0.5 * (1 + 1e-9)


def test_precision_of_small_losses():
    """A thousand good detectors: the loss is far below what 1 - q could show."""
    energy = SpatialVote(curve=OddsCurve(a=-40.0, b=1e3))
    accuracies = np.random.default_rng(0).uniform(0.9, 0.99, 1001)
    loss = energy.losses(Pool(accuracies=accuracies), np.ones((1, 1001), dtype=bool))[0]
    weights = energy.error_weights(1001)
    exact = sum(Decimal(float(w)) * p for w, p in zip(weights, precise_distribution(accuracies), strict=True))
    assert exact < Decimal("1e-20")
    assert abs(Decimal(float(loss)) / exact - 1) < 1e-10
