"""What an energy promises about what it tells and brings beside losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.cost import SetsBudget
from haversack.api.energy import BringsPool
from haversack.api.notes import HasNotes, Note
from haversack.errors import HaversackError
from haversack.pools.pool import Pool
from haversack.testing.energy_case import EnergyCase, one_set_each, row_of
from haversack.testing.promises import NotKept, Promises
from haversack.validators import budget_check

if TYPE_CHECKING:
    from collections.abc import Callable

EXTRAS: Promises[EnergyCase] = Promises()


@EXTRAS.add(
    "notes() returns haversack.Note objects with a title and a text, the same every time, and changes nothing",
    of=HasNotes,
)
def notes_are_told(case: EnergyCase) -> None:
    """Ask twice about one set, which is given as a row of its own."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        columns, chosen = pool.to_dict(), row_of(pool, members)[0]
        first, second = (tuple(case.part.notes(pool, chosen)) for _ in range(2))
        for note in first:
            wrong = _not_a_note(note)
            if wrong is not None:
                return wrong
        if first != second:
            return f"{first!r} at first, then {second!r}"
        if not np.array_equal(chosen, row_of(pool, members)[0]) or pool.to_dict() != columns:
            return "afterwards the set or the pool was another one"
        return None

    case.holds(one_set_each(case), claim)


def _not_a_note(note: Any) -> str | None:
    if not isinstance(note, Note):
        return f"{note!r} instead of a haversack.Note"
    words: tuple[Any, ...] = note.title, note.text
    if not all(isinstance(text, str) and text.strip() for text in words):
        return f"{note!r}, which lacks a title or a text"
    number: Any = note.value
    if number is not None and (isinstance(number, bool) or not isinstance(number, (int, float))):
        return f"{note!r}, whose value is no number"
    return None


@EXTRAS.add("own_pool() returns a haversack.Pool, an equal one every time, whose sets it can value", of=BringsPool)
def own_pool(case: EnergyCase) -> None:
    """Ask twice, and value nobody and everybody; a refusal in words is an answer as well."""
    told = _twice(case.part.own_pool)
    if told is None:
        return
    first, second = told
    if not isinstance(first, Pool):
        raise NotKept(f"{first!r:.80} instead of a haversack.Pool", {})
    if first != second:
        raise NotKept(f"{second!r} with other columns the second time", {"pool": first})
    sets = np.array([[False] * len(first), [True] * len(first)])
    try:
        losses = case.numbers(first, sets)
    except Exception as error:
        raise NotKept(f"losses() raised {type(error).__name__}: {error}", {"pool": first}) from error
    if losses.shape != (2,) or not np.isfinite(losses).all():
        raise NotKept(f"the losses {losses.tolist()} for nobody and everybody", {"pool": first})


@EXTRAS.add("own_budget() returns a number above 0, the same every time", of=SetsBudget)
def own_budget(case: EnergyCase) -> None:
    """Ask twice; a refusal in words is an answer as well."""
    told = _twice(case.part.own_budget)
    if told is not None and (not budget_check.accepts(told[0]) or told[0] != told[1]):
        raise NotKept(f"{told[0]!r} at first, {told[1]!r} then", {})


def _twice(ask: Callable[[], Any]) -> tuple[Any, Any] | None:
    try:
        return ask(), ask()
    except HaversackError:
        return None
    except Exception as error:
        raise NotKept(f"it raised {type(error).__name__}: {error}", {}) from error
