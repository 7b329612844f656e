from __future__ import annotations

import numpy as np
import pytest

from fakes import WrongShare
from haversack import Pool, Problem
from haversack.costs import NoCost
from haversack.energies import MajorityVote
from haversack.searchers.common.prefixes import DENSE, build_prefix_sets, compute_prefix_losses, offer_prefixes

ORDERS = np.array([[2, 0, 3, 1], [1, 3, 0, 2]])


class Recorder:
    def __init__(self, best_loss=np.inf):
        self.best_loss, self.offers = best_loss, []

    def offer(self, sets, losses=None, **counts):
        self.offers.append((sets, losses, counts))
        return True


def test_prefixes_are_sets_of_the_first_members():
    sets = build_prefix_sets(ORDERS, np.array([1, 0, 1]), np.array([1, 3, 2]), 5)
    assert [np.flatnonzero(row).tolist() for row in sets] == [[1], [0, 2, 3], [1, 3]]
    assert build_prefix_sets(ORDERS, np.zeros(0, dtype=int), np.zeros(0, dtype=int), 5).shape == (0, 5)


@pytest.mark.parametrize("energy", [MajorityVote(), WrongShare()])
def test_losses_are_those_of_the_sets_as_far_as_the_orders_go(energy):
    """With an energy that computes prefixes itself, and with one that does not."""
    pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6])
    problem = Problem(pool, energy, NoCost(), None)
    lengths = np.array([4, 3])
    losses = compute_prefix_losses(problem, ORDERS, lengths)
    for row, length in enumerate(lengths):
        for size in range(1, 5):
            computed = losses[row, size - 1]
            if size > length or (size % 2 == 0 and problem.traits.odd_sizes_suffice):
                assert computed == np.inf
            else:
                sets = build_prefix_sets(ORDERS, np.array([row]), np.array([size]), 4)
                assert computed == pytest.approx(problem.losses(sets)[0])


def test_only_prefixes_that_beat_all_before_them_are_offered():
    problem = Problem(Pool(accuracies=[0.9, 0.8, 0.7, 0.6]), MajorityVote(), NoCost(), None)
    losses = np.array([[0.5, np.inf, 0.3, np.inf], [0.4, np.inf, 0.2, np.inf]])
    monitor = Recorder(best_loss=0.45)
    assert offer_prefixes(problem, monitor, ORDERS, losses)
    ((sets, offered, counts),) = monitor.offers
    assert [np.flatnonzero(row).tolist() for row in sets] == [[0, 2, 3], [0, 1, 3]]
    assert offered.tolist() == [0.3, 0.2]
    assert (counts["steps"], counts["at"].tolist(), counts["evaluations"]) == (2, [1, 2], 4)


def test_of_long_orders_the_whole_and_some_prefixes_are_evaluated():
    generator = np.random.default_rng(0)
    pool = Pool(accuracies=generator.uniform(0.45, 0.6, 5_000))
    problem = Problem(pool, MajorityVote(), NoCost(), None)
    orders = generator.permuted(np.tile(np.arange(5_000), (2, 1)), axis=1)
    lengths = np.array([4_999, 3_000])
    losses = compute_prefix_losses(problem, orders, lengths)
    evaluated = [np.flatnonzero(np.isfinite(row)) + 1 for row in losses]
    for row, length in enumerate((4_999, 2_999)):
        dense = evaluated[row][evaluated[row] <= DENSE]
        assert dense.tolist() == list(range(1, DENSE + 1, 2))
        assert evaluated[row][-1] == length
        for size in evaluated[row][-3:].tolist():
            (expected,) = problem.losses(build_prefix_sets(orders, np.array([row]), np.array([size]), 5_000))
            assert losses[row, size - 1] == pytest.approx(expected)
    assert 3 <= (evaluated[0] > DENSE).sum() <= 12


def test_once_the_search_is_over_nothing_more_is_evaluated():
    pool = Pool(accuracies=np.full(5_000, 0.51))
    for energy in (MajorityVote(), WrongShare()):
        problem = Problem(pool, energy, NoCost(), None)
        orders = np.tile(np.arange(5_000), (2, 1))
        losses = compute_prefix_losses(problem, orders, np.array([5_000, 5_000]), lambda: True)
        assert np.isfinite(losses[:, 0]).all()
        assert not np.isfinite(losses[:, DENSE:]).any()


@pytest.mark.slow
def test_in_large_pools_the_best_of_each_order_alone_is_offered():
    problem = Problem(Pool(accuracies=np.full(3_000_000, 0.6)), MajorityVote(), NoCost(), None)
    losses = np.array([[0.5, np.inf, 0.3, np.inf], [0.4, np.inf, 0.2, np.inf]])
    monitor = Recorder(best_loss=1.0)
    offer_prefixes(problem, monitor, ORDERS, losses)
    ((sets, offered, counts),) = monitor.offers
    assert offered.tolist() == [0.3, 0.2]
    assert counts["at"].tolist() == [1, 2]
    assert [np.flatnonzero(row).tolist() for row in sets] == [[0, 2, 3], [0, 1, 3]]
