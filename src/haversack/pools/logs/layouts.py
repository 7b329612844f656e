"""The layout of a log: a line per answer, or a line per item with one or more columns per member."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.errors import PoolError
from haversack.pools.logs.cells import encode, to_names
from haversack.pools.logs.roles import ALIASES, IGNORE, find_role, sort_by_role
from haversack.pools.logs.tables import LogTable

if TYPE_CHECKING:
    from collections.abc import Callable

_SEPARATORS = (":", "/", "|", ".")
_OF_MEMBERS = ("answer", "correct", "price", "latency")


@attrs.frozen(kw_only=True)
class Layout:
    """The columns of a log with a line per answer, by role; None for a role that no column has.

    Parameters
    ----------
    item
        The columns that together name the item.
    member, answer, truth, correct, price, latency
        A column each. There is an answer with a right one, or whether the answer was correct.
    ignored
        The columns without a role.
    shape
        How the log was laid out, for people.
    noun
        What a member is called.
    """

    item: tuple[str, ...]
    member: str
    answer: str | None = None
    truth: str | None = None
    correct: str | None = None
    price: str | None = None
    latency: str | None = None
    ignored: tuple[str, ...] = ()
    shape: str = "a line per answer"
    noun: str = "member"

    @property
    def is_graded(self) -> bool:
        """Whether only right and wrong are known."""
        return self.correct is not None


def find_layout(
    table: LogTable, assigned: Mapping[str, tuple[str, ...]], *, has_truth: bool
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

    Raises
    ------
    PoolError
        If the columns fit no layout or several; names what was seen and what would be expected.
    """
    if table.roles:
        return table, _take_roles(table, assigned, has_truth=has_truth)
    named = {name for names in assigned.values() for name in names}
    found = sort_by_role(name for name in table.columns if name not in named)
    for role, names in assigned.items():
        if role != IGNORE:
            found[role] = list(names)
    if "answer" in assigned or "correct" in assigned:
        found["score"] = []
    ignored = set(assigned.get(IGNORE, ()))
    if len(assigned.get("member", ())) > 1:
        return _melt(table, found, ignored, members=assigned["member"], has_truth=has_truth)
    if not found["member"] and not found["answer"]:
        groups = _find_groups([name for name in table.columns if name not in named])
        if groups:
            return _melt_groups(table, found, groups, has_truth=has_truth)
    answers = found["answer"] + found["correct"] + found["score"]
    if found["member"] or answers:
        return _read_long(table, found, assigned, has_truth=has_truth)
    members = [
        name for name in table.columns if name not in ignored and not any(name in names for names in found.values())
    ]
    return _melt(table, found, ignored, members=tuple(members), has_truth=has_truth)


def _take_roles(table: LogTable, assigned: Mapping[str, tuple[str, ...]], *, has_truth: bool) -> Layout:
    """Return the layout that a reader knows, changed as the user says."""
    given = {role: (names,) if isinstance(names, str) else tuple(names) for role, names in table.roles.items()}
    if "correct" in assigned:
        given.pop("answer", None)
    roles = given | {role: names for role, names in assigned.items() if role != IGNORE}
    for role in ("item", "member"):
        if role not in roles:
            raise PoolError(f"{table.name}: no column for the {role}; name it by columns: {role}=COLUMN")
    if "answer" in roles and ("truth" in roles or has_truth):
        roles.pop("correct", None)
    else:
        roles.pop("answer", None)
        if "correct" not in roles:
            raise _no_right_answers(table)
    used = {name for names in roles.values() for name in names}
    single = {role: names[0] for role, names in roles.items() if role != "item"}
    return Layout(
        item=roles["item"], ignored=tuple(name for name in table.columns if name not in used), noun="model", **single
    )  # type: ignore[arg-type]


