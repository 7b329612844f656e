"""Blocks of work, each with its own random stream, done by one worker or several."""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from haversack.evaluation.evaluator import abandoned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    import numpy as np

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_WORKERS = 1_024
"""More threads than any machine makes use of."""
_LARGEST_BLOCK = 1024
_BLOCK_CELLS = 262_144


def count_block_rows(members: int) -> int:
    """Return how many walks make a block: a fixed number for a pool size, few enough for the processor's cache.

    Examples
    --------
    >>> count_block_rows(30), count_block_rows(100_000)
    (1024, 2)
    """
    return max(1, min(_LARGEST_BLOCK, _BLOCK_CELLS // members))


def spawn_streams(rng: np.random.Generator) -> Iterator[np.random.Generator]:
    """Yield one independent stream per block, without end.

    The b-th block always gets the b-th stream, whichever worker computes it.
    """
    while True:
        yield rng.spawn(1)[0]


class Workers:
    """Threads that share work; with one worker, no thread at all.

    Parameters
    ----------
    count
        Number of threads. It changes the speed and never the answer.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._over = threading.Event()
        self._executor = (
            ThreadPoolExecutor(count, initializer=abandoned.set, initargs=(self._over,)) if count > 1 else None
        )

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            # What was started ahead is of no use any more.
            self._over.set()
            self._executor.shutdown(wait=True, cancel_futures=True)

    def run_in_order(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the result of each task, in the order of the tasks.

        A few tasks are started ahead; their results are discarded when the caller stops.
        """
        if self._executor is None:
            yield from map(work, tasks)
            return
        pending: deque[Future[Result]] = deque()
        for task in tasks:
            pending.append(self._executor.submit(work, task))
            if len(pending) > self._count:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
