"""Which layout a log has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import PoolError
from haversack.pools.logs.cells import to_names
from haversack.pools.logs.choosing import choose_column, choose_item, list_aliases, list_found, no_right_answers
from haversack.pools.logs.grading import refuse_doubtful_score
from haversack.pools.logs.layout import Layout
from haversack.pools.logs.roles import ALIASES, IGNORE, find_role, sort_by_role
from haversack.pools.logs.wide import find_groups, is_index, melt_columns, melt_groups

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.pools.logs.tables import LogTable


def find_layout(
    table: LogTable, assigned: Mapping[str, tuple[str, ...]], *, has_truth: bool, is_graded: bool = False
) -> tuple[LogTable, Layout]:
    """Return the log with a line per answer, and its layout.

    Parameters
    ----------
    table
        The log as it was read.
    assigned
        The columns that the user names for roles.
    has_truth
        Whether right answers are given beside the log.
    is_graded
        Whether the answers say right or wrong.

    Raises
    ------
    PoolError
        If the columns fit no layout or several; names what was seen and what would be expected.
    """
    if table.roles:
        ignored = assigned.get(IGNORE, ())
        kept = {role: names for role, names in table.roles.items() if names not in ignored}
        if has_truth and "truth" in kept:
            raise _two_truths(table, str(kept["truth"]))
        return table, _take_roles(attrs.evolve(table, roles=kept), assigned, has_truth=has_truth)
    named = {name for names in assigned.values() for name in names}
    others = [name for name in table.columns if name not in named]
    found = sort_by_role(others) | {role: list(names) for role, names in assigned.items() if role != IGNORE}
    if has_truth and found["truth"]:
        raise _two_truths(table, found["truth"][0])
    if "answer" in assigned or "correct" in assigned:
        found["score"] = []
    members = assigned.get("member", ())
    items = assigned.get("item", ())
    is_sure = len(members) > 1
    if not is_sure:
        groups = {} if members or found["member"] or found["answer"] else find_groups(others)
        if groups:
            return melt_groups(table, found, groups, items=items, has_truth=has_truth)
        if found["member"] or found["answer"] or found["correct"] or found["score"]:
            return _read_long(table, found, assigned, has_truth=has_truth, is_graded=is_graded)
        members = tuple(
            name for name in others if not is_index(name) and not any(name in names for names in found.values())
        )
    return melt_columns(table, found, members, items=items, has_truth=has_truth, is_graded=is_graded, is_sure=is_sure)


def _take_roles(table: LogTable, assigned: Mapping[str, tuple[str, ...]], *, has_truth: bool) -> Layout:
    """Return the layout that a reader knows, changed as the user says."""
    roles = {role: (names,) if isinstance(names, str) else tuple(names) for role, names in table.roles.items()}
    if "correct" in assigned:
        roles.pop("answer", None)
    roles |= {role: names for role, names in assigned.items() if role != IGNORE}
    for role in ("item", "member"):
        if role not in roles:
            raise PoolError(f"{table.name}: no column for the {role}; name it by columns: {role}=COLUMN")
    if "answer" in roles and ("truth" in roles or has_truth):
        roles.pop("correct", None)
    elif "correct" in roles:
        roles.pop("answer", None)
        roles.pop("truth", None)
    else:
        raise no_right_answers(table)
    used = {name for names in roles.values() for name in names}
    single: dict[str, Any] = {role: names[0] for role, names in roles.items() if role != "item"}
    used.add(table.contents or "")
    ignored = tuple(name for name in table.columns if name not in used)
    return Layout(item=roles["item"], ignored=ignored, noun="model", **single)


def _read_long(
    table: LogTable,
    found: Mapping[str, Sequence[str]],
    assigned: Mapping[str, tuple[str, ...]],
    *,
    has_truth: bool,
    is_graded: bool,
) -> tuple[LogTable, Layout]:
    members = found["member"]
    if not members:
        if not table.starts:
            column = next(name for role in ("answer", "correct", "score") for name in found[role])
            raise PoolError(
                f"{table.name}: column {column!r} looks like a line per answer, but no column says whose answer it is: "
                f"expected one of {list_aliases('member')}; {list_found(table)}"
            )
        table, members = _name_members_after_files(table), ["file"]
    member = choose_column(table, "member", members)
    if not found["item"]:
        raise PoolError(
            f"{table.name}: no column for the item: expected one of {list_aliases('item')}; {list_found(table)}"
        )
    roles: dict[str, Any] = {}
    items = assigned.get("item") or (choose_item(table, found["item"], member),)
    if found["truth"] and not is_graded:
        roles["truth"] = choose_column(table, "truth", found["truth"])
    knows_truth = ("truth" in roles or has_truth) and not is_graded
    answers = found["answer"] or (found["score"] if knows_truth else [])
    grades = found["correct"] or found["score"] or (found["answer"] if is_graded else [])
    if answers and knows_truth and "correct" not in assigned:
        roles["answer"] = choose_column(table, "answer", answers)
        if not found["answer"] and "truth" in roles:
            named = {name for names in assigned.values() for name in names}
            others = [name for name in table.columns if name not in named and find_role(name) is None]
            refuse_doubtful_score(table, roles["answer"], roles["truth"], others)
    elif grades:
        roles["correct"] = choose_column(table, "correct", grades)
        roles.pop("truth", None)
    elif answers:
        raise no_right_answers(table)
    else:
        expected = f"{list_aliases('answer')}, {list_aliases('correct', 2)}"
        raise PoolError(f"{table.name}: no column for the answer: expected one of {expected}; {list_found(table)}")
    for role in ("price", "latency"):
        if found[role]:
            roles[role] = choose_column(table, role, found[role])
    used = {*items, member, *roles.values()}
    ignored = tuple(name for name in table.columns if name not in used)
    _refuse_two_layouts(table, member, [name for name in ignored if name not in assigned.get(IGNORE, ())])
    return table, Layout(item=items, member=member, ignored=ignored, noun=_find_noun(member), **roles)


def _refuse_two_layouts(table: LogTable, member: str, others: Sequence[str]) -> None:
    """Raise `PoolError` if there is a line per answer and also a column for each of several members."""
    members = set(to_names(table.columns[member]))
    columns = [name for name in others if name in members]
    if len(columns) > 1:
        ignore, choose = (",".join(f"{role}={name}" for name in columns[:4]) for role in (IGNORE, "member"))
        raise PoolError(
            f"{table.name}: fits two layouts, a line per answer of those in column {member!r}, and a line per item "
            f"with a column for each of {', '.join(map(repr, columns[:4]))}; choose by columns: {ignore} or {choose}"
        )


def _two_truths(table: LogTable, column: str) -> PoolError:
    return PoolError(
        f"{table.name}: has a column {column!r} with right answers, but others were given too; leave one out, the "
        f"column by columns: ignore={column}"
    )


def _name_members_after_files(table: LogTable) -> LogTable:
    """Return a table with the further column ``file``: the names of the files without folder and ending."""
    ends = [first for first, _ in table.starts[1:]] + [len(table)]
    names = [_stem(name) for (first, name), end in zip(table.starts, ends, strict=True) for _ in range(end - first)]
    return attrs.evolve(table, columns={**table.columns, "file": names})


def _stem(name: str) -> str:
    last = name.replace("\\", "/").rpartition("/")[2].removesuffix(".gz")
    return last.rpartition(".")[0] or last


def _find_noun(member: str) -> str:
    """Return what a member is called after the name of its column."""
    noun = member.lower().removesuffix("_id").removesuffix("_name")
    return noun if noun in ALIASES["member"] else "member"
