"""Errors of huge panels, against sums over two groups of equal members."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import logsumexp
from scipy.stats import binom

from haversack import Pool
from haversack.energies import MajorityVote, SpatialVote
from haversack.energies.curves import OddsCurve
from haversack.energies.huge_panels import HUGE, compute_huge_errors, split_huge_sets
from haversack.energies.set_errors import weigh_votes

CURVE = OddsCurve(a=-3.43, b=101.7)
SHARP = OddsCurve(a=-400.0, b=1.0)


def sum_over_groups(counts, accuracies, weights):
    """Add up over the right votes of a small group of equal members; the large group has a binomial distribution."""
    (small, large), (first, second) = counts, accuracies
    with np.errstate(divide="ignore"):
        log_weights = np.log(weights)
    logs = []
    for right in range(small + 1):
        rest = log_weights[right : right + large + 1] + binom.logpmf(np.arange(large + 1), large, second)
        logs.append(binom.logpmf(right, small, first) + logsumexp(rest))
    return math.exp(logsumexp(logs))


@pytest.mark.parametrize(
    "accuracies", [(0.7, 0.501), (0.7, 0.51), (0.4, 0.52), (1.0, 0.5005), (0.0, 0.515), (0.6, 0.4), (0.9, 0.499)]
)
@pytest.mark.parametrize("ties", ["wrong", "coin"])
@pytest.mark.slow
def test_a_majority_errs_as_often_as_the_sum_over_two_groups_says(accuracies, ties):
    counts = (7, HUGE + (ties == "coin"))
    size = sum(counts)
    weights = weigh_votes(size, ties)
    pool = Pool(accuracies=np.repeat(accuracies, counts))
    expected = sum_over_groups(counts, accuracies, weights)
    assert MajorityVote(ties=ties).losses(pool, np.ones((1, size), dtype=bool))[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("curve", [CURVE, SHARP], ids=["flat", "sharp"])
@pytest.mark.parametrize("accuracies", [(0.7, 0.52), (0.2, 0.5), (1.0, 0.53), (0.0, 0.9), (0.5, 0.003)])
def test_a_spatial_vote_errs_as_often_as_the_sum_over_two_groups_says(curve, accuracies):
    """Under the sharp curve some errors are far below what is left of the distribution around its mean."""
    counts = (5, HUGE)
    energy = SpatialVote(curve=curve)
    pool = Pool(accuracies=np.repeat(accuracies, counts))
    expected = sum_over_groups(counts, accuracies, energy.error_weights(sum(counts)))
    assert energy.losses(pool, np.ones((1, sum(counts)), dtype=bool))[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("energy", [MajorityVote(), SpatialVote(curve=CURVE)], ids=["majority", "spatial"])
def test_a_batch_of_huge_and_other_sets_has_the_losses_of_each_alone(energy):
    generator = np.random.default_rng(0)
    pool = Pool(accuracies=generator.uniform(0.45, 0.55, HUGE + 10))
    sets = np.zeros((4, len(pool)), dtype=bool)
    for row, size in zip(sets, (HUGE, 0, 3, HUGE + 1), strict=True):
        row[generator.permutation(len(pool))[:size]] = True
    alone = [float(energy.losses(pool, row[None, :])[0]) for row in sets]
    assert energy.losses(pool, sets).tolist() == alone
    assert [rows.tolist() for rows in split_huge_sets(sets)] == [[0, 3], [1, 2]]


def test_both_ways_agree_where_one_takes_over():
    generator = np.random.default_rng(1)
    for middle in (0.49, 0.51, 0.53):
        accuracies = generator.uniform(middle - 0.1, middle + 0.1, HUGE - 1)
        pool = Pool(accuracies=accuracies)
        below = MajorityVote().losses(pool, np.ones((1, HUGE - 1), dtype=bool))
        same = compute_huge_errors(accuracies, np.ones((1, HUGE - 1), dtype=bool), MajorityVote().error_weights)
        assert same == pytest.approx(below, rel=1e-9)


def test_an_error_below_the_range_of_numbers_is_zero():
    pool = Pool(accuracies=np.full(HUGE, 0.9))
    assert MajorityVote().losses(pool, np.ones((1, HUGE), dtype=bool)).tolist() == [0.0]
