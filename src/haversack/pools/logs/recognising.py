"""Whether a file is a log of answers or a pool, where nothing but its name is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from haversack.errors import HaversackError
from haversack.pools.columns import ACCURACIES, list_headers
from haversack.pools.logs.files import is_several, list_files
from haversack.pools.logs.roles import sort_by_role
from haversack.pools.logs.sources import LogSource
from haversack.pools.logs.wide import find_groups

if TYPE_CHECKING:
    from pathlib import Path

_LOG_ENDINGS = (".jsonl", ".ndjson", ".tsv", ".gz")


def is_log(file: Path) -> bool:
    """Return whether a file that is named without an option is a log of answers, not a pool."""
    if file.is_dir():
        # One of pools and run files is a slip, not a log.
        files = list_files(file)
        return any(each.name.lower().endswith(_LOG_ENDINGS) for each in files) or any(map(is_log, files))
    if is_several(file) or file.name.lower().endswith(_LOG_ENDINGS):
        return True
    source = LogSource.of(file)
    try:
        if file.suffix.lower() == ".json":
            document = source.document
            return isinstance(document, list) or (isinstance(document, Mapping) and "results" in document)
        names = {name.lower() for name in source.header}
    except HaversackError:  # Reported when it is read as a pool.
        return False
    found = sort_by_role(source.header)
    own = set(list_headers()) - {"cost"}
    is_long = found["item"] and found["member"] and (found["answer"] or found["correct"] or found["score"])
    is_wide = found["truth"] and len(source.header) > len(found["truth"] + found["item"])
    return not names & own and bool(is_long or is_wide or find_groups(source.header))


def is_pool(file: Path) -> bool:
    """Return whether the header of a file names accuracies."""
    try:
        return ACCURACIES.header in {name.lower() for name in LogSource.of(file).header}
    except HaversackError:  # Reported when it is read.
        return False
