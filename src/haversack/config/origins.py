"""Which entry of a catalog built a part: the class does not say so where a function built it."""

from __future__ import annotations

import contextlib
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haversack.plugins import Entry

_ENTRIES: dict[int, Entry] = {}


def remember_entry(part: object, entry: Entry) -> None:
    """Remember which entry built a part, as long as the part exists."""
    # Objects without room for a reference are found by their class, if at all.
    with contextlib.suppress(TypeError):
        weakref.finalize(part, _ENTRIES.pop, id(part), None)
        _ENTRIES[id(part)] = entry


def recall_entry(part: object) -> Entry | None:
    """Return the entry that built a part, or None if the part was not built by name."""
    return _ENTRIES.get(id(part))
