"""Lines of the files in a store: a checksum, then JSON."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from haversack.errors import HaversackError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CHECKSUM = 8
# Of JSON that we wrote ourselves: neither its encoding nor blanks around it are in question.
_decode = json.JSONDecoder().decode


def write_line(value: Any) -> bytes:
    r"""Return a line for plain data.

    Examples
    --------
    >>> write_line({"a": 1})
    b'561bacaf {"a":1}\n'
    """
    text = json.dumps(value, separators=(",", ":"), allow_nan=False).encode()
    return b"%08x " % zlib.crc32(text) + text + b"\n"


def read_lines(data: bytes, place: Path | str) -> Iterator[Any]:
    """Yield the data of each whole line.

    A last line without an end is what a writer was at when it was killed: it is passed over.

    Raises
    ------
    HaversackError
        If a whole line is not what `write_line` wrote.
    """
    start, number = 0, 0
    while (end := data.find(b"\n", start)) >= 0:
        number += 1
        line = data[start:end]
        start = end + 1
        text = line[_CHECKSUM + 1 :]
        if line[: _CHECKSUM + 1] != b"%08x " % zlib.crc32(text):
            raise HaversackError(
                f"{place}: line {number} is damaged or not of haversack; "
                "move the file elsewhere, and its tasks are computed again"
            )
        yield _decode(text.decode())
