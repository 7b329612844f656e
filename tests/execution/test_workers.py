"""WorkerPool: what can be asked for, and what happens where nobody answers."""

from __future__ import annotations

import math
import sys

import pytest

from haversack import ConfigError, HaversackError
from haversack.execution import workers as workers_module
from haversack.execution.workers import WorkerPool, estimate_seconds_left


@pytest.mark.parametrize(
    ("arguments", "processes", "shared"),
    [((1,), False, True), ((2,), True, False), ((None,), True, False), ((2, "threading"), False, True)],
)
def test_where_tasks_run(arguments, processes, shared):
    workers = WorkerPool(*arguments)
    assert (workers.are_processes, workers.share_memory) == (processes, shared)
    assert workers.count() == (arguments[0] or workers.count()) >= 1
    with workers.open() as (settings, count):
        # joblib would run a single job in this process.
        assert settings["n_jobs"] == max(2, count)
        assert count == workers.count()


def test_a_single_job_may_have_a_process_of_its_own():
    workers = WorkerPool(1, is_apart=True)
    assert (workers.are_processes, workers.share_memory, workers.count()) == (True, False, 1)


def test_a_cluster_is_neither():
    workers = WorkerPool(1, "dask", "tcp://127.0.0.1:1")
    assert (workers.are_processes, workers.share_memory) == (False, False)


def test_all_mistakes_are_reported():
    with pytest.raises(ConfigError) as caught:
        WorkerPool(2.5, "slurm")
    assert caught.value.problems == (
        "jobs: must be a whole number of at least 1 and at most 10,000, got 2.5",
        "backend: 'slurm': known: loky, dask, threading",
    )


def test_dask_is_optional(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        HaversackError, match=r'^backend dask: needs dask and distributed: pip install "haversack\[cluster'
    ):
        WorkerPool(1, "dask", "tcp://127.0.0.1:1").open().__enter__()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://here"])
def test_a_scheduler_that_does_not_answer_is_named(monkeypatch, address):
    pytest.importorskip("distributed", reason="dask is not installed")
    monkeypatch.setattr(workers_module, "_SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(HaversackError, match=rf"^address {address}: no Dask scheduler can be reached: "):
        WorkerPool(1, "dask", address).open().__enter__()


def test_nothing_is_known_of_the_time_left_before_the_first_task():
    assert estimate_seconds_left(0, 5, 3.0) == math.inf
