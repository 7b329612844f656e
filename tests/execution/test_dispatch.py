"""Tasks on workers: every task has its result, whoever dies."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from haversack import HaversackError
from haversack.execution import dispatch
from haversack.execution import workers as workers_module
from haversack.execution.dispatch import Died, run_tasks
from haversack.execution.workers import WorkerPool


def add_length(task, shared):
    return task + len(shared)


def die_of_thirteen(task, _):
    if task == 13:
        os._exit(1)
    return -task


def die(task, _):
    os._exit(1)


def die_once(task, file):
    if task == 5 and not os.path.exists(file):  # noqa: PTH110
        open(file, "w").close()  # noqa: PTH123
        os._exit(1)
    return task


def complain(task, _):
    raise HaversackError("this task is wrong")


def describe_process(task, _):
    time.sleep(0.001)
    return os.getpid(), os.environ.get("OMP_NUM_THREADS"), time.monotonic()


SHARED = {"small": np.arange(3), "large": np.arange(100_000)}
TASKS = [(number, "large" if number % 2 else "small") for number in range(50)]


@pytest.mark.parametrize("workers", [WorkerPool(1), WorkerPool(2), WorkerPool(2, "threading")], ids=str)
def test_every_task_has_its_result(workers):
    found = dict(run_tasks(add_length, TASKS, SHARED, workers))
    assert found == {number: number + len(SHARED[name]) for number, name in TASKS}


@pytest.mark.parametrize("workers", [WorkerPool(1), WorkerPool(2), WorkerPool(2, "threading")], ids=str)
def test_what_a_task_raises_ends_everything(workers):
    with pytest.raises(HaversackError, match="^this task is wrong$"):
        list(run_tasks(complain, TASKS, SHARED, workers))


@pytest.mark.parametrize("workers", [WorkerPool(1, is_apart=True), WorkerPool(2)], ids=str)
def test_other_processes_compute_on_one_thread_each(workers, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    found = [result for _, result in run_tasks(describe_process, TASKS, SHARED, workers)]
    assert os.getpid() not in {process for process, _, _ in found}
    assert {threads for _, threads, _ in found} == {"1"}
    assert os.environ["OMP_NUM_THREADS"] == "7"


@pytest.mark.slow
def test_a_worker_that_dies_loses_nothing(tmp_path):
    tasks = [(number, "file") for number in range(20)]
    found = dict(run_tasks(die_once, tasks, {"file": str(tmp_path / "died")}, WorkerPool(2)))
    assert found == {number: number for number in range(20)}
    assert (tmp_path / "died").exists()


DIE_WHILE_SENDING = """
import os, signal, sys, threading
from haversack.execution.dispatch import run_tasks
from haversack.execution.workers import WorkerPool

def die_while_sending(task, file):
    try:
        open(file, "x").close()
    except FileExistsError:
        return b""
    threading.Timer(float(sys.argv[2]), os.kill, (os.getpid(), signal.SIGKILL)).start()
    return bytes(100_000_000)

if __name__ == "__main__":
    tasks = [(number, "file") for number in range(4)]
    found = run_tasks(die_while_sending, tasks, {"file": sys.argv[1]}, WorkerPool(2))
    print(sorted(number for number, _ in found))
"""


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.06, 0.1, 0.14])
def test_a_worker_that_dies_while_it_sends_its_report_stops_nothing(tmp_path, seconds):
    """A part of the report in a pipe would be waited for; at which moment it is there depends on the machine."""
    script = tmp_path / "script.py"
    script.write_text(DIE_WHILE_SENDING)
    command = [sys.executable, "-W", "ignore", str(script), str(tmp_path / "died"), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout == "[0, 1, 2, 3]\n"


@pytest.mark.slow
def test_a_task_that_kills_its_process_is_found_and_the_others_are_done():
    tasks = [(number, "none") for number in range(30)]
    found = dict(run_tasks(die_of_thirteen, tasks, {"none": None}, WorkerPool(2)))
    assert found == {number: Died(2) if number == 13 else -number for number in range(30)}


@pytest.mark.parametrize("workers", [WorkerPool(2), WorkerPool(1, is_apart=True)], ids=str)
def test_an_object_that_cannot_be_sent_is_named(workers):
    with pytest.raises(
        HaversackError,
        match=r"^workers: lock cannot be sent to another process: .*; use one job, or the backend threading$",
    ):
        list(run_tasks(add_length, [(1, "lock")], {"lock": threading.Lock()}, workers))


def die_of_small_numbers(task, _):
    if task < 12:
        os._exit(1)
    return -task


def die_of_even_numbers(task, _):
    if task % 2 == 0:
        os._exit(1)
    # Others are finished only when they run alone.
    time.sleep(0.5)
    return task


@pytest.mark.slow
def test_many_tasks_that_kill_their_processes_are_found_and_the_others_are_done():
    tasks = [(number, "none") for number in range(16)]
    found = dict(run_tasks(die_of_small_numbers, tasks, {"none": None}, WorkerPool(2)))
    assert found == {number: Died(2) if number < 12 else -number for number in range(16)}


@pytest.mark.slow
def test_lost_tasks_run_alone_where_nothing_is_finished(monkeypatch):
    monkeypatch.setattr(dispatch, "_MOST_ROUNDS_WITHOUT_RESULT", 1)
    found = dict(run_tasks(die, [(number, "none") for number in range(3)], {"none": None}, WorkerPool(2)))
    assert found == dict.fromkeys(range(3), Died(2))


@pytest.mark.slow
def test_too_many_tasks_that_kill_their_processes_end_everything(monkeypatch):
    monkeypatch.setattr(dispatch, "_MOST_DEATHS_IN_A_ROW", 2)
    results = run_tasks(die, [(number, "none") for number in range(4)], {"none": None}, WorkerPool(2))
    assert next(results)[1] == Died(2)
    with pytest.raises(HaversackError, match=r"^workers: 2 tasks in a row killed their processes; the last one: "):
        list(results)


@pytest.mark.slow
def test_a_result_between_tasks_that_kill_their_processes_lets_the_others_go_on(monkeypatch):
    monkeypatch.setattr(dispatch, "_MOST_ROUNDS_WITHOUT_RESULT", 1)
    monkeypatch.setattr(dispatch, "_MOST_DEATHS_IN_A_ROW", 2)
    tasks = [(number, "none") for number in range(4)]
    found = dict(run_tasks(die_of_even_numbers, tasks, {"none": None}, WorkerPool(2)))
    assert found == {0: Died(2), 1: 1, 2: Died(2), 3: 3}


@pytest.mark.slow
def test_no_task_is_blamed_where_workers_die_without_one(monkeypatch):
    monkeypatch.setattr(dispatch, "_MOST_ROUNDS_WITHOUT_RESULT", 1)
    monkeypatch.setattr(workers_module, "become_child", end_process)
    results = run_tasks(add_length, TASKS, SHARED, WorkerPool(2))
    with pytest.raises(HaversackError, match=r"^workers: die before they finish anything; the last one: "):
        next(results)


def end_process(parent):
    os._exit(1)


def sleep(task, _):
    time.sleep(0.01)
    return task


@pytest.mark.parametrize("workers", [WorkerPool(2), WorkerPool(2, "threading")], ids=str)
def test_whoever_stops_listening_gets_no_warning(workers, recwarn):
    results = run_tasks(sleep, [(number, "none") for number in range(400)], {"none": None}, workers)
    next(results)
    results.close()
    assert [str(warning.message) for warning in recwarn] == []
