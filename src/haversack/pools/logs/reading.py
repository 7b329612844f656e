"""A log that has been read: the pool, and what was understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from haversack.pools.pool import Pool


@attrs.frozen(repr=False)
class LogReading:
    """What `haversack.read_log` returns; its text says what was understood.

    Parameters
    ----------
    pool
        The members with their votes.
    reader
        Name of the reader.
    notes
        Sentences about what was taken for what, and what was left out; the first one is the summary.
    """

    pool: Pool
    reader: str
    notes: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.notes)

    def __repr__(self) -> str:
        return f"LogReading by {self.reader!r}: {self.notes[0]}"
