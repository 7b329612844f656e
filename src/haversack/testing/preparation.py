"""Promises of energies and cost models that prepare for a pool, and all other promises of what they prepare."""

from __future__ import annotations

import copy
import functools
import inspect
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack import capabilities
from haversack.api.preparation import PreparesForPool
from haversack.api.problem import Problem
from haversack.testing.batches import BatchCase, find_difference, scale_of
from haversack.testing.examples import build_pool, every_set, pools, st
from haversack.testing.promises import Promises, require_claim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from haversack.pools.pool import Pool
    from haversack.testing.examples import Example
    from haversack.testing.promises import PromiseCheck

_ASKED_OF_THE_ORIGINAL = {"prepare", "own_pool", "own_budget", "draw_from"}

_POOLS_AT_ONCE = 4

PREPARATION: Promises[BatchCase] = Promises()


def list_preparation_checks(case: BatchCase, groups: Iterable[Promises[Any]]) -> tuple[PromiseCheck, ...]:
    """Return the checks of `prepare`, and those of all other promises for what it returns; none if there is none."""
    if not isinstance(case.part, PreparesForPool):
        return ()
    sample = build_pool(case.make_pool, [0.9, 0.8, 0.7], [3.0, 2.0, 1.0])
    checks = PREPARATION.checks(case)
    try:
        case.part.prepare(sample)
    except Exception:
        # The checks of `prepare` say what is wrong.
        return checks
    part = follow_preparation(case.part, case.method, sample)
    prepared = attrs.evolve(
        case, part=part, make_fresh=lambda: follow_preparation(case.make_fresh(), case.method, sample)
    )
    others = (check for promises in groups for check in promises.checks(prepared))
    return checks + tuple(attrs.evolve(check, name=f"prepared-{check.name}") for check in others)


def follow_preparation(part: Any, method: str, sample: Pool) -> Any:
    """Return a part whose methods are those of what another part prepares for the pool that they are called with.

    Methods and attributes without a pool are those of what it prepares for `sample`.
    """
    prepared_sample = part.prepare(sample)
    known: dict[int, tuple[Pool, Any]] = {}

    def prepare(pool: Pool) -> Any:
        key = id(pool)
        if key not in known:
            if len(known) >= _POOLS_AT_ONCE:
                known.clear()
            # The pool is kept too, so that its address stays its own.
            known[key] = pool, part.prepare(pool)
        return known[key][1]

    names: dict[str, Any] = {
        "__repr__": lambda _: f"{part!r}, prepared,",
        "__reduce__": lambda _: (follow_preparation, (part, method, sample)),
        method: _follow(method, prepare),
    }
    for capability, members in _list_capabilities():
        if isinstance(prepared_sample, capability):
            for name, declared in members.items():
                names[name] = (
                    _follow(name, prepare)
                    if _find_first_parameter(declared) in ("pool", "problem")
                    else property(lambda _, name=name: getattr(prepared_sample, name))  # type: ignore[misc]
                )
    return type(f"Prepared{type(part).__name__}", (), names)()


def _follow(name: str, prepare: Callable[[Pool], Any]) -> Callable[..., Any]:
    def call(_: object, first: Any, *arguments: Any, **options: Any) -> Any:
        pool = first.pool if isinstance(first, Problem) else first
        return getattr(prepare(pool), name)(first, *arguments, **options)

    return call


def _find_first_parameter(declared: Any) -> str | None:
    """Return the name of the first parameter of a method, after the object; None for a property."""
    return list(inspect.signature(declared).parameters)[1] if inspect.isfunction(declared) else None


def _list_capabilities() -> Iterator[tuple[type, dict[str, Any]]]:
    """Yield the capabilities that what is prepared must offer if the part does, with their members."""
    for name in capabilities.__all__:
        capability = getattr(capabilities, name)
        if getattr(capability, "_is_runtime_protocol", False):
            members = {key: value for key, value in vars(capability).items() if not key.startswith("_")}
            if members and not _ASKED_OF_THE_ORIGINAL & members.keys():
                yield capability, members


@PREPARATION.add(
    "prepare() returns an object of the same kind that offers every capability of the part", of=PreparesForPool
)
def same_capabilities(case: BatchCase) -> None:
    """Compare the capabilities of both."""

    def claim(pool: Pool) -> str | None:
        prepared: Any = case.part.prepare(pool)
        if isinstance(prepared, type) or not callable(getattr(prepared, case.method, None)):
            return f"{prepared!r:.80} instead of an object with {case.method}()"
        for capability, members in _list_capabilities():
            if isinstance(case.part, capability) and not isinstance(prepared, capability):
                missing = ", ".join(name for name in members if not hasattr(prepared, name))
                return f"the part offers {capability.__name__}, and {prepared!r:.80} has no {missing}"
        return None

    require_claim(_one_pool(case), claim)


