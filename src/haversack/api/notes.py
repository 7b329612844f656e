"""What an energy has to say about a set beside its value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.arrays import Sets
    from haversack.pools.pool import Pool


@attrs.frozen
class Note:
    """One line of a result.

    Parameters
    ----------
    title
        What it is about, in a word or three.
    text
        What there is to say.
    value
        The number it is about, if it is about one.
    is_warning
        Whether it casts doubt on the result.
    """

    title: str
    text: str
    value: float | None = None
    is_warning: bool = False


@runtime_checkable
class HasNotes(Protocol):
    """An energy that has more to say about the chosen set than its value."""

    def notes(self, pool: Pool, chosen: Sets) -> Iterable[Note]:
        """Return what to add to the result. `chosen` is the set, of shape (len(pool),). Deterministic."""
