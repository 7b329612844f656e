"""The golden values of the paper's quantities: each was computed independently of this package."""

from __future__ import annotations

import numpy as np
import pytest

from conftest import OPTIC_DISC, paper_pool
from haversack import Pool, make_plan, select
from haversack.energies import MajorityVote
from haversack.statistics.beta import BetaFit
from haversack.statistics.majority_moments import compute_majority_moments
from haversack.statistics.thresholds import paper_threshold
from oracles import as_row


@pytest.mark.parametrize(("accuracies", "value"), [([0.51, 0.505, 0.505], 0.5099995), ([0.51] + [0.505] * 4, 0.511249)])
def test_majority_votes(accuracies, value):
    pool = Pool(accuracies=accuracies)
    loss = MajorityVote().losses(pool, np.ones((1, len(pool)), dtype=bool))[0]
    assert 1 - loss == pytest.approx(value, abs=6e-7)


def model_of(alpha, beta, size):
    fit = BetaFit(alpha, beta)
    moments = compute_majority_moments(size, fit.mean, fit.variance)
    return moments, paper_threshold(moments, size)


def test_beta_17_5_at_nine_members():
    moments, threshold = model_of(17, 5, 9)
    assert 1 - moments.mean_error == pytest.approx(0.9666940589, abs=5e-11)
    assert moments.standard_deviation**2 == pytest.approx(3.274098354e-4, rel=1e-9)
    assert (threshold.alpha, threshold.beta) == pytest.approx((94.095556, 3.241916), abs=6e-7)
    assert threshold.mode == pytest.approx(0.976484418, abs=6e-10)
    assert threshold.gamma == pytest.approx(1.2996005, abs=6e-8)
    assert threshold.quantile == 0.8
    assert 1 - threshold.error == pytest.approx(0.9821415168, abs=5e-11)


@pytest.mark.parametrize(
    ("alpha", "beta", "size", "quantile", "stop"),
    [(17, 5, 20, 0.6, 0.9951767101), (30, 12, 5, 0.95, 0.9136600655), (8, 4, 9, 0.8, 0.9146614190)],
)
def test_thresholds(alpha, beta, size, quantile, stop):
    _, threshold = model_of(alpha, beta, size)
    assert threshold.quantile == quantile
    assert 1 - threshold.error == pytest.approx(stop, abs=5e-11)


@pytest.mark.parametrize(
    ("alpha", "beta", "size", "mean", "variance"),
    [(17, 5, 20, 0.9930967649, 2.261001702e-5), (8, 4, 9, 0.8551541940, 4.656344933e-3)],
)
def test_moments(alpha, beta, size, mean, variance):
    moments, _ = model_of(alpha, beta, size)
    assert 1 - moments.mean_error == pytest.approx(mean, abs=5e-11)
    assert moments.standard_deviation**2 == pytest.approx(variance, rel=1e-9)


def test_the_optic_disc_pool():
    plan = make_plan(OPTIC_DISC, 0.8 * 301, stopping={"kind": "paper", "fit": "empirical"})
    assert (plan.size, plan.accuracy_mean) == (7, pytest.approx(0.617375))
    chosen = select(OPTIC_DISC, 0.8 * 301, stopping={"kind": "max-step", "limit": 5_000}, seed=0)
    assert [OPTIC_DISC.accuracies[index] for index in chosen.members] == [0.765, 0.958, 0.976]
    assert chosen.value == pytest.approx(0.98395576, abs=5e-9)


@pytest.mark.parametrize(
    ("seed", "value", "size"),
    [
        (0, 0.9963791691403641, 13),
        (1, 0.9934451869061925, 13),
        (2, 0.9971962066005358, 15),
        (3, 0.9962829807861653, 11),
    ],
)
@pytest.mark.parametrize("searcher", ["sherlock", "monte-carlo"])
def test_no_search_beats_a_proven_optimum_and_a_long_one_comes_close(searcher, seed, value, size):
    pool = paper_pool(30, seed)
    found = select(
        pool,
        0.3 * float(pool.costs.sum()),
        searcher=searcher,
        stopping={"kind": "max-step", "limit": 300_000},
        seed=7,
    )
    assert found.value <= value + 1e-15
    assert found.error <= (1 - value) * 1.5
    assert found.cost <= found.budget
    if found.value == pytest.approx(value, abs=1e-14):
        assert len(found.members) == size


def test_a_thousand_members_do_not_saturate():
    """Two large panels whose values are both 1.0 in floating point still differ in their errors."""
    pool = paper_pool(1001, 0)
    order = np.argsort(-pool.accuracies)
    losses = [MajorityVote().losses(pool, as_row(order[:size], 1001))[0] for size in (201, 401)]
    assert 1 - losses[0] == 1 - losses[1] == 1.0
    assert 0 < losses[1] < 1e-20 * losses[0]
