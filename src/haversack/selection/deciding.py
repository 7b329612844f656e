"""Verdicts of a chosen panel on new items."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.verdict import Verdict
from haversack.api.vote import ExtendsLabels, HasProbabilities
from haversack.errors import PoolError
from haversack.plugins import get_catalog
from haversack.pools.answer_tables import read_answer_table
from haversack.selection.voting import find_vote
from haversack.spelling import suggest
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.api.selection import Selection
    from haversack.arrays import IntArray
    from haversack.plugins import Catalog
    from haversack.pools.answer_tables import AnswerTable

_AT_ONCE = 4_000_000  # Numbers; a table of any length is decided part by part.


def decide(selection: Selection, answers: Any, *, vote: Any = None, catalog: Catalog | None = None) -> Any:
    """Return one verdict for answers to one item, otherwise a list of them; see `Selection.decide`."""
    table = compare_as_recorded(selection, read_answer_table(answers, selection.pool.names))
    verdicts = decide_table(selection, table, vote=vote, catalog=catalog)
    return verdicts[0] if table.is_single else verdicts


def compare_as_recorded(selection: Selection, table: AnswerTable) -> AnswerTable:
    """Return answers as those of the log were compared that the panel was chosen by: without case, for example."""
    votes = selection.pool.votes
    return table if votes is None else table.compare_as(votes.compared)


def decide_table(
    selection: Selection, table: AnswerTable, *, vote: Any = None, catalog: Catalog | None = None
) -> list[Verdict]:
    """Return the verdict on each item of a table.

    Raises
    ------
    PoolError
        If a column is not that of a member of the pool.
    """
    _check_names(selection, table)
    pool = selection.pool
    fitted = find_vote(selection.settings, pool, selection.members, vote, get_catalog(catalog))
    labels = _Labels.of(() if pool.votes is None else pool.votes.labels)
    given = np.full((len(table), len(selection.names)), -1, dtype=np.int64)
    for place, name in enumerate(selection.names):
        if name in table.columns:
            given[:, place] = [labels.encode(answer) for answer in table.columns[name]]
    known = len(labels.labels) - len(labels.further)
    if labels.further and isinstance(fitted, ExtendsLabels):
        fitted = fitted.extend(len(labels.labels))
    else:
        # For a vote that knows the labels of the pool only, an answer that is none of them says nothing.
        given = np.where(given < known, given, -1)
    rows = max(1, _AT_ONCE // max(1, len(labels.labels)))
    return [
        verdict
        for start in range(0, len(given), rows)
        for verdict in _judge(fitted, given[start : start + rows], labels.labels)
    ]


def _judge(vote: Any, given: IntArray, labels: list[Any]) -> list[Verdict]:
    answered = (given >= 0).sum(axis=1).tolist()
    if not labels:
        return [Verdict(None) for _ in answered]
    scores = vote.scores(given)
    chances = vote.probabilities(given) if isinstance(vote, HasProbabilities) else None
    verdicts = []
    for item, (row, count) in enumerate(zip(scores, answered, strict=True)):
        if count == 0:
            verdicts.append(Verdict(None))
            continue
        top = np.flatnonzero(row == row.max()).tolist()
        label, tied = (labels[top[0]], ()) if len(top) == 1 else (None, tuple(labels[place] for place in top))
        verdicts.append(Verdict(label, tied, count, None if chances is None else float(chances[item, top[0]])))
    return verdicts


def _check_names(selection: Selection, table: AnswerTable) -> None:
    """Raise `PoolError` if somebody is not a member of the pool, or if nobody is a member of the panel."""
    members = set(selection.pool.names)
    unknown = [name for name in table.columns if name not in members]
    if unknown:
        hint = suggest(unknown[0], selection.pool.names)
        raise PoolError(
            f"answers: {', '.join(map(repr, unknown[:5]))}{', ...' if len(unknown) > 5 else ''}: not among the members "
            f"of the pool{f'; {hint}' if hint else f'; the panel is {_list_names(selection)}'}"
        )
    if table.columns and not table.is_single and not set(selection.names) & set(table.columns):
        raise PoolError(f"answers: no column of any member of the panel, which is {_list_names(selection)}")


def _list_names(selection: Selection) -> str:
    names = ", ".join(map(repr, selection.names[:5]))
    return f"{names}, ..." if len(selection.names) > 5 else names


@attrs.frozen
class _Labels:
    """The labels of the pool, and those of new answers that are none of them.

    Parameters
    ----------
    labels
        All of them, those of the pool first.
    codes, texts
        The position of each by itself, and by its text: a file knows texts only.
    further
        Those that the pool does not have.
    """

    labels: list[Any]
    codes: dict[Any, int]
    texts: dict[str, int]
    further: list[Any] = attrs.field(factory=list)

    @classmethod
    def of(cls, labels: tuple[Any, ...]) -> _Labels:
        codes = {label: place for place, label in enumerate(labels)}
        return cls(list(labels), codes, {str(label): place for place, label in enumerate(labels)})

    def encode(self, answer: Any) -> int:
        """Return the position of an answer, -1 if it is none."""
        if isinstance(answer, np.generic):
            answer = answer.item()
        if answer is None or (isinstance(answer, float) and math.isnan(answer)):
            return -1
        try:
            code = self.codes.get(answer)
        except TypeError as error:
            raise PoolError(f"answers: an answer must be hashable, got {format_value(answer)}") from error
        if code is None and isinstance(answer, str) and not answer.strip():
            return -1  # An empty cell.
        if code is None:
            code = self.texts.get(str(answer))
        if code is None:
            code = len(self.labels)
            self.labels.append(answer)
            self.further.append(answer)
            self.codes[answer] = code
            self.texts[str(answer)] = code
        return code
