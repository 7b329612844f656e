"""Examples to try a promise on, and the smallest one that breaks it."""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from haversack.arrays import FloatArray, Sets
from haversack.pools.columns import present_columns
from haversack.pools.pool import Pool

try:
    from hypothesis import HealthCheck, Phase, Verbosity, given, settings
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "haversack.testing needs hypothesis; `pip install 'haversack[testing]'` brings it", name=error.name
    ) from error

__all__ = [
    "Claim",
    "Example",
    "MakePool",
    "accuracy_values",
    "batches",
    "chosen_members",
    "columns",
    "equal_members",
    "every_set",
    "made_by",
    "plain_pool",
    "pools",
    "refuted",
    "rows",
    "shown",
    "st",
]

MakePool = Callable[[FloatArray, FloatArray], Pool]
"""Makes a pool of members with these accuracies and costs; everything else in it is its own affair."""

Example = Mapping[str, Any]
Claim = Callable[..., str | None]
"""Takes an example by keyword; returns what is wrong with it, or None."""


class _RefutedError(Exception):
    """Tells hypothesis that an example will do."""


def plain_pool(accuracies: FloatArray, costs: FloatArray) -> Pool:
    """Make a pool with nothing further in it."""
    return Pool(accuracies=accuracies, costs=costs)


def refuted(
    examples: st.SearchStrategy[Example], claim: Claim, *, tries: int = 40
) -> tuple[Example, str, Exception | None] | None:
    """Look for an example that a claim does not hold on.

    Parameters
    ----------
    examples
        Where examples come from.
    claim
        Says what is wrong with one; whatever it raises is wrong too.
    tries
        How many examples to try.

    Returns
    -------
    tuple or None
        The smallest such example, what is wrong with it and the exception behind it, if any; None if all is well. The
        same every time: nothing is random.
    """
    for example in _drawn(examples, tries):
        # Whoever writes to an example spoils it for himself only.
        given = copy.deepcopy(example)
        complaint, cause = _complaint(claim, given)
        if complaint is not None:
            # The same examples again, now down to the smallest; one that fails only once is told as it is.
            return _smallest(examples, claim, tries) or (given, complaint, cause)
    return None


_DRAWN: WeakKeyDictionary[st.SearchStrategy[Any], dict[int, list[Example]]] = WeakKeyDictionary()
"""Drawing takes longer than most claims, and many are tried on the same examples."""


def _drawn(examples: st.SearchStrategy[Example], tries: int) -> list[Example]:
    """Return the examples that hypothesis would try."""
    known = _DRAWN.setdefault(examples, {})
    if tries not in known:
        drawn: list[Example] = []
        _smallest(examples, lambda **example: drawn.append(example), tries)
        known[tries] = drawn
    return known[tries]


def _complaint(claim: Claim, example: Example) -> tuple[str | None, Exception | None]:
    try:
        return claim(**example), None
    except Exception as error:
        return f"it raised {type(error).__name__}: {error}", error


