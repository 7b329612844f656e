"""Tables whose columns are known by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import attrs

from haversack.pools.logs.roles import find_role

if TYPE_CHECKING:
    from haversack.pools.logs.sources import LogSource
    from haversack.pools.logs.tables import LogTable


@attrs.frozen
class PlainTable:
    """Columns by their usual names, in CSV, TSV, JSONL, a JSON list of records, or a frame.

    A line per answer, or a line per item with a column per member; also the frames of crowd-kit and cleanlab.
    """

    is_fallback: ClassVar[bool] = True

    def recognises(self, source: LogSource) -> bool:
        """Return whether the source has columns, and others than those of a table of right answers."""
        if isinstance(source.document, Mapping):
            return False  # A single object, such as a summary of results.
        return any(find_role(name) not in ("item", "truth") for name in source.header) and len(source.header) > 1

    def read(self, source: LogSource) -> LogTable:
        """Return the columns as they are: their names decide."""
        return source.table
