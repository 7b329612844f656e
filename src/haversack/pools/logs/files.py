"""The files of a log: one, several, those of a pattern, or those below a folder."""

from __future__ import annotations

import glob
from os import PathLike
from pathlib import Path
from typing import Any

import attrs

from haversack.errors import PoolError
from haversack.pools.logs.frames import is_frame
from haversack.pools.logs.sources import LogSource
from haversack.text import format_value

_ENDINGS = (".csv", ".tsv", ".jsonl", ".ndjson", ".json")


@attrs.frozen
class FoundSources:
    """The sources of a log.

    Parameters
    ----------
    sources
        In the order of their names, or as they were given.
    optional
        Those that may be something else, because they only lie in the same folder.
    name
        What was given, for messages.
    """

    sources: tuple[LogSource, ...]
    optional: bool
    name: str


def find_sources(path: Any) -> FoundSources:
    """Return the files or frames that a path, a pattern, a folder, a frame or a list of these stands for.

    Raises
    ------
    PoolError
        If a pattern or a folder has no file, or the value is nothing of that kind.
    """
    if is_frame(path):
        return FoundSources((LogSource.of(path),), False, "frame")
    if isinstance(path, (str, PathLike)):
        return _find_files(path)
    if not isinstance(path, (list, tuple)) or not path:
        raise PoolError(
            f"log: expected the name of a file, a folder, several of them or a frame, got {format_value(path)}"
        )
    found = [find_sources(each) for each in path]
    return FoundSources(
        tuple(source for each in found for source in each.sources),
        any(each.optional for each in found),
        found[0].name if len(found) == 1 else f"{found[0].name} and {len(found) - 1} more",
    )


def is_several(path: str | PathLike[str]) -> bool:
    """Return whether a path is a folder, or a pattern with wildcards that is no file itself."""
    try:
        return Path(path).is_dir() or (glob.has_magic(str(path)) and not Path(path).exists())
    except (OSError, ValueError):  # Too long, or with a null byte: no file has such a name.
        return False


def list_files(folder: str | PathLike[str]) -> list[Path]:
    """Return all files below a folder, in the order of their names.

    Raises
    ------
    PoolError
        If there is something that cannot be read.
    """
    try:
        return sorted(file for file in Path(folder).rglob("*") if file.is_file())
    except OSError as error:
        raise PoolError(f"{error.filename or folder}: cannot be read: {error.strerror or error}") from error


def _find_files(path: str | PathLike[str]) -> FoundSources:
    if not is_several(path):
        return FoundSources((LogSource.of(path),), False, str(path))
    if Path(path).is_dir():
        files = [file for file in list_files(path) if _is_log_name(file)]
        if not files:
            raise PoolError(f"{path}: the folder has no file that ends in one of {', '.join(_ENDINGS)}")
        return FoundSources(tuple(map(LogSource.of, files)), True, str(path))
    matches = sorted(glob.glob(str(path), recursive=True))  # noqa: PTH207 - the pattern may be absolute
    if not matches:
        raise PoolError(f"{path}: no file matches this pattern")
    return FoundSources(tuple(map(LogSource.of, matches)), False, str(path))


def _is_log_name(file: Path) -> bool:
    return file.name.lower().removesuffix(".gz").endswith(_ENDINGS)
