"""The files that a run reads."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from haversack.errors import ConfigError, PoolError
from haversack.kinds import PART_KINDS
from haversack.pools.logs.files import find_sources
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike


def read_text(path: str | PathLike[str]) -> str:
    """Return the text of a file; raise `ConfigError` if it cannot be read."""
    try:
        # utf-8-sig: some editors put a byte order mark first.
        return Path(path).read_text(encoding="utf-8-sig")
    except TypeError as error:
        raise ConfigError(f"expected the name of a file, got {format_value(path)}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not text in UTF-8: {error}") from error
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # A null byte.
        raise ConfigError(f"{format_value(str(path))}: cannot be read: {error}") from error


def parse_json(text: str, place: str) -> Any:
    """Return the value that JSON stands for; raise `ConfigError`, which begins with `place`, if it is not JSON."""
    try:
        return json.loads(text, parse_float=_read_number, parse_constant=_refuse_constant)
    except ValueError as error:
        raise ConfigError(f"{place}: is not JSON: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"{place}: nested too deeply to be read") from error


def _read_number(text: str) -> float:
    """Return a number; one that is too large would be infinite, which JSON cannot say again."""
    number = float(text)
    return number if math.isfinite(number) else _refuse_constant(text)


def _refuse_constant(word: str) -> NoReturn:
    """Refuse ``NaN`` and ``Infinity``, too, which are not JSON although Python reads them."""
    raise ValueError(f"{word} is not a finite number")


def list_input_files(document: Mapping[str, Any], directory: str | PathLike[str]) -> list[Path]:
    """Return the existing files that a run names: those of its pool, and every text in a part that is the name of one.

    Which options of a plugin are names of files is not declared, so a text that only happens to be one counts too.

    Parameters
    ----------
    document
        The run as plain tables.
    directory
        What paths in the run are relative to.
    """
    pool = document.get("pool")
    # Names of members are in lists.
    texts = [text for text in pool.values() if isinstance(text, str)] if isinstance(pool, Mapping) else []
    logs = [Path(directory) / text for text in _list_log_names(pool)]
    texts += [text for kind in PART_KINDS for text in _list_texts(document.get(kind))]
    files = [Path(directory) / text for text in texts]
    files += [file for log in logs for file in _list_log_files(log) if file not in files]
    return [file for file in files if _is_file(file)]


def _list_log_names(pool: Any) -> list[str]:
    votes = pool.get("votes") if isinstance(pool, Mapping) else None
    return [text for text in ([votes] if isinstance(votes, str) else votes or ()) if isinstance(text, str)]


def _list_log_files(log: Path) -> list[Path]:
    """Return the files that a folder or a pattern stands for."""
    try:
        sources = find_sources(log).sources
    except PoolError:  # Reported when it is read.
        return []
    return [source.path for source in sources if source.path is not None]


def _list_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list, tuple)):
        for entry in value.values() if isinstance(value, Mapping) else value:
            yield from _list_texts(entry)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # Too long, or with a null byte: no file has such a name.
        return False