def _read_long(
    table: LogTable, found: dict[str, list[str]], assigned: Mapping[str, tuple[str, ...]], *, has_truth: bool
) -> tuple[LogTable, Layout]:
    if not found["member"]:
        if not table.starts:
            raise PoolError(
                f"{table.name}: column {_first(found, 'answer', 'correct', 'score')!r} looks like a line per answer, "
                f"but no column says whose answer it is: expected one of {_list('member')}; {_found(table)}"
            )
        table, found["member"] = _name_members_after_files(table), ["file"]
    member = _choose(table, "member", found["member"], _are_one_to_one)
    if not found["item"]:
        raise PoolError(f"{table.name}: no column for the item: expected one of {_list('item')}; {_found(table)}")
    items = assigned.get("item") or (_choose_item(table, found["item"], member),)
    truth = _choose(table, "truth", found["truth"], _are_equal) if found["truth"] else None
    knows_truth = truth is not None or has_truth
    answers = found["answer"] or (found["score"] if knows_truth else [])
    grades = found["correct"] or (found["score"] if not knows_truth or not answers else [])
    roles: dict[str, str | None] = {"truth": truth}
    if answers and knows_truth and "correct" not in assigned:
        roles["answer"] = _choose(table, "answer", answers, _are_equal)
    elif grades:
        roles["correct"] = _choose(table, "correct", grades, _are_equal)
    elif answers:
        raise _no_right_answers(table)
    else:
        expected = f"{_list('answer')}, or {_list('correct')}"
        raise PoolError(f"{table.name}: no column for the answer: expected one of {expected}; {_found(table)}")
    for role in ("price", "latency"):
        if found[role]:
            roles[role] = _choose(table, role, found[role], _are_equal)
    used = {*items, member, *roles.values()}
    ignored = tuple(name for name in table.columns if name not in used)
    return table, Layout(item=items, member=member, ignored=ignored, noun=_find_noun(member), **roles)  # type: ignore[arg-type]


def _melt(
    table: LogTable,
    found: dict[str, list[str]],
    ignored: set[str],
    *,
    members: tuple[str, ...],
    has_truth: bool,
) -> tuple[LogTable, Layout]:
    """Return a log with a column per member as one with a line per answer."""
    truth = _choose(table, "truth", found["truth"], _are_equal) if found["truth"] else None
    lost = found["price"] + found["latency"]
    if lost and not members:
        raise PoolError(f"{table.name}: no column holds the answers of a member; {_found(table)}")
    if lost:
        raise PoolError(
            f"{table.name}: column {lost[0]!r} looks like a line per answer, but no column says whose answer it is: "
            f"expected one of {_list('member')}; {_found(table)}; columns: ignore={lost[0]} leaves it out"
        )
    if truth is None and not has_truth:
        raise PoolError(
            f"{table.name}: expected a line per answer, with columns such as item, model, answer and truth, or a line "
            f"per item, with a column per member and truth; {_found(table)}"
        )
    if not members:
        raise PoolError(f"{table.name}: no column holds the answers of a member; {_found(table)}")
    if truth is not None and not found.get("member"):
        _check_members(table, members, truth)
    columns = {
        "answer": _interleave([table.columns[name] for name in members]),
        "member": list(members) * len(table),
    }
    extra = {} if truth is None else {"truth": truth}
    shape = f"a line per item, with {len(members)} columns of members"
    return _finish_melting(table, found, columns, extra, len(members), tuple(sorted(ignored)), shape)


def _melt_groups(
    table: LogTable, found: dict[str, list[str]], groups: dict[str, dict[str, str]], *, has_truth: bool
) -> tuple[LogTable, Layout]:
    """Return a log with several columns per member, such as ``gpt:answer`` and ``gpt:price``, with a line per answer."""
    truth = _choose(table, "truth", found["truth"], _are_equal) if found["truth"] else None
    by_label = (truth is not None or has_truth) and all("answer" in group for group in groups.values())
    wanted = "answer" if by_label else "correct"
    for member, group in groups.items():
        if wanted not in group:
            if not by_label and all("answer" in each for each in groups.values()):
                raise _no_right_answers(table)
            raise PoolError(f"{table.name}: {member!r} has no column for {wanted}, as other members have; {_found(table)}")
    kept = [role for role in (wanted, "price", "latency") if any(role in group for group in groups.values())]
    nothing = [None] * len(table)
    columns: dict[str, Sequence[Any]] = {"member": list(groups) * len(table)}
    for role in kept:
        columns[role] = _interleave(
            [table.columns[group[role]] if role in group else nothing for group in groups.values()]
        )
    extra = {} if truth is None or not by_label else {"truth": truth}
    used = {name for group in groups.values() for role, name in group.items() if role in kept}
    named = {*used, *found["item"], *found["truth"]}
    ignored = tuple(name for name in table.columns if name not in named)
    shape = f"a line per item, with columns such as {next(iter(groups.values()))[wanted]!r}"
    return _finish_melting(table, found, columns, extra, len(groups), ignored, shape)


def _finish_melting(
    table: LogTable,
    found: dict[str, list[str]],
    columns: dict[str, Sequence[Any]],
    extra: dict[str, str],
    members: int,
    ignored: tuple[str, ...],
    shape: str,
) -> tuple[LogTable, Layout]:
    rows = np.repeat(np.arange(len(table)), members).tolist()
    items = found["item"][:1] if len(found["item"]) < 2 else [_choose_wide_item(table, found["item"])]
    cells: Sequence[Any] = table.columns[items[0]] if items else list(table.places)
    item = items[0] if items else table.unit
    melted: dict[str, Sequence[Any]] = {item: [cells[row] for row in rows], **columns}
    for role, name in extra.items():
        melted[role] = [table.columns[name][row] for row in rows]
    places = [table.places[row] for row in rows]
    starts = tuple((first * members, name) for first, name in table.starts)
    roles = {role: role for role in (*columns, *extra)}
    layout = Layout(item=(item,), ignored=ignored, shape=shape, **roles)  # type: ignore[arg-type]
    return LogTable(table.name, melted, places, unit=table.unit, starts=starts), layout


