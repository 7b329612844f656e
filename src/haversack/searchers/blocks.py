"""Blocks of work, each with a random stream of its own, done by one worker or several."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import numpy as np

Task = TypeVar("Task")
Result = TypeVar("Result")

_LARGEST_BLOCK = 256
_BLOCK_CELLS = 262_144


def block_rows(members: int) -> int:
    """Return how many walks make a block: a fixed number for a pool size, few enough for the processor's cache.

    Examples
    --------
    >>> block_rows(30), block_rows(100_000)
    (256, 2)
    """
    return max(1, min(_LARGEST_BLOCK, _BLOCK_CELLS // members))


def streams(rng: np.random.Generator) -> Iterator[np.random.Generator]:
    """Yield one independent stream per block, without end.

    The b-th block always gets the b-th stream, so it does not matter who computes it.
    """
    while True:
        yield rng.spawn(1)[0]


def in_order(work: Callable[[Task], Result], tasks: Iterable[Task], workers: int) -> Iterator[Result]:
    """Yield the result of each task, in the order of the tasks, computed by so many threads.

    With several workers a few tasks are begun ahead; what has been begun when the caller stops is thrown away. So the
    number of workers changes the speed and never the answer.
    """
    if workers == 1:
        yield from map(work, tasks)
        return
    with ThreadPoolExecutor(workers) as executor:
        pending: deque[object] = deque()
        try:
            for task in tasks:
                pending.append(executor.submit(work, task))
                if len(pending) > workers:
                    yield pending.popleft().result()  # type: ignore[attr-defined]  # futures of a generic result
            while pending:
                yield pending.popleft().result()  # type: ignore[attr-defined]
        finally:
            executor.shutdown(wait=True, cancel_futures=True)
