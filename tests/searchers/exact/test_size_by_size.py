from __future__ import annotations

import math

import numpy as np
import pytest

from conftest import paper_pool
from haversack import Pool, Problem
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.searchers.exact import size_by_size
from haversack.searchers.exact.interval_bound import IntervalBound
from haversack.searchers.exact.size_by_size import SizeBySizeSearch
from haversack.searchers.exact.sorted_members import SortedMembers
from oracles import best_by_enumeration, exact_error


class Recorder:
    """A monitor that keeps the best loss and stops after some reports."""

    def __init__(self, problem, most=10**9):
        self.problem, self.left = problem, most
        self.best_loss, self.bounds = np.inf, []

    def offer(self, sets, losses=None, **counts):
        sets = sets[self.problem.fits(sets)]
        self.best_loss = min(self.best_loss, self.problem.losses(sets).min(initial=np.inf))
        return self.count_down()

    def prove(self, loss, *, gap=None):
        self.bounds.append(loss)
        return self.count_down()

    def count_down(self):
        self.left -= 1
        return self.left > 0


@pytest.fixture
def problem():
    """Whose bound at the roots of the trees is 0.914 of the best loss."""
    pool = paper_pool(11, 9)
    return Problem(pool, MajorityVote(), Additive(), 0.4 * float(pool.costs.sum()))


def search(problem, monitor, *, bound=None):
    members = SortedMembers.of(problem)
    sizes = np.arange(1, members.largest_size + 1, 2)
    return SizeBySizeSearch(problem, monitor, members, sizes, has_start=False, bound=bound).run()


def best_loss(problem):
    accuracies = problem.pool.accuracies

    def error(chosen):
        return float(exact_error(accuracies[list(chosen)]))

    return best_by_enumeration(error, problem.pool.costs, problem.budget)[0]


@pytest.mark.parametrize("bound_from", [1, 150])
@pytest.mark.slow
def test_the_best_set_is_found_and_no_bound_passes_it(problem, bound_from, monkeypatch):
    """With bounds of single sizes raised by tilting, and without."""
    monkeypatch.setattr(size_by_size, "_BOUND_SIZES_FROM", bound_from)
    monitor = Recorder(problem)
    assert search(problem, monitor)
    assert monitor.best_loss == pytest.approx(best_loss(problem))
    assert max(monitor.bounds) <= monitor.best_loss * (1 + 1e-9)


def test_a_search_that_is_stopped_says_so(problem):
    for most in (1, 2):
        assert not search(problem, Recorder(problem, most))


@pytest.mark.slow
def test_a_common_bound_is_the_least_that_is_proved(problem):
    bound = 0.95 * best_loss(problem)
    monitors = Recorder(problem), Recorder(problem)
    search(problem, monitors[0])
    search(problem, monitors[1], bound=IntervalBound(math.log(bound), 1, ()))
    assert monitors[0].bounds[0] < bound
    assert monitors[1].bounds[0] == pytest.approx(bound)


def test_sizes_below_the_fewest_of_a_bound_are_left_out():
    """The best set is one excellent member alone; of three it is the one with two others."""
    problem = Problem(Pool(accuracies=[0.95, 0.6, 0.6, 0.55], costs=np.ones(4)), MajorityVote(), Additive(), 3.0)
    for fewest, members in ((1, [0]), (2, [0, 1, 2])):
        monitor = Recorder(problem)
        assert search(problem, monitor, bound=IntervalBound(-50.0, fewest, ()))
        assert monitor.best_loss == pytest.approx(float(exact_error(problem.pool.accuracies[members])))
