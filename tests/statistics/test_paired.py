from __future__ import annotations

import math

import numpy as np
import pytest

from haversack import CapabilityError, Pool, Problem
from haversack.costs import NoCost
from haversack.energies import BayesVote, MajorityVote, PluralityVote
from haversack.statistics.paired import check_item_losses, compare_items, compute_item_losses

POOL = Pool.from_votes([["a", "b"], ["b", "b"], ["a", None]], ["a", "b", "b"])


def test_the_standard_error_is_that_of_a_mean():
    first, second = np.random.default_rng(0).random((2, 50))
    apart = compare_items(first, second, None)
    assert apart.mean == pytest.approx((first - second).mean())
    assert apart.standard_error == pytest.approx((first - second).std(ddof=1) / math.sqrt(50))
    weighted = compare_items(first, second, np.full(50, 3.0))
    assert (weighted.mean, weighted.standard_error) == pytest.approx((apart.mean, apart.standard_error))


def test_one_item_says_nothing():
    assert compare_items(np.array([1.0]), np.array([0.0]), None).standard_error == math.inf
    assert compare_items(np.array([1.0]), np.array([1.0]), None).standard_error == 0.0


@pytest.mark.parametrize("energy", [PluralityVote("coin"), BayesVote()])
def test_losses_of_items_have_the_loss_as_their_mean(energy):
    problem = Problem(POOL, energy, NoCost())
    for row in np.array([[True, False], [True, True], [False, True]]):
        assert compute_item_losses(problem, row).mean() == pytest.approx(problem.losses(row[None, :])[0])


def test_what_is_no_mean_over_items_is_refused():
    with pytest.raises(CapabilityError, match="noise compares panels item by item, and the pool has no recorded votes"):
        check_item_losses(Problem(Pool(accuracies=[0.7]), MajorityVote(), NoCost()), "noise")
    with pytest.raises(CapabilityError, match="MajorityVote.* is not a mean over items; energies with which it can be"):
        check_item_losses(Problem(POOL, MajorityVote(), NoCost()), "noise")
