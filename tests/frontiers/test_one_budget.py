"""The search at one budget, whose sets count for all."""

from __future__ import annotations

import numpy as np
import pytest

from conftest import paper_pool
from haversack import Problem
from haversack.costs import Additive
from haversack.energies import MajorityVote
from haversack.frontiers.one_budget import search_budget
from haversack.frontiers.record import FrontierRecord
from haversack.plugins import default_catalog


def never(progress):
    return None


class Singles:
    """Offers every member alone, with or without its loss; then does something else."""

    def __init__(self, *, claims=True, then=lambda rng: None):
        self.claims, self.then = claims, then
        self.start = None

    def search(self, problem, monitor, rng):
        self.start = monitor.best_set
        alone = np.eye(len(problem.pool), dtype=bool)
        monitor.offer(alone, problem.losses(alone) if self.claims else None)
        monitor.prove(0.01)
        self.then(rng)
        return "all offered"


@pytest.fixture
def problem():
    pool = paper_pool(12, 0)
    return Problem(pool, MajorityVote(), Additive(), float(pool.costs.sum()))


def search(problem, searcher, budget=None, record=None):
    record = FrontierRecord(problem) if record is None else record
    search_budget(problem, budget or problem.budget, searcher, never, record, 5, default_catalog())
    return record


def test_every_set_whose_loss_is_known_counts_for_all_budgets(problem):
    record = search(problem, Singles())
    pool = problem.pool
    assert record.search_steps == 12
    for budget in pool.costs:
        best = record.best(budget)
        affordable = pool.accuracies[pool.costs <= budget]
        assert pool.accuracies[np.flatnonzero(best)] == affordable.max()


def test_without_losses_only_the_best_set_counts(problem):
    record = search(problem, Singles(claims=False))
    pool = problem.pool
    best = int(np.argmax(pool.accuracies))
    assert record.best(pool.costs[best])[best]
    assert record.best(np.nextafter(pool.costs[best], 0) * (1 - 1e-9)) is None


def test_a_search_starts_from_the_best_set_that_is_known_for_its_budget(problem):
    searcher = Singles()
    record = search(problem, searcher)
    assert searcher.start is None
    search(problem, searcher, record=record)
    assert np.flatnonzero(searcher.start) == [np.argmax(problem.pool.accuracies)]


def test_bounds_are_recorded_for_the_budget(problem):
    record = search(problem, Singles(), budget=9.0)
    (bound,) = record.bounds()
    assert (bound.budget, bound.loss) == (9.0, 0.01)


@pytest.mark.parametrize(
    ("then", "is_random"),
    [(lambda rng: None, False), (lambda rng: rng.random(), True), (lambda rng: rng.spawn(1), True)],
)
def test_a_search_is_random_if_it_draws_or_spawns(problem, then, is_random):
    record = search(problem, Singles(then=then))
    assert record.is_random is is_random


def test_ctrl_c_is_raised_and_what_was_found_is_kept(problem):
    def press(rng):
        raise KeyboardInterrupt

    record = FrontierRecord(problem)
    with pytest.raises(KeyboardInterrupt):
        search(problem, Singles(then=press), record=record)
    assert not record.is_empty
    assert record.search_steps == 12
    assert len(record.bounds()) == 1