@PREPARATION.add("prepare() modifies neither the pool nor the part", of=PreparesForPool)
def preparing_modifies_nothing(case: BatchCase) -> None:
    """Compare both with copies made before the call."""

    def claim(pool: Pool) -> str | None:
        part = case.make_fresh()
        columns, state = pool.to_dict(), _copy_state(part)
        part.prepare(pool)
        if pool.to_dict() != columns:
            return "after the call, the pool had different columns"
        changed = _find_change(state, part)
        return None if changed is None else f"after the call, its attribute {changed!r} was different"

    require_claim(_one_pool(case), claim)


@PREPARATION.add("what prepare() returns gives every set the number that the part gives it", of=PreparesForPool)
def same_numbers(case: BatchCase) -> None:
    """Compare all sets of a pool."""

    def claim(pool: Pool) -> str | None:
        sets = every_set(len(pool))
        original = case.numbers(pool, sets)
        prepared = attrs.evolve(case, part=case.part.prepare(pool)).numbers(pool, sets)
        row = 0 if original.shape != prepared.shape else find_difference(original, prepared, scale_of(original))
        if row is None:
            return None
        members = np.flatnonzero(sets[row]).tolist()
        return f"the set {members} has the {case.number} {original[row]}, and {prepared[row]} prepared"

    require_claim(_one_pool(case), claim)


@PREPARATION.add(
    "what prepare() returned for one pool stays the same when another pool is prepared", of=PreparesForPool
)
def preparations_stay_apart(case: BatchCase) -> None:
    """Prepare a second pool of the same size, and ask about the first again."""

    @st.composite
    def two_pools(draw: st.DrawFn) -> Example:
        pool = draw(pools(case.make_pool))
        return {"pool": pool, "other_pool": draw(pools(case.make_pool, len(pool), len(pool)))}

    def claim(pool: Pool, other_pool: Pool) -> str | None:
        part, sets = case.make_fresh(), every_set(len(pool))
        prepared = attrs.evolve(case, part=part.prepare(pool))
        before = prepared.numbers(pool, sets).copy()
        other = attrs.evolve(case, part=part.prepare(other_pool))
        other.numbers(other_pool, sets)
        after = prepared.numbers(pool, sets)
        if np.array_equal(before, after, equal_nan=True):
            return None
        return f"{before.tolist()} before other_pool was prepared, {after.tolist()} after it"

    require_claim(two_pools(), claim)


@PREPARATION.add("what prepare() returns does not change when it is used", of=PreparesForPool)
def using_modifies_nothing(case: BatchCase) -> None:
    """Compare it with a copy made before the call."""

    def claim(pool: Pool) -> str | None:
        prepared: Any = case.part.prepare(pool)
        state = _copy_state(prepared)
        attrs.evolve(case, part=prepared).evaluate(pool, every_set(len(pool)))
        changed = _find_change(state, prepared)
        return None if changed is None else f"after {case.method}(), its attribute {changed!r} was different"

    require_claim(_one_pool(case), claim)


def _one_pool(case: BatchCase) -> st.SearchStrategy[Example]:
    return pools(case.make_pool).map(lambda pool: {"pool": pool})


def _read_state(part: Any) -> dict[str, Any]:
    """Return the attributes of an object, without cached properties, which are computed once and stay."""
    slots = [name for base in type(part).__mro__ for name in getattr(base, "__slots__", ()) if name != "__weakref__"]
    state = {name: getattr(part, name) for name in slots if hasattr(part, name)} | getattr(part, "__dict__", {})
    return {
        name: value
        for name, value in state.items()
        if not isinstance(getattr(type(part), name, None), functools.cached_property)
    }


def _copy_state(part: Any) -> dict[str, Any]:
    try:
        return copy.deepcopy(_read_state(part))
    except Exception:
        # Locks and open files cannot be copied.
        return {}


def _find_change(before: dict[str, Any], part: Any) -> str | None:
    """Return the name of an attribute that differs from a copy, or None."""
    after = _read_state(part)
    if not before:
        return None
    return next((name for name in {**before, **after} if not _is_equal(before.get(name), after.get(name))), None)


def _is_equal(first: Any, second: Any) -> bool:
    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        return np.array_equal(first, second)
    compare: Any = type(first).__eq__
    try:
        # An object without equality of its own differs from its copy.
        return bool(first == second) or (compare is object.__eq__ and type(first) is type(second))
    except Exception:
        return True