def _interleave(columns: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the cells of several columns row by row."""
    return [cell for row in zip(*columns, strict=True) for cell in row]


def _find_groups(names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return for each member its columns by role, where names of columns consist of a member and a role."""
    for separator in _SEPARATORS:
        groups: dict[str, dict[str, str]] = {}
        for name in names:
            member, found, ending = name.rpartition(separator)
            role = {"score": "correct"}.get(find_role(ending) or "", find_role(ending))
            if found and member and role in _OF_MEMBERS:
                groups.setdefault(member, {}).setdefault(role, name)
        if any({"answer", "correct"} & group.keys() for group in groups.values()):
            return groups
    return {}


def _check_members(table: LogTable, members: Sequence[str], truth: str) -> None:
    """Raise `PoolError` for a column that none of the right answers occurs in: it holds something else."""
    right = {text.casefold() for text in to_names(table.columns[truth]) if text is not None}
    for name in members:
        given = {text.casefold() for text in to_names(table.columns[name]) if text is not None}
        if given and right and not given & right:
            raise PoolError(
                f"{table.name}: column {name!r} holds no right answer at all, for example {min(given)!r}; if it is not "
                f"a member, leave it out by columns: ignore={name}; otherwise name all members: "
                f"member={members[0]},member=..."
            )


def _choose_item(table: LogTable, names: Sequence[str], member: str) -> str:
    """Return the column of the item; one whose every line differs counts lines, if another does not."""
    if len(names) > 1 and len(set(to_names(table.columns[member]))) > 1:
        repeated = [name for name in names if len(set(to_names(table.columns[name]))) < len(table)]
        names = repeated or names
    return _choose(table, "item", names, _are_one_to_one)


def _choose_wide_item(table: LogTable, names: Sequence[str]) -> str:
    return _choose(table, "item", names, _are_one_to_one)


def _choose(table: LogTable, role: str, names: Sequence[str], agree: Callable[[LogTable, str, str], bool]) -> str:
    """Return the first of several columns, if it makes no difference which."""
    for other in names[1:]:
        if not agree(table, names[0], other):
            several = f" or both: {role}={names[0]},{role}={other}" if role == "item" else ""
            raise PoolError(
                f"{table.name}: columns {names[0]!r} and {other!r} may both hold the {role}; choose by columns: "
                f"{role}={names[0]} or {role}={other}{several}"
            )
    return names[0]


def _are_one_to_one(table: LogTable, first: str, second: str) -> bool:
    one, other = (encode(to_names(table.columns[name]))[0] for name in (first, second))
    return bool(np.array_equal(one, other))


def _are_equal(table: LogTable, first: str, second: str) -> bool:
    return list(to_names(table.columns[first])) == list(to_names(table.columns[second]))


def _name_members_after_files(table: LogTable) -> LogTable:
    ends = [first for first, _ in table.starts[1:]] + [len(table)]
    stems = [
        _stem(name) for (first, name), end in zip(table.starts, ends, strict=True) for _ in range(end - first)
    ]
    return attrs.evolve(table, columns={**table.columns, "file": stems})


def _stem(name: str) -> str:
    last = name.replace("\\", "/").rpartition("/")[2]
    return last.removesuffix(".gz").rpartition(".")[0] or last


def _find_noun(member: str) -> str:
    """Return what a member is called after the name of its column."""
    noun = member.lower().removesuffix("_id").removesuffix("_name")
    return noun if noun in ALIASES["member"] else "member"


def _no_right_answers(table: LogTable) -> PoolError:
    return PoolError(
        f"{table.name}: no right answers: expected a column {_list('truth', 4)}, a second file with them (truth), or a "
        f"column correct, score or passed with 0 and 1; {_found(table)}"
    )


def _list(role: str, count: int = 7) -> str:
    return ", ".join(ALIASES[role][:count])


def _found(table: LogTable) -> str:
    names = [repr(name) for name in table.columns if name != "file"]
    return f"found {', '.join(names[:12])}{', ...' if len(names) > 12 else ''}"


def _first(found: Mapping[str, Sequence[str]], *roles: str) -> str:
    return next(name for role in roles for name in found[role])
