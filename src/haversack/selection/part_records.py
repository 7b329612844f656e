"""Where the parts of a run come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.part_record import PartRecord
from haversack.config.origins import recall_entry
from haversack.kinds import BUILT_KINDS, PART_KINDS

if TYPE_CHECKING:
    from haversack.kinds import Kind
    from haversack.plugins import Catalog
    from haversack.selection.assembly import Parts


def record_parts(parts: Parts, catalog: Catalog, *, preset: str | None = None) -> dict[str, PartRecord]:
    """Return the parts of a run by kind, its constraints and the preset that chose the parts, if any.

    Observers are no part of the answer, and so are not recorded.
    """
    records: dict[str, PartRecord] = {kind: record_part(kind, getattr(parts, kind), catalog) for kind in PART_KINDS}
    if parts.constraints:
        each = tuple(record_part("constraint", constraint, catalog) for constraint in parts.constraints)
        records["constraints"] = PartRecord("constraints", parts=each)
    if preset is not None:
        source = catalog.find("preset", preset).source
        records["preset"] = PartRecord(preset, source.distribution, source.version)
    return records


def record_part(kind: Kind, part: object, catalog: Catalog) -> PartRecord:
    """Return the name of a part and the distribution that registers it, those of its parts if it combines several."""
    composition = BUILT_KINDS[kind].find_composition(part)
    if composition is not None:
        key, parts = composition
        return PartRecord(key, parts=tuple(record_part(kind, each, catalog) for each in parts))
    entry = recall_entry(part) or catalog.entry_for(kind, part)
    if entry is not None:
        return PartRecord(entry.name, entry.source.distribution, entry.source.version)
    # A rule may be a function, which has a name of its own.
    named = part if hasattr(part, "__qualname__") else type(part)
    return PartRecord(f"{named.__module__}.{named.__qualname__}")
