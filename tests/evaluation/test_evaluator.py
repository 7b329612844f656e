from __future__ import annotations

import threading

import attrs
import numpy as np
import pytest

from conftest import paper_pool
from fakes import FollowedPairProfit, WrongShare
from haversack import Problem
from haversack.costs import Additive
from haversack.evaluation.evaluator import Abandoned, RunEvaluator, abandoned


@attrs.frozen(eq=False)
class Clock:
    """Stands still but for what the energy takes."""

    now: list[float] = attrs.field(factory=lambda: [0.0])

    def __call__(self):
        return self.now[0]


@attrs.frozen(eq=False)
class Slow:
    """Takes some seconds for each set, on a clock of its own."""

    clock: Clock
    seconds_each: float
    calls: list[np.ndarray] = attrs.field(factory=list)

    def losses(self, pool, sets):
        self.calls.append(sets.copy())
        self.clock.now[0] += self.seconds_each * len(sets)
        return WrongShare().losses(pool, sets)


def make_evaluator(seconds_each=0.0, members=30, **options):
    clock = Clock()
    pool = paper_pool(members, 0)
    energy = Slow(clock, seconds_each)
    evaluator = RunEvaluator(Problem(pool, energy, Additive(), 0.3 * float(pool.costs.sum())), clock=clock, **options)
    return evaluator, energy, clock


def draw_sets(rows, members=30, seed=0):
    return np.random.default_rng(seed).random((rows, members)) < 0.3


@pytest.mark.parametrize("seconds_each", [0.0, 1e-5, 0.003, 0.02, 2.0])
def test_the_speed_changes_nothing_where_time_is_not_limited(seconds_each):
    """Not even the sizes of calls: products of matrices are rounded differently in batches of different sizes."""
    evaluator, energy, _ = make_evaluator(seconds_each)
    sets = draw_sets(300)
    losses = evaluator.problem.losses(sets)
    assert losses == pytest.approx(WrongShare().losses(evaluator.problem.pool, sets), rel=1e-14)
    assert np.concatenate(energy.calls).tolist() == sets.tolist()
    assert list(map(len, energy.calls)) == [4, 4, 4, 4, 8, 12, 16, 24, 36, 56, 84, 48]


@pytest.mark.parametrize("seconds_each", [1e-5, 0.003, 0.02, 2.0])
def test_under_a_limit_calls_are_short_compared_with_the_time_left(seconds_each):
    evaluator, energy, clock = make_evaluator(seconds_each)
    evaluator.watch(lambda: 10.0 - clock())
    evaluator.problem.losses(draw_sets(10))
    start, sizes = clock(), list(map(len, energy.calls))
    evaluator.problem.losses(draw_sets(200, seed=1))
    assert sizes[0] == 1
    for size in map(len, energy.calls[len(sizes) :]):
        assert size == 1 or size * seconds_each <= max(0.05, 10.0 - start) / 4 + 0.05
        start += size * seconds_each


def test_a_fast_energy_soon_gets_whole_batches():
    evaluator, energy, _ = make_evaluator(1e-7)
    for seed in range(4):
        evaluator.problem.losses(draw_sets(1_000, seed=seed))
    assert list(map(len, energy.calls[-2:])) == [1_000, 1_000]


def test_what_an_earlier_run_evaluated_counts_for_the_size_of_calls():
    evaluator, energy, _ = make_evaluator(before=200)
    evaluator.problem.losses(draw_sets(300))
    assert list(map(len, energy.calls)) == [100, 148, 52]
    assert evaluator.count == 300


def test_no_set_is_evaluated_twice():
    evaluator, energy, _ = make_evaluator()
    sets = draw_sets(50)
    first = evaluator.problem.losses(np.concatenate([sets, sets[::-1]]))
    assert first[:50].tolist() == first[50:][::-1].tolist()
    assert evaluator.problem.losses(sets[10:20]).tolist() == first[10:20].tolist()
    assert evaluator.count == sum(map(len, energy.calls)) == len(np.unique(sets, axis=0))


def test_an_energy_that_follows_walks_is_asked_every_time():
    problem = Problem(paper_pool(20, 0), FollowedPairProfit(), Additive())
    evaluator = RunEvaluator(problem)
    sets = draw_sets(4, 20)
    assert evaluator.problem.losses(sets).tolist() == evaluator.problem.losses(sets).tolist()
    assert not evaluator.counts_all
    assert evaluator.count == 8


def test_the_watcher_looks_between_calls_and_ends_them():
    evaluator, energy, clock = make_evaluator(0.02)

    def watch():
        if clock() >= 1.0:
            raise StopIteration
        return 1.0 - clock()

    evaluator.watch(watch)
    with pytest.raises(StopIteration):
        evaluator.problem.losses(draw_sets(300))
    assert 1.0 <= clock() < 1.1
    # What was evaluated is known.
    evaluator.watch(lambda: np.inf)
    evaluator.problem.losses(draw_sets(300))
    assert sum(map(len, energy.calls)) == len(np.unique(draw_sets(300), axis=0))


def test_the_best_feasible_set_of_long_calls_is_kept():
    evaluator, _, _ = make_evaluator(0.02)
    sets = draw_sets(300)
    losses = evaluator.problem.losses(sets)
    losses[~(evaluator.problem.fits(sets) & sets.any(axis=1))] = np.inf
    row = evaluator.find_best()
    assert row.tolist() == sets[losses.argmin()].tolist()
    evaluator.forget_best()
    assert evaluator.find_best() is None


def test_another_energy_is_not_mistaken_for_this_one():
    evaluator, energy, _ = make_evaluator()
    other = attrs.evolve(evaluator.problem, energy=WrongShare())
    other.losses(draw_sets(3))
    assert energy.calls == []


def test_threads_of_a_searcher_that_has_ended_stop():
    evaluator, energy, _ = make_evaluator()
    event = threading.Event()
    token = abandoned.set(event)
    try:
        evaluator.problem.losses(draw_sets(1))
        event.set()
        with pytest.raises(Abandoned):
            evaluator.problem.losses(draw_sets(2))
    finally:
        abandoned.reset(token)
    assert sum(map(len, energy.calls)) == 1
