"""A real Dask cluster on this machine, of which one worker is killed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading

import pytest

pytest.importorskip("distributed", reason="dask is not installed")

from haversack import HaversackError, study
from haversack.execution import workers
from haversack.execution.dispatch import Died, run_tasks
from haversack.execution.workers import WorkerPool
from haversack.studies.stored import read_result
from haversack.studies.task_run import MEASURED

pytestmark = [
    pytest.mark.slow,
    # Of Dask itself and its dependencies, about each other and about connections that end.
    pytest.mark.filterwarnings("ignore"),
]

PATIENCE = 120.0
CLUSTER = """
import json, os, sys, time, warnings
warnings.simplefilter("ignore")
import dask
dask.config.set({"distributed.scheduler.allowed-failures": 2, "distributed.worker.memory.terminate": False})
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
        scheduler_port=0, memory_limit=0, silence_logs=50,
    ) as cluster:
        pids = [worker.process.pid for worker in cluster.workers.values()]
        found = {"address": cluster.scheduler_address, "workers": pids, "scheduler": os.getpid()}
        print(json.dumps(found), flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def cluster(tmp_path):
    """Address of a scheduler with two worker processes, and the ids of these."""
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    process = subprocess.Popen(
        [sys.executable, str(script)],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([os.path.dirname(__file__), *sys.path])},  # noqa: PTH120
    )
    watchdog = threading.Timer(PATIENCE, lambda: os.killpg(process.pid, signal.SIGKILL))
    watchdog.daemon = True
    watchdog.start()
    try:
        line = process.stdout.readline()
        assert line, "the cluster did not start"
        yield json.loads(line)
    finally:
        watchdog.cancel()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdin.close()
        process.stdout.close()


def drop_measured(result):
    return [{key: value for key, value in row.items() if key not in MEASURED} for row in result.rows()]


def test_a_cluster_that_loses_a_worker_gives_the_results_of_one_core(cluster, tmp_path):
    arguments = {"pools": {"generator": "paper", "sizes": [9], "count": 30}, "seeds": 10}
    killed = []

    def kill_one(progress):
        if not killed and progress.finished > 5:
            killed.append(cluster["workers"][0])
            os.kill(killed[0], signal.SIGKILL)

    found = study(
        **arguments, store=tmp_path / "store", backend="dask", address=cluster["address"], on_progress=kill_one
    )
    assert killed
    assert found.finished == len(found) == 300
    assert drop_measured(found) == drop_measured(study(**arguments))


def test_a_scheduler_that_is_killed_is_named_and_what_is_finished_is_kept(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_SECONDS_TO_CONNECT", 1)
    arguments = {"pools": {"generator": "paper", "sizes": [9], "count": 30}, "seeds": 10, "store": tmp_path / "store"}

    def kill_it(progress):
        if progress.finished > 5:
            with contextlib.suppress(ProcessLookupError):
                os.kill(cluster["scheduler"], signal.SIGKILL)

    with pytest.raises(HaversackError, match=r"^address tcp://.*: the Dask scheduler cannot be reached any more: "):
        study(**arguments, backend="dask", address=cluster["address"], on_progress=kill_it)
    assert 5 < read_result(tmp_path / "store").finished < 300


KILLER = """
import os, time
def die_of_three(task, shared):
    if task == 3:
        os._exit(1)
    return task + len(shared)
"""


def test_a_task_that_kills_its_workers_is_reported_and_the_others_are_done(cluster, tmp_path, monkeypatch):
    # Beside the script of the cluster, where its workers find it too.
    (tmp_path / "dask_killer.py").write_text(KILLER)
    monkeypatch.syspath_prepend(str(tmp_path))
    from dask_killer import die_of_three

    shared = {"large": bytes(300_000)}
    tasks = [(number, "large") for number in range(6)]
    found = dict(run_tasks(die_of_three, tasks, shared, WorkerPool(1, "dask", cluster["address"])))
    assert found == {number: Died(1) if number == 3 else number + 300_000 for number in range(6)}
