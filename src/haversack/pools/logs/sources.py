"""What a reader is given: one file or frame, read only as far as somebody asks."""

from __future__ import annotations

import functools
import gzip
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import PoolError
from haversack.pools.logs.delimited import parse_delimited, read_header
from haversack.pools.logs.frames import is_frame, list_headers, read_frame
from haversack.pools.logs.json_records import decode_first, parse_records, starts_like_json

if TYPE_CHECKING:
    from haversack.pools.logs.tables import LogTable

_SHOWN_COLUMNS = 12
_SHOWN_CHARACTERS = 80


@attrs.frozen(slots=False, eq=False)  # with a dict, for cached properties
class LogSource:
    """A file or a frame with answers.

    Every property raises `PoolError` if the file cannot be read in that way; `haversack.read_log` takes that for a
    source which the reader that asked does not know.

    Parameters
    ----------
    path
        The file; None for a frame.
    frame
        The frame, with ``columns`` and access to them by name; None for a file.
    """

    path: Path | None = None
    frame: Any = None

    @classmethod
    def of(cls, value: Any) -> LogSource:
        """Return the source for a frame or the name of a file."""
        return cls(frame=value) if is_frame(value) else cls(path=Path(value))

    @property
    def name(self) -> str:
        """The name for messages."""
        return "frame" if self.path is None else str(self.path)

    @functools.cached_property
    def text(self) -> str:
        """The text of the file, which is in UTF-8; decompressed if its name ends in ``.gz``."""
        if self.path is None:
            return ""
        try:
            data = self.path.read_bytes()
            if self.path.suffix.lower() == ".gz":
                data = gzip.decompress(data)
            # utf-8-sig: spreadsheets put a byte order mark first.
            text = data.decode("utf-8-sig")
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise PoolError(f"{self.path}: is not a gzip file: {error}") from error
        except OSError as error:
            raise PoolError(f"{self.path}: cannot be read: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            raise PoolError(f"{self.path}: is not text in UTF-8: {error}") from error
        except ValueError as error:  # A path with a null byte, for example.
            raise PoolError(f"{str(self.path)!r}: cannot be read: {error}") from error
        if "\0" in text[:_SHOWN_CHARACTERS]:
            raise PoolError(f"{self.path}: is not text in UTF-8 but, it seems, in UTF-16; save it as UTF-8")
        if not text.strip():
            raise PoolError(f"{self.path}: empty; expected a log of answers, with a header or a record per line")
        return text

    @functools.cached_property
    def header(self) -> tuple[str, ...]:
        """The names of the columns, or the keys of the first record."""
        if self.frame is not None:
            return tuple(list_headers(self.frame))
        if starts_like_json(self.text):
            first = decode_first(self.text)[0]
            if isinstance(first, list) and first:
                first = first[0]
            return tuple(first) if isinstance(first, Mapping) else ()
        return tuple(read_header(self.text))

    @functools.cached_property
    def document(self) -> Any:
        """The value of a file that is one JSON document; None for all others."""
        if self.path is None or not starts_like_json(self.text):
            return None
        value, is_all = decode_first(self.text)
        return value if is_all else None

    @functools.cached_property
    def table(self) -> LogTable:
        """The columns: of a frame, of delimited text, or of records in JSON."""
        if self.frame is not None:
            return read_frame(self.frame)
        parse = parse_records if starts_like_json(self.text) else parse_delimited
        return parse(self.name, self.text)

    def describe(self) -> str:
        """Return what is seen of the source, for messages."""
        if self.header:
            more = ", ..." if len(self.header) > _SHOWN_COLUMNS else ""
            return f"{', '.join(map(repr, self.header[:_SHOWN_COLUMNS]))}{more}"
        if self.frame is not None:
            return "a frame without columns"
        return f"{self.text.lstrip().splitlines()[0][:_SHOWN_CHARACTERS]!r}"
