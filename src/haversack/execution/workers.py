"""Where tasks run: in this process, in others on this machine, or on a Dask cluster."""

from __future__ import annotations

import contextlib
import math
import os
import re
import socket
import time
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import ConfigError, HaversackError
from haversack.execution.silencing import silence_taken_back_tasks, start_silent_trackers
from haversack.execution.worker import become_child
from haversack.spelling import list_known
from haversack.text import format_value
from haversack.validators import whole

if TYPE_CHECKING:
    from collections.abc import Iterator

BACKENDS = ("loky", "dask", "threading")
_JOBS = whole(1, 10_000)
_SECONDS_TO_CONNECT = 30
_SECONDS_OF_A_TRY, _SECONDS_BETWEEN_TRIES = 5, 0.5
_EXAMPLE = "tcp://127.0.0.1:8786"
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*://)?(?P<host>\[[0-9a-f:.%]+\]|[^\s:/\[\]]+):(?P<port>\d{1,5})/?", re.I)
_SCHEDULER_OF_THIS_PROCESS = re.compile(r"inproc://\S+")


@attrs.frozen
class WorkerPool:
    """How many tasks run at a time, and where.

    Parameters
    ----------
    jobs
        Number of workers; None for one per core. A Dask cluster has the number of workers that it has.
    backend
        ``loky``, processes on this machine; ``threading``, threads of this process; ``dask``, a Dask cluster. One job
        of the first two runs in this process.
    address
        Of the scheduler of a Dask cluster, such as ``tcp://host:8786``.
    is_apart
        Whether a single job of ``loky``, too, runs in a process of its own.

    Raises
    ------
    ConfigError
        For a number or a name that is not allowed.
    """

    jobs: int | None = 1
    backend: str = "loky"
    address: str | None = None
    is_apart: bool = False

    def __attrs_post_init__(self) -> None:
        problems = []
        if self.jobs is not None and not _JOBS.accepts(self.jobs):
            problems.append(f"jobs: must be {_JOBS.wanted}, got {format_value(self.jobs)}")
        if self.backend not in BACKENDS:
            problems.append(f"backend: {format_value(self.backend)}: {list_known(str(self.backend), BACKENDS)}")
        elif self.backend == "dask" and not isinstance(self.address, str):
            problems.append(f"address: missing; backend dask needs that of a scheduler, for example {_EXAMPLE}")
        elif self.backend == "dask" and not _is_address(str(self.address)):
            problems.append(
                f"address: expected SCHEME://HOST:PORT or HOST:PORT, for example {_EXAMPLE}, "
                f"got {format_value(self.address)}"
            )
        elif self.backend != "dask" and self.address is not None:
            problems.append(f"address: {format_value(self.address)}: applies only to backend dask")
        if problems:
            raise ConfigError(problems)

    @property
    def are_processes(self) -> bool:
        """Whether the workers are processes that this one starts."""
        return self.backend == "loky" and (self.jobs != 1 or self.is_apart)

    @property
    def share_memory(self) -> bool:
        """Whether tasks run in this process."""
        return self.backend == "threading" or (self.backend == "loky" and not self.are_processes)

    @property
    def deaths_allowed(self) -> int:
        """How often a task that runs alone may lose its process; a Dask cluster has tried several times by then."""
        return 1 if self.backend == "dask" else 2

    def count(self) -> int:
        """Return the number of workers of this machine."""
        from joblib import cpu_count

        return int(cpu_count()) if self.jobs is None else int(self.jobs)

    @contextlib.contextmanager
    def open(self) -> Iterator[tuple[dict[str, Any], int]]:
        """Connect to the workers; yields arguments of `joblib.Parallel`, and how many workers there are.

        Raises
        ------
        HaversackError
            If the cluster cannot be reached, or Dask is not installed.
        """
        if self.backend == "dask":
            with self._connect() as arguments:
                yield arguments
        elif self.backend == "threading":
            yield {"n_jobs": self.count(), "backend": self.backend}, self.count()
        else:
            from joblib import parallel_config

            silence_taken_back_tasks()
            start_silent_trackers()
            # One thread each: the other cores are for the other workers, and sums come out the same on all machines.
            own = {"inner_max_num_threads": 1, "initializer": become_child, "initargs": (os.getpid(),)}
            with parallel_config(backend=self.backend, **own):
                # joblib runs a single job in this process. Arrays beyond the limit are written, once, to memory that
                # all processes share.
                yield {"n_jobs": max(2, self.count()), "max_nbytes": 100_000}, self.count()

    @contextlib.contextmanager
    def _connect(self) -> Iterator[tuple[dict[str, Any], int]]:
        try:
            import distributed
            from distributed.comm.registry import get_backend
            from joblib import parallel_config

            from haversack.execution.dask_backend import BACKEND, register_backend
        except ImportError as error:
            raise HaversackError(
                'backend dask: needs dask and distributed: pip install "haversack[cluster]"'
            ) from error
        register_backend()
        _wait_for_scheduler(str(self.address))
        try:
            # A client that fails for its scheme takes a minute to be deleted, and prints a traceback.
            get_backend(str(self.address).rpartition("://")[0] or "tcp")
            client = distributed.Client(  # type: ignore[no-untyped-call]
                self.address, timeout=_SECONDS_TO_CONNECT, set_as_default=False
            )
        except (OSError, ValueError, TypeError) as error:
            raise HaversackError(f"address {self.address}: no Dask scheduler reached: {error}") from error
        with client:
            try:
                with parallel_config(backend=BACKEND, client=client, wait_for_workers_timeout=_SECONDS_TO_CONNECT):
                    yield {"n_jobs": -1}, max(1, sum(client.ncores().values()))  # type: ignore[no-untyped-call]
            except TimeoutError as error:
                raise HaversackError(
                    f"address {self.address}: the cluster has no worker; `dask worker {self.address}` starts one"
                ) from error
            except OSError as error:
                raise HaversackError(
                    f"address {self.address}: the Dask scheduler cannot be reached any more: {error}"
                ) from error


def _wait_for_scheduler(address: str) -> None:
    """Return as soon as a scheduler listens on a TCP port.

    Dask's own wait cannot be interrupted by Ctrl-C or SIGTERM.

    Raises
    ------
    HaversackError
        If none does in time.
    """
    scheme, _, place = address.rpartition("://")
    if scheme not in ("", "tcp", "tls"):
        return
    host, _, port = place.rstrip("/").rpartition(":")
    deadline = time.monotonic() + _SECONDS_TO_CONNECT
    while True:
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=_SECONDS_OF_A_TRY).close()
            return
        except OSError as error:
            if time.monotonic() > deadline:
                raise HaversackError(
                    f"address {address}: no Dask scheduler reached within {_SECONDS_TO_CONNECT} s: "
                    f"{error.strerror or error}"
                ) from error
        time.sleep(_SECONDS_BETWEEN_TRIES)


def _is_address(text: str) -> bool:
    if _SCHEDULER_OF_THIS_PROCESS.fullmatch(text):
        return True
    found = _ADDRESS.fullmatch(text)
    if found is None or not 1 <= int(found["port"]) <= 65_535:
        return False
    try:
        # As `socket` does: parts of a name must not be empty, nor longer than 63 characters.
        found["host"].encode("idna")
    except UnicodeError:
        return False
    return True


def estimate_seconds_left(finished: int, planned: int, seconds: float) -> float:
    """Return how long the rest takes, if it goes on as it went; infinite as long as nothing is finished.

    Examples
    --------
    >>> estimate_seconds_left(50, 200, 10.0)
    30.0
    """
    return (planned - finished) * seconds / finished if finished else math.inf
