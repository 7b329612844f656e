"""How deeply tables and lists may be nested: what comes after the parser goes through them recursively."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from haversack.errors import ConfigError
from haversack.text import format_value

DEEPEST = 50
_SHOWN_KEYS = 3


def check_nesting(document: Any, where: str) -> None:
    """Raise `ConfigError` if tables and lists are nested more than 50 levels deep, or contain themselves.

    Parameters
    ----------
    document
        Plain data.
    where
        Put before the message.
    """
    pending: list[tuple[Any, tuple[object, ...]]] = [(document, ())]
    while pending:
        value, path = pending.pop()
        if isinstance(value, Mapping):
            entries: Any = value.items()
        elif isinstance(value, (list, tuple)):
            entries = enumerate(value)
        else:
            continue
        if len(path) >= DEEPEST:
            place = ".".join(map(format_key, path[:_SHOWN_KEYS]))
            raise ConfigError(f"{where}: {place}...: nested more than {DEEPEST} levels deep")
        pending.extend((entry, (*path, key)) for key, entry in entries if isinstance(entry, (Mapping, list, tuple)))


def format_key(key: object) -> str:
    """Return a key as messages show it.

    Examples
    --------
    >>> format_key("searcher"), format_key(0)
    ('searcher', '0')
    """
    return f"{key:.40}" if isinstance(key, str) else format_value(key)
