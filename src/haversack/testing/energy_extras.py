"""Promises of an energy about its notes, and about a pool or budget of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.cost import SetsBudget
from haversack.api.energy import BringsPool
from haversack.api.notes import HasNotes, Note
from haversack.errors import HaversackError
from haversack.pools.pool import Pool
from haversack.testing.energy_case import EnergyCase, build_row
from haversack.testing.promises import NotKept, Promises, require_claim
from haversack.validators import budget_check

if TYPE_CHECKING:
    from collections.abc import Callable

EXTRAS: Promises[EnergyCase] = Promises()


@EXTRAS.add(
    "notes() returns haversack.Note objects with a title and a text, equal on every call, and modifies nothing",
    of=HasNotes,
)
def notes_are_valid(case: EnergyCase) -> None:
    """Call it twice for one set, which is passed as a row of its own."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        columns, chosen = pool.to_dict(), build_row(pool, members)[0]
        first, second = (tuple(case.part.notes(pool, chosen)) for _ in range(2))
        for note in first:
            fault = _find_note_fault(note)
            if fault is not None:
                return fault
        if first != second:
            return f"{first!r} on the first call, {second!r} on the second"
        if not np.array_equal(chosen, build_row(pool, members)[0]) or pool.to_dict() != columns:
            return "after the call, the set or the pool was different"
        return None

    require_claim(case.single_sets(), claim)


def _find_note_fault(note: Any) -> str | None:
    if not isinstance(note, Note):
        return f"{note!r} instead of a haversack.Note"
    words: tuple[Any, ...] = note.title, note.text
    if not all(isinstance(text, str) and text.strip() for text in words):
        return f"{note!r}, which has no title or no text"
    number: Any = note.value
    if number is not None and (isinstance(number, bool) or not isinstance(number, (int, float))):
        return f"{note!r}, whose value is not a number"
    return None


@EXTRAS.add("own_pool() returns a haversack.Pool, equal on every call, whose sets have finite losses", of=BringsPool)
def own_pool(case: EnergyCase) -> None:
    """Call it twice, and evaluate two sets of it; a `HaversackError` is an acceptable answer."""
    pools = _call_twice(case.part.own_pool)
    if pools is None:
        return
    first, second = pools
    if not isinstance(first, Pool):
        raise NotKept(f"{first!r:.80} instead of a haversack.Pool", {})
    if first != second:
        raise NotKept(f"the second call returned {second!r} with different columns", {"pool": first})
    sets = np.array([[False] * len(first), [True] * len(first)])
    try:
        losses = case.numbers(first, sets)
    except Exception as error:
        raise NotKept(f"losses() raised {type(error).__name__}: {error}", {"pool": first}) from error
    if losses.shape != (2,) or not np.isfinite(losses).all():
        raise NotKept(f"the losses of the empty set and of all members are {losses.tolist()}", {"pool": first})


@EXTRAS.add("own_budget() returns a number above 0, equal on every call", of=SetsBudget)
def own_budget(case: EnergyCase) -> None:
    """Call it twice; a `HaversackError` is an acceptable answer."""
    budgets = _call_twice(case.part.own_budget)
    if budgets is not None and (not budget_check.accepts(budgets[0]) or budgets[0] != budgets[1]):
        raise NotKept(f"{budgets[0]!r} on the first call, {budgets[1]!r} on the second", {})


def _call_twice(method: Callable[[], Any]) -> tuple[Any, Any] | None:
    try:
        return method(), method()
    except HaversackError:
        return None
    except Exception as error:
        raise NotKept(f"it raised {type(error).__name__}: {error}", {}) from error
