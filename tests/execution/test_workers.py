"""WorkerPool: what can be asked for, and what happens where nobody answers."""

from __future__ import annotations

import math
import socket
import sys
import time

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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("tcp://127.0.0.1:9", r" within 0\.5 s: Connection refused$"),
        ("127.0.0.1:9", r" within 0\.5 s: Connection refused$"),
        ("nonsense://here:9", ": "),
    ],
)
def test_a_scheduler_that_does_not_answer_is_named(monkeypatch, address, reason):
    pytest.importorskip("distributed", reason="dask is not installed")
    monkeypatch.setattr(workers_module, "_SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(HaversackError, match=rf"^address {address}: no Dask scheduler reached{reason}"):
        WorkerPool(1, "dask", address).open().__enter__()


@pytest.mark.parametrize(
    "address",
    [
        "localhost",
        "bogus",
        "tcp://localhost",
        "nonsense://here",
        "host:port",
        "host:0",
        "host:70000",
        ":9",
        "",
        "a..b:9",
        f"{'a' * 64}:9",
    ],
)
def test_an_address_has_a_host_and_a_port(address):
    with pytest.raises(ConfigError) as caught:
        WorkerPool(1, "dask", address)
    assert caught.value.problems == (
        f"address: expected SCHEME://HOST:PORT or HOST:PORT, for example tcp://127.0.0.1:8786, got {address!r}",
    )


@pytest.mark.parametrize(
    "address",
    [
        "host:8786",
        "tls://host.example:8786",
        "tcp://[::1]:8786",
        "[::1]:8786",
        "ws://10.0.0.1:80/",
        "inproc://10.0.0.1/7/1",
    ],
)
def test_addresses_of_all_forms_are_allowed(address):
    assert WorkerPool(1, "dask", address).address == address


def test_no_client_is_made_for_a_scheme_that_dask_does_not_know(monkeypatch):
    """Its deletion would take a minute."""
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    monkeypatch.setattr(distributed, "Client", lambda *_, **__: pytest.fail("a client was made"))
    with pytest.raises(HaversackError, match="unknown address scheme 'nonsense'"):
        WorkerPool(1, "dask", "nonsense://here:9").open().__enter__()


def test_nothing_is_known_of_the_time_left_before_the_first_task():
    assert estimate_seconds_left(0, 5, 3.0) == math.inf


def test_waiting_for_a_scheduler_can_be_interrupted(monkeypatch):
    pytest.importorskip("distributed", reason="dask is not installed")
    waited = []

    def interrupt(seconds):
        waited.append(seconds)
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupt)
    with pytest.raises(KeyboardInterrupt):
        WorkerPool(1, "dask", "tcp://127.0.0.1:9").open().__enter__()
    assert len(waited) == 1


def test_a_scheduler_that_starts_late_is_waited_for(monkeypatch):
    waited = []
    with socket.socket() as late:
        late.bind(("127.0.0.1", 0))

        def listen_the_second_time(seconds):
            waited.append(seconds)
            if len(waited) == 2:
                late.listen()

        monkeypatch.setattr(time, "sleep", listen_the_second_time)
        workers_module._wait_for_scheduler(f"127.0.0.1:{late.getsockname()[1]}")
    assert len(waited) == 2
