"""What happens in a worker: the tasks of a group, one after the other."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import attrs

from haversack.execution.grouping import MOST_SECONDS_PER_GROUP

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

_MOST_KEPT = 64
_SECONDS_BETWEEN_LOOKS = 0.5

_kept: OrderedDict[str, Any] = OrderedDict()
"""Objects that tasks share, by digest: this process unpickles each once, and forgets the oldest."""


@attrs.frozen
class GroupReport:
    """What became of a group.

    Parameters
    ----------
    number
        That of the group.
    results
        Those of its first tasks; the others were not started, because the time of a group was up.
    seconds
        Duration of these.
    """

    number: int
    results: list[Any]
    seconds: float


def run_group(
    function: Callable[[Any, Any], Any],
    number: int,
    tasks: Sequence[tuple[Any, str]],
    small: Mapping[str, bytes],
    large: Sequence[str],
    *arrays: npt.NDArray[np.uint8],
) -> GroupReport:
    """Run the tasks of a group until its time is up.

    Parameters
    ----------
    function
        Called with each task and the object that it shares with others.
    number
        That of the group.
    tasks
        Each with the digest of that object.
    small
        Pickled objects by digest.
    large
        Digests of `arrays`.
    arrays
        Larger pickled objects, which joblib sends once.
    """
    pickles: dict[str, Any] = {**small, **dict(zip(large, arrays, strict=True))}
    return run_in_time(function, number, ((task, unpickle_once(digest, pickles)) for task, digest in tasks))


def run_in_time(function: Callable[[Any, Any], Any], number: int, tasks: Any) -> GroupReport:
    """Run tasks, each with the object that it shares with others, until the time of a group is up."""
    start = time.perf_counter()
    results = []
    for task, shared in tasks:
        results.append(function(task, shared))
        if time.perf_counter() - start > MOST_SECONDS_PER_GROUP:
            break
    return GroupReport(number, results, time.perf_counter() - start)


def unpickle_once(digest: str, pickles: Mapping[str, Any]) -> Any:
    """Return the object of a digest; unpickled if this process has not kept it."""
    if digest not in _kept:
        _kept[digest] = pickle.loads(memoryview(pickles[digest]))
        while len(_kept) > _MOST_KEPT:
            _kept.popitem(last=False)
    return _kept[digest]


def become_child(parent: int) -> None:
    """Let this process ignore Ctrl-C, which its parent gets too, and end soon after its parent.

    A search that is interrupted returns its best set so far, which would be taken for the answer.

    Parameters
    ----------
    parent
        The process that started this one; it may have been killed by now.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(parent,), daemon=True).start()


def _end_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)
