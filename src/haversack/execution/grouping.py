"""Short tasks are sent in groups, so that sending takes little of the time."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SECONDS_PER_GROUP, MOST_SECONDS_PER_GROUP = 0.5, 1.0
"""How much work one group is meant to be, and after how much a worker starts no other task of it."""
_MOST_TASKS = 2_000
_GROWTH = 4


class GroupingQueue:
    """Hands out tasks in groups of about half a second of work, as measured so far.

    Callbacks of joblib take groups in threads of their own.

    Parameters
    ----------
    tasks
        Numbers of tasks, in their order.
    workers
        How many share the queue: towards its end groups become smaller, so that all have work.
    """

    def __init__(self, tasks: Iterable[int], workers: int = 1) -> None:
        self._waiting = deque(tasks)
        self._workers = workers
        self._size = 1
        self._seconds: float | None = None
        self._lock = threading.Lock()
        self.in_flight: dict[int, tuple[int, ...]] = {}
        """Groups that were handed out and are not settled, by number."""
        self._groups = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self, most: int = _MOST_TASKS) -> tuple[int, tuple[int, ...]] | None:
        """Return the number of a group and its tasks, or None if nothing waits."""
        with self._lock:
            if not self._waiting:
                return None
            share = -(-len(self._waiting) // (2 * self._workers))
            size = max(1, min(self._size, most, share))
            group = tuple(self._waiting.popleft() for _ in range(min(size, len(self._waiting))))
            self._groups += 1
            self.in_flight[self._groups] = group
            return self._groups, group

    def take_all(self, most: int = _MOST_TASKS) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield groups until nothing waits."""
        while (taken := self.take(most)) is not None:
            yield taken

    def settle(self, number: int, finished: int, seconds: float) -> None:
        """Note that a group came back after so many of its tasks; the others wait again, first in line."""
        with self._lock:
            group = self.in_flight.pop(number)
            self._waiting.extendleft(reversed(group[finished:]))
            if finished:
                latest = seconds / finished
                self._seconds = latest if self._seconds is None else 0.5 * (self._seconds + latest)
                wanted = int(min(SECONDS_PER_GROUP / max(self._seconds, 1e-9), _MOST_TASKS))
                self._size = max(1, min(wanted, self._size * _GROWTH))

    def give_up(self) -> list[int]:
        """Return the tasks of all groups that are in flight, which no worker will settle any more."""
        with self._lock:
            lost = [task for group in self.in_flight.values() for task in group]
            self.in_flight.clear()
            return lost

    def add(self, tasks: Iterable[int]) -> None:
        """Put tasks at the end of the queue."""
        with self._lock:
            self._waiting.extend(tasks)
