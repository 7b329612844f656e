"""Logs with a line per item, and one or more columns per member."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from haversack.errors import PoolError
from haversack.pools.logs.cells import join_names, to_names
from haversack.pools.logs.choosing import choose_column, list_aliases, list_found, no_right_answers
from haversack.pools.logs.layout import Layout
from haversack.pools.logs.normalising import normalise_text
from haversack.pools.logs.roles import find_role, fold
from haversack.pools.logs.tables import LogTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SEPARATORS = (":", "/", "|", ".")
_OF_MEMBERS = ("answer", "correct", "price", "latency")
_COUNTERS = ("index", "idx", "row", "rowid", "rownumber", "line", "linenumber")
_SHOWN = 6


def melt_columns(
    table: LogTable,
    found: Mapping[str, Sequence[str]],
    members: Sequence[str],
    *,
    items: Sequence[str] = (),
    has_truth: bool,
    is_graded: bool,
    is_sure: bool,
) -> tuple[LogTable, Layout]:
    """Return a log with a column per member as one with a line per answer.

    Parameters
    ----------
    table
        The log.
    found
        Its other columns by role.
    members
        The columns of the members.
    items
        The columns that together name the item, if the user says so.
    has_truth
        Whether right answers are given beside it.
    is_graded
        Whether the cells say right or wrong.
    is_sure
        Whether the user named the members.

    Raises
    ------
    PoolError
        If there are no right answers, or a column is not one of a member.
    """
    lost = [*found["price"], *found["latency"]]
    if members and lost:
        raise PoolError(
            f"{table.name}: column {lost[0]!r} looks like a line per answer, but no column says whose answer it is: "
            f"expected one of {list_aliases('member')}; {list_found(table)}; columns: ignore={lost[0]} leaves it out"
        )
    truth = choose_column(table, "truth", found["truth"]) if found["truth"] and not is_graded else None
    if truth is None and not has_truth and not is_graded:
        raise PoolError(
            f"{table.name}: expected a line per answer, with columns such as item, model, answer and truth, or a line "
            f"per item, with a column per member and truth; {list_found(table)}; if the cells of members say right or "
            "wrong, 1 or 0, read them by answers=graded"
        )
    if not members:
        raise PoolError(f"{table.name}: no column holds the answers of a member; {list_found(table)}")
    if truth is not None and not is_sure:
        _check_members(table, members, truth)
    columns = {"correct" if is_graded else "answer": _interleave([table.columns[name] for name in members])}
    more = f" and {len(members) - _SHOWN} more" if len(members) > _SHOWN else ""
    shape = f"a line per item, with a column for each of {', '.join(members[:_SHOWN])}{more}"
    used = {*members, *found["item"], truth}
    ignored = tuple(name for name in table.columns if name not in used)
    return _build(table, found, columns, members, truth, {}, ignored, shape, items=items, has_truth=has_truth)


def is_index(name: str) -> bool:
    """Return whether a column only counts the rows, by its name: pandas and spreadsheets write such columns.

    Examples
    --------
    >>> is_index("Unnamed: 0"), is_index("index"), is_index("gpt-4")
    (True, True, False)
    """
    return fold(name) in _COUNTERS or re.fullmatch(r"Unnamed: \d+", name) is not None


def find_groups(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return for each member its columns by role, where names of columns consist of a member and a role.

    Examples
    --------
    >>> find_groups(["id", "gpt:answer", "gpt:usd", "gpt:tokens"])
    {'gpt': {'answer': 'gpt:answer', 'price': 'gpt:usd'}}
    """
    for separator in _SEPARATORS:
        groups: dict[str, dict[str, str]] = {}
        for name in names:
            member, found, ending = name.rpartition(separator)
            role = find_role(ending)
            role = "correct" if role == "score" else role
            if found and member and role in _OF_MEMBERS:
                groups.setdefault(member, {}).setdefault(role, name)
        if any({"answer", "correct"} & group.keys() for group in groups.values()):
            return groups
    return {}


