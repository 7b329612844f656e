"""What a worker does with a group."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from haversack.execution import worker
from haversack.execution.worker import run_group, run_in_time, unpickle_once


def add(task, shared):
    return task + shared


def test_tasks_get_the_object_that_they_share():
    pickles = {name: pickle.dumps(value) for name, value in (("a", 10), ("b", 20))}
    array = np.frombuffer(pickles.pop("b"), dtype=np.uint8)
    report = run_group(add, 7, [(1, "a"), (2, "b"), (3, "a")], pickles, ("b",), array)
    assert (report.number, report.results) == (7, [11, 22, 13])


def test_a_group_ends_when_its_time_is_up(monkeypatch):
    monkeypatch.setattr(worker, "MOST_SECONDS_PER_GROUP", -1.0)
    assert run_in_time(add, 1, [(1, 1), (2, 1)]).results == [2]


def test_an_object_is_unpickled_once_and_the_oldest_are_forgotten(monkeypatch):
    monkeypatch.setattr(worker, "_MOST_KEPT", 2)
    monkeypatch.setattr(worker, "_kept", type(worker._kept)())
    pickles = {str(number): pickle.dumps([number]) for number in range(3)}
    first = unpickle_once("0", pickles)
    assert unpickle_once("0", {}) is first
    unpickle_once("1", pickles)
    unpickle_once("2", pickles)
    with pytest.raises(KeyError):
        unpickle_once("0", {})


CHILD = """
import os, signal, sys, time
from haversack.execution.worker import become_child
become_child(os.getppid())
assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
print(os.getpid(), flush=True)
time.sleep(600)
"""
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"


@pytest.mark.slow
def test_a_child_ignores_ctrl_c_and_ends_with_its_parent():
    parent = subprocess.Popen([sys.executable, "-c", PARENT, CHILD], stdout=subprocess.PIPE, text=True)
    child = None
    try:
        child = int(parent.stdout.readline())
        os.kill(child, signal.SIGINT)
        parent.kill()
        parent.wait()
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and is_alive(child):
            time.sleep(0.05)
        assert not is_alive(child)
        child = None
    finally:
        parent.kill()
        parent.stdout.close()
        if child is not None:
            os.kill(child, signal.SIGKILL)


def test_a_child_whose_parent_was_killed_before_it_started_ends():
    script = "import time; from haversack.execution.worker import become_child; become_child(1); time.sleep(600)"
    done = subprocess.run([sys.executable, "-c", script], timeout=60, check=False)
    assert done.returncode == 1


def is_alive(process):
    """Whether it runs; a process that ended and that nobody has asked about is a zombie."""
    try:
        with open(f"/proc/{process}/stat") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