def _smallest(
    examples: st.SearchStrategy[Example], claim: Claim, tries: int
) -> tuple[Example, str, Exception | None] | None:
    """Return the smallest example that a claim does not hold on."""
    found: list[tuple[Example, str, Exception | None]] = []

    @settings(
        max_examples=tries,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @given(examples)
    def attempt(example: Example) -> None:
        complaint, cause = _complaint(claim, example)
        if complaint is not None:
            found.append((example, complaint, cause))
            raise _RefutedError

    try:
        attempt()
    except Exception:
        # Also where an example fails only now and then, of which hypothesis complains in words of its own.
        if not found:
            raise
    return found[-1] if found else None


def shown(value: object) -> str:
    """Return a value as one would write it down.

    Examples
    --------
    >>> print(shown(Pool(accuracies=[0.5], costs=[1])))
    Pool(accuracies=[0.5], costs=[1.0])
    >>> shown(np.array([[True, False, True], [False, False, False]]))
    '[{0, 2}, {}]'
    """
    if isinstance(value, Pool):
        columns = {key: column for key, column in value.to_dict().items() if key != "names"}
        return f"Pool({', '.join(f'{key}={column!r:.300}' for key, column in columns.items())})"
    if isinstance(value, np.ndarray) and value.dtype == np.bool_:
        rows = [f"{{{', '.join(map(str, np.flatnonzero(row).tolist()))}}}" for row in np.atleast_2d(value)]
        return f"[{', '.join(rows)}]"
    if isinstance(value, np.ndarray):
        return repr(value.tolist())
    return repr(value)


accuracy_values = st.sampled_from([0.5, 0.0, 1.0, 0.75, 1 - 1e-12]) | st.floats(0.0, 1.0)
cost_values = st.sampled_from([1.0, 2.0, 0.1, 1e-6, 1e6]) | st.floats(0.01, 100.0)


@st.composite
def columns(draw: st.DrawFn, min_size: int = 1, max_size: int = 6) -> tuple[list[float], list[float]]:
    """Draw accuracies and costs of a few members, who are all alike every third time."""
    size = draw(st.integers(min_size, max_size))
    if draw(st.sampled_from([False, False, True])):
        return [draw(accuracy_values)] * size, [draw(cost_values)] * size
    return (
        draw(st.lists(accuracy_values, min_size=size, max_size=size)),
        draw(st.lists(cost_values, min_size=size, max_size=size)),
    )


@st.composite
def pools(draw: st.DrawFn, make_pool: MakePool, min_size: int = 1, max_size: int = 6) -> Pool:
    """Draw small pools."""
    accuracies, costs = draw(columns(min_size, max_size))
    return made_by(make_pool, accuracies, costs)


@st.composite
def rows(draw: st.DrawFn, members: int, min_rows: int = 1, max_rows: int = 4) -> Sets:
    """Draw a few sets out of so many members."""
    count = draw(st.integers(min_rows, max_rows))
    # One number is drawn faster than many truth values.
    bits = draw(st.integers(0, 2 ** (count * members) - 1))
    return np.array([bits >> place & 1 for place in range(count * members)], dtype=np.bool_).reshape(count, members)


@functools.lru_cache(maxsize=64)
def batches(make_pool: MakePool, min_rows: int = 1, max_rows: int = 4) -> st.SearchStrategy[Example]:
    """Return pools, each with a few sets; the same object every time, so that they are drawn once."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Example:
        pool = draw(pools(make_pool))
        return {"pool": pool, "sets": draw(rows(len(pool), min_rows, max_rows))}

    return drawn()


@functools.lru_cache(maxsize=64)
def chosen_members(make_pool: MakePool, min_size: int = 1) -> st.SearchStrategy[Example]:
    """Return pools, each with one set that is not empty, as its members; the same object every time."""

    @st.composite
    def drawn(draw: st.DrawFn) -> Example:
        pool = draw(pools(make_pool, min_size))
        members = draw(st.sets(st.integers(0, len(pool) - 1), min_size=min_size))
        return {"pool": pool, "members": sorted(members)}

    return drawn()


def made_by(make_pool: MakePool, accuracies: Sequence[float], costs: Sequence[float]) -> Pool:
    """Make a pool from lists."""
    return make_pool(np.array(accuracies, dtype=np.float64), np.array(costs, dtype=np.float64))


def every_set(members: int) -> Sets:
    """Return all sets there are, the smallest first."""
    return np.array(sorted(itertools.product([False, True], repeat=members), key=sum), dtype=np.bool_)[:, ::-1]


def equal_members(pool: Pool, member: int, copies: int) -> Pool:
    """Return a pool of copies of one member of another pool."""
    columns = {column.key: column.take(values, [member] * copies) for column, values in present_columns(pool)}
    return Pool(**columns | {"names": [f"copy-{number}" for number in range(copies)]})
