"""Which column of a log has which role: by what people and tools call it, or as the user says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from haversack.errors import ConfigError, PoolError
from haversack.spelling import list_known
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.pools.logs.tables import LogTable

_ITEMS = ("question", "item", "task", "id", "doc_id", "case_id", "pair_id", "sample", "example", "instance")
_MEMBERS = ("worker", "member", "annotator", "judge", "model", "rater", "grader", "performer")

ALIASES: dict[str, tuple[str, ...]] = {
    "item": (*_ITEMS, *(f"{name}_id" for name in _ITEMS if "id" not in name)),
    "member": (*_MEMBERS, *(f"{name}_{ending}" for ending in ("id", "name") for name in _MEMBERS)),
    "answer": ("answer", "label", "verdict", "value", "decision", "prediction"),
    "truth": ("truth", "target", "gold", "expected", "true_label", "ground_truth", "gold_label"),
    "correct": ("correct", "passed", "is_correct", "resolved"),
    "score": ("score",),
    "price": ("price", "cost", "usd", "cost_usd", "price_usd"),
    "latency": ("latency", "latency_ms", "latency_s"),
}
"""What the columns of each role are called. A score is an answer if there is a right one, and otherwise a grade."""

ROLES = tuple(role for role in ALIASES if role != "score")
"""What a user may name columns for."""

IGNORE = "ignore"
"""The key for columns that have no role, and are no members either."""


def fold(name: str) -> str:
    """Return a name without what people spell differently: case, spaces, hyphens and underscores.

    Examples
    --------
    >>> fold("Doc-ID"), fold("worker id")
    ('docid', 'workerid')
    """
    return re.sub(r"[\s_-]+", "", name).lower()


_FOLDED = {fold(alias): role for role, aliases in ALIASES.items() for alias in aliases}
_RANKS = {fold(alias): rank for aliases in ALIASES.values() for rank, alias in enumerate(aliases)}


def find_role(name: str) -> str | None:
    """Return the role of a column by its name, or None.

    Examples
    --------
    >>> find_role("Annotator"), find_role("doc-id"), find_role("gpt-4")
    ('member', 'item', None)
    """
    return _FOLDED.get(fold(name))


def sort_by_role(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the columns of each role, the most usual name first."""
    found: dict[str, list[str]] = {role: [] for role in ALIASES}
    for name in sorted(names, key=lambda name: _RANKS.get(fold(name), 0)):
        role = find_role(name)
        if role is not None:
            found[role].append(name)
    return found


def read_assignments(columns: Any) -> dict[str, tuple[str, ...]]:
    """Return the columns that a user names for each role.

    Raises
    ------
    ConfigError
        If these are not names of columns by role.

    Examples
    --------
    >>> read_assignments({"item": ["task", "doc_id"], "member": "foo"})
    {'item': ('task', 'doc_id'), 'member': ('foo',)}
    """
    if columns is None:
        return {}
    if not isinstance(columns, Mapping):
        raise ConfigError(f"columns: expected names of columns by role, got {format_value(columns)}")
    assigned = {}
    for role, names in columns.items():
        if role not in (*ROLES, IGNORE):
            known = list_known(role if isinstance(role, str) else "", (*ROLES, IGNORE))
            raise ConfigError(f"columns: expected a role, got {format_value(role)}; {known}")
        listed = (names,) if isinstance(names, str) else names
        is_list = isinstance(listed, Sequence) and listed and all(isinstance(name, str) for name in listed)
        if not is_list or (len(listed) > 1 and role not in ("item", "member", IGNORE)):
            raise ConfigError(f"columns: {role}: expected the name of a column, got {format_value(names)}")
        assigned[role] = tuple(listed)
    return assigned


def parse_assignments(texts: Iterable[str]) -> dict[str, list[str]]:
    """Return the columns by role from texts such as ``member=foo,item=bar``; a role may be repeated.

    Raises
    ------
    ConfigError
        If a text has another form.

    Examples
    --------
    >>> parse_assignments(["member=foo,item=task", "item=doc"])
    {'member': ['foo'], 'item': ['task', 'doc']}
    """
    assigned: dict[str, list[str]] = {}
    for word in (word for text in texts for word in text.split(",")):
        role, equals, name = (part.strip() for part in word.partition("="))
        if not equals or not role or not name:
            raise ConfigError(f"--columns {word.strip()}: expected ROLE=COLUMN, for example member=model,item=question")
        assigned.setdefault(role, []).append(name)
    return assigned


def check_assigned(table: LogTable, assigned: Mapping[str, tuple[str, ...]]) -> None:
    """Raise `PoolError` if a column that the user names is not there."""
    for role, names in assigned.items():
        for name in names:
            if name not in table.columns:
                raise PoolError(
                    f"{table.name}: no column {name!r}, which is named for {role}; {list_known(name, table.columns)}"
                )
