import numpy as np

from fakes import ConstantEnergy, WrongShare
from haversack import Pool, Problem
from haversack.costs import NoCost
from haversack.monitor import RunMonitor
from haversack.searchers.common.limited_monitors import Patience, StepLimit


def watch(energy, most=10**9):
    pool = Pool(accuracies=[0.6, 0.7, 0.8])
    return RunMonitor(Problem(pool, energy, NoCost()), lambda progress: "over" if progress.steps >= most else None)


def test_a_limit_ends_the_search_and_not_the_run():
    monitor = watch(ConstantEnergy())
    limited = StepLimit(monitor, 5)
    assert limited.offer(np.eye(3, dtype=bool))
    assert not limited.is_used_up
    assert not limited.offer(np.eye(3, dtype=bool)[:1], steps=2, at=np.array([1]))
    assert limited.is_used_up
    assert (monitor.stop_reason, monitor.progress().steps) == (None, 5)


def test_a_run_that_is_over_has_not_used_up_the_limit():
    limited = StepLimit(watch(ConstantEnergy(), most=3), 3)
    assert not limited.offer(np.eye(3, dtype=bool))
    assert not limited.is_used_up


def test_patience_begins_again_with_every_better_set():
    limited = Patience(watch(WrongShare()), 3)
    rows = np.eye(3, dtype=bool)
    assert limited.offer(rows[:1], steps=9, at=np.array([9]))
    assert limited.offer(rows[:1], steps=2, at=np.array([1]))
    assert limited.offer(rows[1:2], steps=2, at=np.array([2]))
    assert limited.offer(rows[:1], steps=2, at=np.array([2]))
    assert not limited.offer(rows[:1])
    assert limited.is_used_up


def test_patience_knows_the_best_set_from_before():
    monitor = watch(WrongShare())
    monitor.offer(np.array([[False, False, True]]))
    assert not Patience(monitor, 2).offer(np.eye(3, dtype=bool)[:2])
