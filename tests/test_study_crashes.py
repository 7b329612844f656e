"""Studies whose processes are killed at random moments end with the results of an undisturbed one."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from haversack import study
from haversack.studies.stored import read_result
from haversack.studies.task_run import MEASURED
from slow_observer import SlowObserver

pytestmark = pytest.mark.slow

KILLS = 20
PATIENCE = 600.0
"""Seconds after which a test gives up, on a machine however busy."""
SETTINGS = {
    "pools": {"generator": "paper", "sizes": [9], "count": 50, "costs": "uniform"},
    "budgets": [5, 11],
    "seeds": 10,
}

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds workers in /proc")


def drop_measured(result):
    return [{key: value for key, value in row.items() if key not in MEASURED} for row in result.rows()]


def count_results(store):
    """Return how many bytes of results there are, after the header of each file: they grow with finished tasks."""
    with contextlib.suppress(OSError):
        return sum(len(file.read_bytes().partition(b"\n")[2]) for file in (store / "results").iterdir())
    return 0


def wait_for(condition, deadline):
    while not condition():
        assert time.monotonic() < deadline, "nothing happened for too long"
        time.sleep(0.01)


def list_keys(store):
    """Return the keys of all lines that were written."""
    lines = [line for file in (store / "results").iterdir() for line in file.read_bytes().splitlines(keepends=True)[1:]]
    return [json.loads(line[9:])["key"] for line in lines if line.endswith(b"\n")]


@pytest.fixture
def slow(tmp_path):
    """Tasks take 30 ms as long as this file exists, so that no machine is done before it was killed often enough."""
    file = tmp_path / "slow"
    file.touch()
    return file


@pytest.fixture(scope="module")
def undisturbed():
    """The results of a study that nobody disturbs."""
    return drop_measured(study(**SETTINGS))


@pytest.fixture
def start():
    """Start a driver in a process of its own; a server that has imported everything forks it."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["haversack.studies.run", "haversack.energies", "haversack.searchers"])
    started = []

    def start_driver(**arguments):
        process = context.Process(target=study, kwargs=arguments)
        process.start()
        started.append(process)
        return process

    yield start_driver
    for process in started:
        if process.is_alive():
            process.kill()
            process.join()


def test_a_driver_that_is_killed_again_and_again_repeats_and_loses_nothing(start, slow, undisturbed, tmp_path):
    moments = random.Random(4)
    store = tmp_path / "store"
    deadline = time.monotonic() + PATIENCE
    for _ in range(KILLS):
        before = count_results(store)
        process = start(**SETTINGS, observers=[SlowObserver(str(slow))], store=store)
        if moments.random() < 0.7:
            # After it has written something, else while it starts.
            wait_for(lambda now=before, which=process: count_results(store) > now or not which.is_alive(), deadline)
        time.sleep(moments.uniform(0.0, 0.25))
        assert process.is_alive()
        process.kill()
        process.join()
    slow.unlink()
    kept = read_result(store).finished
    assert 0 < kept < len(undisturbed)
    last = study(**SETTINGS, store=store)
    assert last.finished == len(last)
    assert drop_measured(last) == undisturbed
    # Nothing that was kept was computed again.
    assert max(Counter(list_keys(store)).values()) == 1
    assert sorted(list_keys(store)) == sorted({row["key"] for row in last.rows()})


@pytest.fixture
def start_alone():
    """Start a driver with workers; not by multiprocessing, whose processes wait at their end for idle workers."""
    started = []

    def start_process(store, slow):
        code = (
            f"import sys; sys.path[:] = {sys.path!r}\n"
            "from haversack import study\nfrom slow_observer import SlowObserver\n"
            f"study(**{SETTINGS!r}, store={str(store)!r}, jobs=2, observers=[SlowObserver({str(slow)!r})])"
        )
        process = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
        started.append(process)
        return process

    yield start_process
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def list_children(parent):
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            state, its_parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            words = (folder / "cmdline").read_text()
            if int(its_parent) == parent and state != "Z" and "loky" in words and "tracker" not in words:
                found.append(int(folder.name))
    return found


@needs_proc
def test_workers_that_are_killed_again_and_again_cost_nothing_but_time(start_alone, slow, undisturbed, tmp_path):
    moments = random.Random(5)
    store = tmp_path / "store"
    driver = start_alone(store, slow)
    deadline = time.monotonic() + PATIENCE
    killed, seen = 0, 0
    while killed < KILLS:
        # Each time after new results were kept.
        wait_for(lambda now=seen: count_results(store) > now or driver.poll() is not None, deadline)
        assert driver.poll() is None
        seen = count_results(store)
        time.sleep(moments.uniform(0.0, 0.1))
        workers = list_children(driver.pid)
        if workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(moments.choice(workers), signal.SIGKILL)
                killed += 1
    slow.unlink()
    assert driver.wait(PATIENCE) == 0
    found = read_result(store)
    assert found.finished == len(found)
    assert drop_measured(found) == undisturbed
    assert max(Counter(list_keys(store)).values()) == 1


@needs_proc
def test_workers_end_with_a_driver_that_is_killed(start_alone, slow, tmp_path):
    driver = start_alone(tmp_path / "store", slow)
    deadline = time.monotonic() + PATIENCE
    wait_for(lambda: count_results(tmp_path / "store") > 2000, deadline)
    workers = list_children(driver.pid)
    assert workers
    driver.kill()
    driver.wait()
    wait_for(lambda: not any(is_alive(worker) for worker in workers), deadline)


def is_alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


STUDY = 'seeds = 400\nbudgets = [5]\n[[pools]]\ngenerator = "paper"\nsizes = [9]\ncount = 50\n'


@pytest.mark.parametrize(
    ("number", "jobs", "status"), [(signal.SIGINT, 2, 4), (signal.SIGTERM, 2, 143), (signal.SIGINT, 1, 4)]
)
def test_a_signal_ends_the_command_with_the_results_so_far(tmp_path, number, jobs, status):
    (tmp_path / "study.toml").write_text(STUDY)
    store = tmp_path / "store"
    process = subprocess.Popen(
        [sys.executable, "-m", "haversack", "study", "study.toml", "--store", "store", "--jobs", str(jobs)],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    try:
        wait_for(lambda: count_results(store) > 20_000 or process.poll() is not None, time.monotonic() + PATIENCE)
        # As a terminal does for Ctrl-C: to the whole group.
        os.killpg(process.pid, number)
        output, errors = process.communicate(timeout=PATIENCE)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert (process.returncode, "Traceback" in errors) == (status, False), errors
    assert errors.startswith("interrupted; `haversack study ")
    found = read_result(store)
    assert 0 < found.finished < len(found)
    (shown,) = re.findall(rf"([\d,]+) of {len(found):,} tasks are finished", output)
    # What workers finished while the summary was written is kept too.
    assert 0 < int(shown.replace(",", "")) <= found.finished
    assert not found.failed
