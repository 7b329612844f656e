"""Changes to a run: new values for its keys, and assignments to single settings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from haversack.config.nesting import check_nesting
from haversack.config.sections import SECTIONS
from haversack.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable

# Words in brackets, each in quotes or without: a comma in quotes is part of the word.
_WORD = r"""\s*(?:"(?:[^"\\]|\\.)*"|'[^']*')\s*|[^\[\]{}"',]*"""
_WORDS = re.compile(rf"\[(?:{_WORD})(?:,(?:{_WORD}))*\]")
_NEXT_WORD = re.compile(rf"(?:^|,)({_WORD})")


def change_run(document: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a run with new values for some of its keys.

    A part of another kind replaces the section of the run; one of the same kind adds its options. A preset also
    replaces the searcher and the stopping rule of the run. Names of plugins to disable, and constraints, are added to
    those of the run.

    Parameters
    ----------
    document
        The run as plain tables.
    changes
        Values by key; a part as a table with the key ``kind``, a name or an object. None changes nothing.

    Examples
    --------
    >>> change_run({"budget": 3.0, "stopping": {"kind": "gap", "share": 0.1}}, {"budget": 8.0, "stopping": "paper"})
    {'budget': 8.0, 'stopping': {'kind': 'paper'}}
    >>> change_run({"searcher": {"kind": "annealing", "walks": 8}}, {"searcher": {"kind": "annealing", "cooling": 0.9}})
    {'searcher': {'kind': 'annealing', 'walks': 8, 'cooling': 0.9}}
    """
    given = {key: value for key, value in changes.items() if value is not None}
    replaced = ("searcher", "stopping") if "preset" in given else ()
    changed = {key: value for key, value in document.items() if key not in replaced}
    for key, value in given.items():
        old = changed.get(key)
        if key in SECTIONS and isinstance(value, (str, Mapping)):
            section = {"kind": value} if isinstance(value, str) else dict(value)
            is_same = isinstance(old, Mapping) and "kind" in old and old["kind"] == section.get("kind")
            changed[key] = {**old, **section} if isinstance(old, Mapping) and is_same else section
        elif key in ("disable", "constraints") and isinstance(old, (list, tuple)) and isinstance(value, (list, tuple)):
            changed[key] = [*old, *value]
        else:
            changed[key] = value
    return changed


def apply_overrides(
    document: Mapping[str, Any], assignments: Iterable[str], *, option: str = "--set"
) -> dict[str, Any]:
    """Return the document with ``key.subkey=value`` assignments applied.

    Values are read as TOML and, if that fails, as plain text, or as a list of words in brackets. A new ``kind`` removes
    the options of the old one, and a new list of rules (``any``, ``all``) the rule before it; both are applied first,
    so that the order of assignments does not matter. Messages begin with `option`.

    Raises
    ------
    ConfigError
        If an assignment is not of that form, or assigns below a value that is not a section.

    Examples
    --------
    >>> apply_overrides({"stopping": {"kind": "max-step", "limit": 5}}, ["stopping.limit=9", "seed=1"])
    {'stopping': {'kind': 'max-step', 'limit': 9}, 'seed': 1}
    """
    check_nesting(document, option)
    values = []
    for assignment in assignments:
        path, text = _split_key(assignment.partition("=")[0]), assignment.partition("=")[2]
        if "=" not in assignment or not all(path):
            raise ConfigError(f"{option} {assignment}: expected key=value, for example searcher.kind=monte-carlo")
        if path == ["disable"]:
            raise ConfigError(f"{option} {assignment}: plugins are disabled by --disable NAME")
        values.append((path, _parse_value(text.strip(), f"{option} {'.'.join(path):.80}"), f"{option} {assignment}"))
    changed: dict[str, Any] = _assign(_copy_plain(document), values)
    check_nesting(changed, option)
    return changed


def assign_settings(document: Mapping[str, Any], settings: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Return the document with values for dotted keys, as `apply_overrides` does for assignments in texts.

    Parameters
    ----------
    document
        The run as plain tables, which may hold objects too.
    settings
        Values by key, for example ``{"searcher.cooling": 0.9}``.
    place
        Put before every message.

    Raises
    ------
    ConfigError
        If a key assigns below a value that is not a section.

    Examples
    --------
    >>> assign_settings({"stopping": {"kind": "max-step", "limit": 5}}, {"stopping.limit": 9}, "run")
    {'stopping': {'kind': 'max-step', 'limit': 9}}
    """
    values = [(_split_key(key), value, f"{place}: {key}") for key, value in settings.items()]
    return _assign(_copy_tables(document), values)


def _assign(changed: dict[str, Any], values: list[tuple[list[str], Any, str]]) -> dict[str, Any]:
    """Return the tables with these values at these paths; messages begin with the third of each."""
    # False comes before True.
    for path, value, where in sorted(values, key=lambda each: not _chooses_part(each[0])):
        table = changed
        for depth, word in enumerate(path[:-1], start=1):
            table = table.setdefault(word, {})
            if not isinstance(table, dict):
                raise ConfigError(f"{where}: {'.'.join(path[:depth])!r} is not a section")
        if _chooses_part(path) and table.get(path[-1]) != value:
            table.clear()
        table[path[-1]] = value
    return changed


def _copy_tables(value: Any) -> Any:
    """Return tables that share nothing with others; the values in them are not copied."""
    return {str(key): _copy_tables(each) for key, each in value.items()} if isinstance(value, Mapping) else value


def _copy_plain(value: Any) -> Any:
    """Return plain data that shares nothing; what run files cannot hold, such as dates, as text."""
    if isinstance(value, Mapping):
        return {str(key): _copy_plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_copy_plain(each) for each in value]
    return value if value is None or isinstance(value, (str, int, float)) else str(value)


def _split_key(key: str) -> list[str]:
    return [word.strip() for word in key.split(".")]


def _chooses_part(path: list[str]) -> bool:
    if len(path) != 2:
        return False
    kind = SECTIONS.get(path[0])
    return kind is not None and path[1] in ("kind", *kind.compositions)


def _parse_value(text: str, where: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except ValueError:
        # Words in brackets are a list, so that names need no quotes inside those of the shell.
        if _WORDS.fullmatch(text):
            return [_parse_value(word.strip(), where) for word in _NEXT_WORD.findall(text[1:-1])]
        return text
    except RecursionError as error:
        raise ConfigError(f"{where}: nested too deeply to be read") from error
