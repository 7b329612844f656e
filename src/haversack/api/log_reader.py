"""How a log in some format is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from haversack.pools.logs.sources import LogSource
    from haversack.pools.logs.tables import LogTable


class LogReader(Protocol):
    """Read the logs that some tool writes.

    A reader may declare, as a class attribute, ``is_fallback = True``: it is asked only about what no other reader
    recognises.
    """

    is_fallback: ClassVar[bool] = False

    def recognises(self, source: LogSource) -> bool:
        """Return whether this is a log of the tool, by as little of it as suffices; changes nothing."""
        ...

    def read(self, source: LogSource) -> LogTable:
        """Return the log as a table with a row per answer, whose roles say what its columns are.

        Several files are read one by one, and their rows joined.

        Raises
        ------
        PoolError
            Names the line, what was expected and what was found.
        """
        ...
