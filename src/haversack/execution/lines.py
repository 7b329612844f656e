"""Files in a store, and their lines: a checksum, then JSON."""

from __future__ import annotations

import contextlib
import json
import zlib
from typing import TYPE_CHECKING, Any

from haversack.errors import HaversackError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CHECKSUM = 8
_BLOCK = 1_000_000
_REMEDY = "move the file elsewhere, and its tasks are computed again"


def list_files(folder: Path, ending: str) -> list[Path]:
    """Return the files of a folder whose names end so, in their order; none where there is no folder."""
    # Not by Path.glob: to it, a folder that may not be read is an empty one.
    with contextlib.suppress(FileNotFoundError):
        return sorted(path for path in folder.iterdir() if path.name.endswith(ending))
    return []


def write_line(value: Any) -> bytes:
    r"""Return a line for plain data.

    Examples
    --------
    >>> write_line({"a": 1})
    b'561bacaf {"a":1}\n'
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    return b"%08x " % zlib.crc32(text) + text + b"\n"


def read_lines(data: bytes, place: Path | str, *, remedy: str = _REMEDY) -> Iterator[Any]:
    """Yield the data of each whole line; `remedy` ends the message about a damaged one.

    A last line without an end is what a writer was at when it was killed: it is skipped.

    Raises
    ------
    HaversackError
        If a whole line is not what `write_line` wrote.
    """
    texts: list[bytes] = []
    size = 0
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        text = line[_CHECKSUM + 1 :]
        if line[: _CHECKSUM + 1] != b"%08x " % zlib.crc32(text):
            yield from _decode(texts, place, remedy)
            raise HaversackError(f"{place}: line {number} is damaged or was not written by haversack; {remedy}")
        texts.append(text)
        size += len(text)
        if size > _BLOCK:
            yield from _decode(texts, place, remedy)
            texts, size = [], 0
    yield from _decode(texts, place, remedy)


def _decode(texts: list[bytes], place: Path | str, remedy: str) -> Iterator[Any]:
    """Yield the data of some lines: decoding many at once takes less time."""
    try:
        values = json.loads((b"[%b]" % b",".join(texts)).decode())
    # The checksum of a line is right also where it is none that `write_line` can have written.
    except (ValueError, RecursionError) as error:
        raise HaversackError(f"{place}: was not written by haversack: {error}; {remedy}") from error
    yield from values
