"""Notes of an energy about the chosen set."""

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
        Its subject, in one to three words.
    text
        The note.
    value
        The number that it reports, if any.
    is_warning
        Whether it casts doubt on the result.
    """

    title: str
    text: str
    value: float | None = None
    is_warning: bool = False


@runtime_checkable
class HasNotes(Protocol):
    """An energy that adds notes to the result."""

    def notes(self, pool: Pool, chosen: Sets) -> Iterable[Note]:
        """Return the notes on the result. `chosen` is the set, of shape (len(pool),). Deterministic."""