def melt_groups(
    table: LogTable,
    found: Mapping[str, Sequence[str]],
    groups: Mapping[str, Mapping[str, str]],
    *,
    items: Sequence[str] = (),
    has_truth: bool,
) -> tuple[LogTable, Layout]:
    """Return a log with several columns per member, ``gpt:answer`` and ``gpt:price``, with a line per answer.

    Raises
    ------
    PoolError
        If a member has neither answers with right ones, nor grades.
    """
    truth = choose_column(table, "truth", found["truth"]) if found["truth"] else None
    by_label = (truth is not None or has_truth) and all("answer" in group for group in groups.values())
    wanted = "answer" if by_label else "correct"
    for member, group in groups.items():
        if wanted not in group:
            if "answer" in group:
                raise no_right_answers(table)
            raise PoolError(f"{table.name}: {member!r} has no column for {wanted}, as others have; {list_found(table)}")
    kept = [role for role in (wanted, "price", "latency") if any(role in group for group in groups.values())]
    nothing = [None] * len(table)
    columns = {
        role: _interleave([table.columns[group[role]] if role in group else nothing for group in groups.values()])
        for role in kept
    }
    used = {name for group in groups.values() for role, name in group.items() if role in kept}
    used |= {*found["item"], truth or ""}
    ignored = tuple(name for name in table.columns if name not in used)
    first = next(iter(groups))
    origins = {role: groups[first][role] for role in kept if role in groups[first]}
    shape = f"a line per item, with columns for each of {', '.join(groups)}"
    truth = truth if by_label else None
    return _build(table, found, columns, list(groups), truth, origins, ignored, shape, items=items, has_truth=has_truth)


def _build(
    table: LogTable,
    found: Mapping[str, Sequence[str]],
    columns: Mapping[str, Sequence[Any]],
    members: Sequence[str],
    truth: str | None,
    origins: Mapping[str, str],
    ignored: tuple[str, ...],
    shape: str,
    *,
    items: Sequence[str],
    has_truth: bool,
) -> tuple[LogTable, Layout]:
    """Return the table and the layout; `columns` has a cell per line and member already."""
    if not items and found["item"]:
        items = [choose_column(table, "item", found["item"])]
    rows = [row for row in range(len(table)) for _ in members]
    if not items and table.row_names is None and has_truth:
        raise PoolError(
            f"{table.name}: no column for the item, which the right answers are found by: expected one of "
            f"{list_aliases('item')}; {list_found(table)}"
        )
    names = list(range(1, len(table) + 1)) if table.row_names is None else table.row_names
    cells: Sequence[Any] = names
    if items:
        cells = join_names([to_names(table.columns[item]) for item in items]) if items[1:] else table.columns[items[0]]
    melted: dict[str, Sequence[Any]] = {
        "item": [cells[row] for row in rows],
        "member": list(members) * len(table),
        **columns,
    }
    origins = {"item": " and ".join(items) or f"number of the {table.unit}", **origins}
    if truth is not None:
        melted["truth"] = [table.columns[truth][row] for row in rows]
        origins["truth"] = truth
    places = [table.places[row] for row in rows]
    starts = tuple((first * len(members), name) for first, name in table.starts)
    roles: dict[str, Any] = {role: role for role in melted if role != "item"}
    layout = Layout(item=("item",), ignored=ignored, shape=shape, origins=origins, **roles)
    return LogTable(table.name, melted, places, unit=table.unit, starts=starts), layout


def _interleave(columns: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the cells of several columns row by row."""
    return [cell for row in zip(*columns, strict=True) for cell in row]


def _check_members(table: LogTable, members: Sequence[str], truth: str) -> None:
    """Raise `PoolError` for a column that none of the right answers occurs in: it holds something else."""
    right = _list_answers(table, truth)
    for name in members:
        given = _list_answers(table, name)
        if given and right and not given & right:
            raise PoolError(
                f"{table.name}: column {name!r} holds no right answer at all, for example {_show_one(given):.80}; if "
                f"it is not a member, leave it out by columns: ignore={name}; otherwise name all members: "
                f"member={members[0]},member=..."
            )


def _list_answers(table: LogTable, column: str) -> set[Any]:
    """Return what a column holds, however it is written: without case, and numbers as numbers."""
    texts = {text for text in to_names(table.columns[column]) if text is not None}
    return {normalise_text(text.casefold(), "number") for text in texts}


def _show_one(answers: set[Any]) -> str:
    return repr(min(map(str, answers)))
