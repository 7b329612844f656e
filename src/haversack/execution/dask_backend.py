"""joblib's backend for Dask, which here also passes on what the scheduler reports instead of a result.

joblib itself waits for ever for a task whose workers died: its backend calls nobody back then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
from joblib import register_parallel_backend
from joblib._dask import DaskDistributedBackend

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

BACKEND = "haversack-dask"


@attrs.frozen
class _Lost:
    """What came instead of a result."""

    error: BaseException


class ReportingDaskBackend(DaskDistributedBackend):  # type: ignore[misc]
    """Calls back with errors of the scheduler, too."""

    def effective_n_jobs(self, n_jobs: int) -> int:
        """Return how many tasks run at a time; at least 2, because joblib runs tasks of one worker in this process."""
        return max(2, int(super().effective_n_jobs(n_jobs)))

    def submit(self, func: Any, callback: Callable[[Any], None] | None = None) -> Any:
        """Submit a batch; `callback` gets its result, or what came instead."""
        future: Future[Any] = super().submit(func, callback)

        def report(done: Future[Any]) -> None:
            error = done.exception()
            if error is not None and callback is not None:
                callback(_Lost(error))

        future.add_done_callback(report)
        return future

    def retrieve_result_callback(self, out: Any) -> Any:
        """Return a result, or raise what came instead."""
        if isinstance(out, _Lost):
            raise out.error
        return super().retrieve_result_callback(out)


def register_backend() -> None:
    """Make the backend known to joblib, under the name `BACKEND`."""
    register_parallel_backend(BACKEND, ReportingDaskBackend)
