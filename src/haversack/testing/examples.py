"""Example inputs for promises, and the search for the smallest one that breaks a promise."""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from haversack.arrays import FloatArray, Sets
from haversack.pools.columns import list_present_columns
from haversack.pools.pool import Pool

try:
    from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
    from hypothesis import strategies as st
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "haversack.testing needs hypothesis; `pip install 'haversack[testing]'` installs it", name=error.name
    ) from error

__all__ = [
    "Claim",
    "Example",
    "MakePool",
    "accuracy_values",
    "batches",
    "build_pool",
    "chosen_members",
    "columns",
    "equal_members",
    "every_set",
    "find_counterexample",
    "format_value",
    "make_plain_pool",
    "pools",
    "rows",
    "st",
]

MakePool = Callable[[FloatArray, FloatArray], Pool]
"""Makes a pool of members with these accuracies and costs; it may add further columns."""

_SEED = 0  # Fixed, so that editing this module does not change the examples.

Example = Mapping[str, Any]
Claim = Callable[..., str | None]
"""Takes an example as keyword arguments; returns how it breaks the promise, or None."""


class _CounterexampleError(Exception):
    """Reports a counterexample to hypothesis."""


def make_plain_pool(accuracies: FloatArray, costs: FloatArray) -> Pool:
    """Make a pool with accuracies and costs only."""
    return Pool(accuracies=accuracies, costs=costs)


def find_counterexample(
    examples: st.SearchStrategy[Example], claim: Claim, *, tries: int = 40
) -> tuple[Example, str, Exception | None] | None:
    """Search for an example that a claim does not hold on.

    Parameters
    ----------
    examples
        The strategy that examples are drawn from.
    claim
        Returns how an example breaks the promise, or None; an exception breaks it too.
    tries
        Number of examples to try.

    Returns
    -------
    tuple or None
        The smallest counterexample, what was found, and the exception behind it, if any; None if the claim holds on
        every example. Deterministic.
    """
    for example in _draw_examples(examples, tries):
        # Copied, so that mutation stays local.
        given = copy.deepcopy(example)
        complaint, cause = _evaluate_claim(claim, given)
        if complaint is not None:
            # Runs the same examples again and shrinks; an example that fails only once is reported unshrunk.
            return _find_smallest(examples, claim, tries) or (given, complaint, cause)
    return None


_EXAMPLES: WeakKeyDictionary[st.SearchStrategy[Any], dict[int, list[Example]]] = WeakKeyDictionary()
"""Cached, because drawing takes longer than most claims and many claims share examples."""


def _draw_examples(examples: st.SearchStrategy[Example], tries: int) -> list[Example]:
    """Return the examples that hypothesis would try."""
    known = _EXAMPLES.setdefault(examples, {})
    if tries not in known:
        collected: list[Example] = []
        _find_smallest(examples, lambda **example: collected.append(example), tries)
        known[tries] = collected
    return known[tries]


def _evaluate_claim(claim: Claim, example: Example) -> tuple[str | None, Exception | None]:
    try:
        return claim(**example), None
    except Exception as error:
        return f"it raised {type(error).__name__}: {error}", error


def _find_smallest(
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
    @seed(_SEED)
    @given(examples)
    def attempt(example: Example) -> None:
        complaint, cause = _evaluate_claim(claim, example)
        if complaint is not None:
            found.append((example, complaint, cause))
            raise _CounterexampleError

    try:
        attempt()
    except Exception:
        # hypothesis also raises its own error for an example that fails only sometimes.
        if not found:
            raise
    return found[-1] if found else None


def format_value(value: object) -> str:
    """Format a value for a message.

    Examples
    --------
    >>> print(format_value(Pool(accuracies=[0.5], costs=[1])))
    Pool(accuracies=[0.5], costs=[1.0])
    >>> format_value(np.array([[True, False, True], [False, False, False]]))
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
    """Draw accuracies and costs of a few members; about a third of the draws have equal members."""
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
    return build_pool(make_pool, accuracies, costs)


@st.composite
def rows(draw: st.DrawFn, members: int, min_rows: int = 1, max_rows: int = 4) -> Sets:
    """Draw a few sets of a pool with `members` members."""
    count = draw(st.integers(min_rows, max_rows))
    # Drawing one integer is faster than drawing many booleans.
    bits = draw(st.integers(0, 2 ** (count * members) - 1))
    return np.array([bits >> place & 1 for place in range(count * members)], dtype=np.bool_).reshape(count, members)


@functools.lru_cache(maxsize=64)
def batches(make_pool: MakePool, min_rows: int = 1, max_rows: int = 4) -> st.SearchStrategy[Example]:
    """Return pools, each with a few sets; cached, so that examples are drawn once."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> Example:
        pool = draw(pools(make_pool))
        return {"pool": pool, "sets": draw(rows(len(pool), min_rows, max_rows))}

    return draw_example()


@functools.lru_cache(maxsize=64)
def chosen_members(make_pool: MakePool, min_size: int = 1) -> st.SearchStrategy[Example]:
    """Return pools, each with one non-empty set as a list of members; cached."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> Example:
        pool = draw(pools(make_pool, min_size))
        members = draw(st.sets(st.integers(0, len(pool) - 1), min_size=min_size))
        return {"pool": pool, "members": sorted(members)}

    return draw_example()


def build_pool(make_pool: MakePool, accuracies: Sequence[float], costs: Sequence[float]) -> Pool:
    """Build a pool from lists."""
    return make_pool(np.array(accuracies, dtype=np.float64), np.array(costs, dtype=np.float64))


def every_set(members: int) -> Sets:
    """Return all sets, the smallest first."""
    return np.array(sorted(itertools.product([False, True], repeat=members), key=sum), dtype=np.bool_)[:, ::-1]


def equal_members(pool: Pool, member: int, copies: int) -> Pool:
    """Return a pool of copies of one member of another pool."""
    columns = {column.key: column.take(values, [member] * copies) for column, values in list_present_columns(pool)}
    return Pool(**columns | {"names": [f"copy-{number}" for number in range(copies)]})
