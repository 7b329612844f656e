"""From a line per answer to recorded votes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.errors import PoolError
from haversack.pools.logs.cells import DOUBTFUL_TEXTS, encode, join_names, to_names, to_texts
from haversack.pools.logs.grading import count_contradictions, read_grades
from haversack.pools.logs.normalising import find_normaliser, normalise_text
from haversack.pools.logs.roles import find_role
from haversack.pools.votes import RecordedVotes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from haversack.arrays import IntArray
    from haversack.pools.logs.layout import Layout
    from haversack.pools.logs.right_answers import RightAnswers
    from haversack.pools.logs.tables import LogTable


@attrs.frozen(eq=False)
class CollectedVotes:
    """The votes of a log, and what was counted on the way.

    Parameters
    ----------
    names
        The members in the order of their first lines.
    votes
        Their answers to the items that have a right answer, in the order of their first lines.
    members
        For each row of the log, the position of its member.
    without_truth
        Number of answers to items without a right answer, which are not used.
    unasked
        Number of items with a right answer that no line of the log is about.
    nearly_right
        Number of answers that differ from the right one only in case or in surrounding spaces.
    same_number
        Number of answers that are the same number as the right one, written in another way.
    contradicted
        A column of grades that was not used, and on how many rows it contradicts the right answers; None if it agrees.
    doubtful
        An answer that may be no answer, such as ``NA``; None without one.
    """

    names: tuple[str, ...]
    votes: RecordedVotes
    members: IntArray
    without_truth: int = 0
    unasked: int = 0
    nearly_right: int = 0
    same_number: int = 0
    contradicted: tuple[str, int] | None = None
    doubtful: str | None = None


def collect_votes(
    table: LogTable, layout: Layout, right: RightAnswers | None, normalise: Callable[[str], Any]
) -> CollectedVotes:
    """Return the votes that a log holds.

    Raises
    ------
    PoolError
        If an item or a member has no name, a member answers an item twice, each line has an item of its own, right
        answers disagree, no item has one, or answers are written in another way; names the lines.
    """
    items, item_names = encode(_read_names(table, layout.item, "an item"))
    members, names = encode(_read_names(table, (layout.member,), f"the name of a {layout.noun}"))
    _check_contents(table, items, item_names)
    _check_lines(table, layout, items, members, item_names, names)
    member_names = tuple(names)
    shape = len(item_names), len(names)
    if layout.correct is not None:
        answers = np.full(shape, -1)
        answers[items, members] = read_grades(table, layout)
        votes = RecordedVotes(answers, np.zeros(shape[0], dtype=np.int64), ("right", "wrong"), graded=True)
        return CollectedVotes(member_names, votes, members)
    assert layout.answer is not None
    if right is None:
        truth, truth_labels = _read_inline_truth(table, layout, items, len(item_names), normalise)
        unasked = 0
    else:
        truth, truth_labels = _match_truth(right, item_names, normalise)
        unasked = len(right.by_item) - int((truth >= 0).sum())
    given, given_labels = _read_labels(table, layout.answer, normalise)
    kept = truth >= 0
    if not kept.any():
        place = "" if right is None else f" in {right.name}"
        raise PoolError(f"{table.name}: no answer to any item with a right answer{place}")
    used = kept[items]
    labels, truth_codes, given_codes = _merge_labels(truth, truth_labels, np.where(used, given, -1), given_labels)
    answers = np.full(shape, -1)
    answers[items, members] = given_codes
    votes = RecordedVotes(answers[kept], truth_codes[kept], labels)
    nearly_right = _count_right_if(votes, find_normaliser("casefold"))
    same_number = _count_right_if(votes, lambda text: normalise_text(text, "number"))
    if not nearly_right and not same_number:
        _check_labels(table.name, votes)
    return CollectedVotes(
        member_names,
        votes,
        members,
        without_truth=int((~used & (given >= 0)).sum()),
        unasked=unasked,
        nearly_right=nearly_right,
        same_number=same_number,
        contradicted=_find_contradiction(table, layout, truth_codes[items], given_codes),
        doubtful=next((text for text in DOUBTFUL_TEXTS if text in labels), None),
    )


def _find_contradiction(table: LogTable, layout: Layout, right: IntArray, given: IntArray) -> tuple[str, int] | None:
    known = (right >= 0) & (given >= 0)
    for column in layout.ignored:
        if column in table.columns and find_role(column) == "correct":
            count = count_contradictions(table, column, right == given, known)
            if count:
                return column, count
    return None


def _read_names(table: LogTable, columns: Sequence[str], what: str) -> Sequence[str]:
    names = join_names([to_names(table.columns[column]) for column in columns])
    if None in names:
        place = table.locate(names.index(None))
        raise PoolError(f"{place}: expected {what} in column {columns[0]!r}, the cell is empty")
    return names  # type: ignore[return-value]


def _check_contents(table: LogTable, items: IntArray, item_names: list[str]) -> None:
    """Raise `PoolError` if rows that are named alike are about different items."""
    if table.contents is None:
        return
    codes = encode(to_texts(table.columns[table.contents]))[0]
    first = np.full(len(item_names), -1)
    first[items[::-1]] = np.arange(len(items))[::-1]
    wrong = np.flatnonzero(codes != codes[first[items]])
    if wrong.size:
        row = int(wrong[0])
        where, before = table.locate_both(int(first[items[row]]), row)
        raise PoolError(
            f"{where}: item {item_names[items[row]]!r} is another one than on {before}: {table.contents!r} differs; "
            "read the results of one set of tests at a time"
        )


def _check_lines(
    table: LogTable, layout: Layout, items: IntArray, members: IntArray, item_names: list[str], names: list[str]
) -> None:
    """Raise `PoolError` if two lines are one answer, or no two lines are about the same item."""
    keys = items * len(names) + members
    order = np.argsort(keys, kind="stable")
    same = np.flatnonzero(np.diff(keys[order]) == 0)
    if same.size:
        place = same[np.argmin(order[same + 1])]
        first, second = int(order[place]), int(order[place + 1])
        where, before = table.locate_both(first, second)
        raise PoolError(
            f"{where}: {names[members[second]]!r} answers item {item_names[items[second]]!r} a second time, first on "
            f"{before}"
        )
    if len(table) == len(item_names) and len(names) > 1:
        second = int(np.flatnonzero(members != members[0])[0])
        where, before = table.locate_both(0, second)
        raise PoolError(
            f"{where}: column {'/'.join(layout.item)!r} is different on every line, {item_names[0]!r} on {before} and "
            f"{item_names[second]!r} here, though there are {len(names)} {layout.noun}s: it numbers lines, not items; "
            "name the column of the item by columns: item=COLUMN"
        )


def _read_labels(table: LogTable, column: str, normalise: Callable[[str], Any]) -> tuple[IntArray, list[Any]]:
    """Return the position of each answer among the labels, -1 where there is none, and the labels."""
    codes, texts = encode(to_texts(table.columns[column]))
    labels = []
    for code, text in enumerate(texts):
        try:
            labels.append(None if text is None else normalise(text))
        except ValueError:
            row = int(np.argmax(codes == code))
            raise PoolError(f"{table.locate(row)}: {column}: must be a number, got {text!r:.80}") from None
    return _recode(codes, labels)


def _recode(codes: IntArray, labels: Sequence[Any]) -> tuple[IntArray, list[Any]]:
    """Return the codes of equal labels as one, and -1 for None."""
    distinct = list(dict.fromkeys(label for label in labels if label is not None))
    index = {label: code for code, label in enumerate(distinct)}
    positions = np.array([-1 if label is None else index[label] for label in labels], dtype=np.int64)
    return positions[codes], distinct


def _read_inline_truth(
    table: LogTable, layout: Layout, items: IntArray, count: int, normalise: Callable[[str], Any]
) -> tuple[IntArray, list[Any]]:
    """Return for each item the position of its right answer among the labels, -1 if it has none, and the labels."""
    assert layout.truth is not None
    codes, labels = _read_labels(table, layout.truth, normalise)
    known = np.flatnonzero(codes >= 0)
    truth = np.full(count, -1)
    # The first line of an item that has a right answer comes last, and so stays.
    truth[items[known[::-1]]] = codes[known[::-1]]
    wrong = known[truth[items[known]] != codes[known]]
    if wrong.size:
        second = int(wrong[0])
        first = int(known[np.argmax(items[known] == items[second])])
        where, before = table.locate_both(first, second)
        raise PoolError(
            f"{where}: {layout.truth}: the right answer {labels[codes[second]]!r:.80} differs from "
            f"{labels[codes[first]]!r:.80} for the same item on {before}"
        )
    return truth, labels


def _match_truth(
    right: RightAnswers, item_names: Sequence[str], normalise: Callable[[str], Any]
) -> tuple[IntArray, list[Any]]:
    found = []
    for name in item_names:
        text, place = right.by_item.get(name, (None, ""))
        try:
            found.append(None if text is None else normalise(text))
        except ValueError:
            raise PoolError(f"{place}: the right answer must be a number, got {text!r:.80}") from None
    codes, labels = encode(found)
    return _recode(codes, labels)


def _merge_labels(
    truth: IntArray, truth_labels: Sequence[Any], given: IntArray, given_labels: Sequence[Any]
) -> tuple[tuple[Any, ...], IntArray, IntArray]:
    """Return all labels that are used, sorted, and both codes as positions among them."""
    present = {truth_labels[code] for code in np.unique(truth[truth >= 0])}
    present |= {given_labels[code] for code in np.unique(given[given >= 0])}
    labels = tuple(sorted(present))
    index = {label: code for code, label in enumerate(labels)}
    codes = [
        np.array([*(index.get(label, -1) for label in old), -1], dtype=np.int64) for old in (truth_labels, given_labels)
    ]
    return labels, codes[0][truth], codes[1][given]


def _check_labels(name: str, votes: RecordedVotes) -> None:
    """Raise `PoolError` if several labels are given and several right, but none is both: yes and no beside 1 and 0."""
    given, right = np.unique(votes.answers[votes.answered]), np.unique(votes.truth)
    if min(len(given), len(right)) > 1 and not np.intersect1d(given, right).size:
        shown = [", ".join(f"{votes.labels[code]!r:.40}" for code in codes[:3]) for codes in (given, right)]
        raise PoolError(
            f"{name}: no answer is right: answers are such as {shown[0]}, right ones such as {shown[1]}; write both in "
            "the same way"
        )


def _count_right_if(votes: RecordedVotes, normalise: Callable[[str], Any]) -> int:
    """Return how many answers would be right, but are not, if all were normalised."""
    folded = [normalise(label) if isinstance(label, str) else label for label in votes.labels]
    if len(set(folded)) == len(folded):
        return 0
    codes = encode(folded)[0]
    wrong = votes.answered & (votes.answers != votes.truth[:, None])
    return int((wrong & (codes[votes.answers] == codes[votes.truth][:, None])).sum())
