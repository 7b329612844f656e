"""The search tree goes on depth first where too many nodes wait."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from haversack import Pool, Problem
from haversack.costs import Additive
from haversack.monitor import RunMonitor
from haversack.searchers.branch_and_bound import tree
from haversack.testing.examples import every_set
from submodular import BoundedPairs, Coverage


def make_problems():
    generator = np.random.default_rng(3)
    pool = Pool(accuracies=[0.7] * 11, costs=generator.uniform(0.5, 2.0, 11))
    pairs = generator.integers(-4, 5, (11, 11)).astype(float)
    yield Problem(pool, BoundedPairs(pairs + pairs.T), Additive(), 7.0)
    covers = (generator.random((11, 30)) < 0.2).astype(float)
    yield Problem(pool, Coverage(covers, generator.exponential(1.0, 30), np.zeros(11)), Additive(), 5.0)


@pytest.mark.parametrize(("most", "rows"), [(1, 1), (3, 20), (10**6, 10**6)])
def test_neither_memory_nor_batches_change_the_proof(most, rows, monkeypatch):
    monkeypatch.setattr(tree, "_MOST_OPEN", most)
    monkeypatch.setattr(tree, "_ROWS", rows)
    for problem in make_problems():
        sets = every_set(11)[1:]
        best = problem.losses(sets[problem.fits(sets)]).min()
        bounds = []
        monitor = RunMonitor(problem, lambda progress, bounds=bounds: bounds.append(progress.loss_bound))
        assert tree.Tree(problem, monitor).search() == "proved optimal"
        assert monitor.best_loss == pytest.approx(best, rel=1e-12)
        assert all(before <= after for before, after in itertools.pairwise(bounds)), "bounds only improve"
        assert max(bounds) <= best + 1e-11 * abs(best)


def test_a_pool_that_is_too_large_to_explore_has_an_answer_and_a_bound(monkeypatch):
    monkeypatch.setattr(tree, "_MOST_MEMBERS", 10)
    for problem in make_problems():
        sets = every_set(11)[1:]
        best = problem.losses(sets[problem.fits(sets)]).min()
        monitor = RunMonitor(problem, lambda progress: None)
        reason = tree.Tree(problem, monitor).search()
        assert reason in ("more than 10 members are too many to explore further", "proved optimal")
        assert monitor.loss_bound <= best + 1e-11 * abs(best)
        assert monitor.best_loss < 0.6 * best, "greedy sets are a good start"


def test_a_pool_of_thousands_has_an_answer_and_a_bound_after_its_first_sets():
    members = 3_000
    generator = np.random.default_rng(0)
    pool = Pool(accuracies=np.full(members, 0.7), costs=generator.uniform(0.5, 2.0, members))
    covers = (generator.random((members, 10)) < 0.1).astype(float)
    problem = Problem(pool, Coverage(covers, np.ones(10), np.zeros(members)), Additive(), 4.0)
    monitor = RunMonitor(problem, lambda progress: "over" if progress.steps >= members + 2 else None)
    assert tree.Tree(problem, monitor).search() is None
    assert 1.0 <= -monitor.best_loss <= -monitor.loss_bound < 40.0
