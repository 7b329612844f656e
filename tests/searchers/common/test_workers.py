from __future__ import annotations

import threading
from itertools import count, islice

import numpy as np
import pytest

from haversack.searchers.common.workers import Workers, count_block_rows, spawn_streams


def test_streams_are_those_that_the_generator_spawns():
    ours = [stream.random() for stream in islice(spawn_streams(np.random.default_rng(5)), 3)]
    assert ours == [stream.random() for stream in np.random.default_rng(5).spawn(3)]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(workers):
    """The first task ends last where several are at work."""
    started = threading.Event()

    def work(task):
        if task == 0 and workers > 1:
            assert started.wait(30)
        elif task == 1:
            started.set()
        return task * task

    with Workers(workers) as pool:
        assert list(pool.run_in_order(work, range(8))) == [task * task for task in range(8)]


@pytest.mark.parametrize("workers", [1, 3])
def test_only_a_few_tasks_are_started_ahead(workers):
    taken = []

    def tasks():
        for task in count():
            taken.append(task)
            yield task

    with Workers(workers) as pool:
        assert list(islice(pool.run_in_order(lambda task: task, tasks()), 4)) == [0, 1, 2, 3]
    assert len(taken) <= 4 + workers


def test_an_error_in_a_task_is_raised():
    with Workers(2) as pool, pytest.raises(ZeroDivisionError):
        list(pool.run_in_order(lambda task: 1 / task, [1, 0]))


def test_blocks_are_smaller_in_larger_pools():
    assert [count_block_rows(members) for members in (1, 256, 1_000, 10**7)] == [1_024, 1_024, 262, 1]
