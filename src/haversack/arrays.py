"""Types of the arrays in the interfaces, and the sets of one member."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Callable

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.int64]
Sets: TypeAlias = npt.NDArray[np.bool_]
"""A batch of sets: one row per set, one column per member of the pool, True where the member is in the set."""

_MOST_CELLS = 4_000_000


A = TypeVar("A", bound="npt.NDArray[Any]")


def lock(array: A) -> A:
    """Return a view of an array that cannot be written to; its owner still can write.

    Examples
    --------
    >>> lock(np.zeros(2))[0] = 1.0
    Traceback (most recent call last):
    ValueError: assignment destination is read-only
    """
    view = array.view()
    view.setflags(write=False)
    return view


def sum_members(sets: Sets, values: FloatArray) -> FloatArray:
    """Return the sum of what each member of a set has, for each set.

    Unlike `sets @ values`, to the last digit the same in whatever batch a set is, and on any number of threads.

    Examples
    --------
    >>> sum_members(np.array([[True, False, True]]), np.array([1.0, 2.0, 4.0]))
    array([5.])
    """
    return np.asarray(np.einsum("ij,j->i", np.ascontiguousarray(sets), values))


def evaluate_single_sets(evaluate: Callable[[Sets], FloatArray], members: int) -> FloatArray:
    """Return the number that `evaluate` gives for the set of each member alone.

    Examples
    --------
    >>> evaluate_single_sets(lambda sets: sets @ np.array([3.0, 1.0, 2.0]), 3).tolist()
    [3.0, 1.0, 2.0]
    """
    numbers = np.empty(members)
    # In slices: the identity matrix of a pool of 100,000 would take 10 GB.
    width = max(1, _MOST_CELLS // members)
    for start in range(0, members, width):
        alone = np.arange(start, min(start + width, members))[:, None] == np.arange(members)
        numbers[start : start + len(alone)] = evaluate(alone)
    return numbers
