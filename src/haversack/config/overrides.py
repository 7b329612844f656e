"""Assignments on the command line that change a run."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

from haversack.errors import ConfigError
from haversack.kinds import PART_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def apply_overrides(document: Mapping[str, Any], assignments: Iterable[str]) -> dict[str, Any]:
    """Return the document with ``key.subkey=value`` assignments applied.

    Values are read as TOML and, if that fails, as plain text. A new ``kind`` removes the options of the old one, and a
    new list of rules (``any``, ``all``) the rule before it; both are applied first, so that the order of assignments
    does not matter.

    Raises
    ------
    ConfigError
        If an assignment is not of that form, or assigns below a value that is not a section.

    Examples
    --------
    >>> apply_overrides({"stopping": {"kind": "max-step", "limit": 5}}, ["stopping.limit=9", "seed=1"])
    {'stopping': {'kind': 'max-step', 'limit': 9}, 'seed': 1}
    """
    changed: dict[str, Any] = json.loads(json.dumps(document, default=str)) if document else {}
    # False comes before True.
    for assignment in sorted(assignments, key=lambda text: not _chooses_part(_split_key(text))):
        path, text = _split_key(assignment), assignment.partition("=")[2]
        if "=" not in assignment or not all(path):
            raise ConfigError([f"--set {assignment}: expected key=value, for example searcher.kind=monte-carlo"])
        table = changed
        for depth, word in enumerate(path[:-1], start=1):
            table = table.setdefault(word, {})
            if not isinstance(table, dict):
                raise ConfigError([f"--set {assignment}: {'.'.join(path[:depth])!r} is not a section"])
        value = _parse_value(text.strip())
        if _chooses_part(path) and table.get(path[-1]) != value:
            table.clear()
        table[path[-1]] = value
    return changed


def _split_key(assignment: str) -> list[str]:
    return [word.strip() for word in assignment.partition("=")[0].split(".")]


def _chooses_part(path: list[str]) -> bool:
    if len(path) != 2:
        return False
    kind = next((kind for name, kind in PART_KINDS.items() if name == path[0]), None)
    return kind is not None and path[1] in ("kind", *kind.compositions)


def _parse_value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except ValueError:
        return text
