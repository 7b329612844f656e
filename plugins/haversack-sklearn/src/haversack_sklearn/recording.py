"""Recorded answers of members to rows that they were not fitted on, with their times."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing
from sklearn.utils.parallel import Parallel, delayed

import haversack as hs
from haversack_sklearn.ballots import encode_labels
from haversack_sklearn.members import fit_member

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from haversack import FloatArray, IntArray

_MAX_FOLDS = 5
_ROWS = 1000.0


@attrs.frozen(eq=False)
class Record:
    """Answers of all members to the same rows.

    Parameters
    ----------
    rows
        Indices of the answered rows. A row that was tested several times occurs several times.
    answers
        Positions among the classes, of shape (rows, members).
    predict_seconds
        Seconds that each member takes to predict a thousand rows.
    fit_seconds
        Seconds to fit each member, averaged over the folds; None if no member was fitted.
    """

    rows: IntArray
    answers: IntArray
    predict_seconds: FloatArray
    fit_seconds: FloatArray | None = None

    def votes(self, truth: IntArray, classes: npt.NDArray[Any], weights: FloatArray | None) -> hs.RecordedVotes:
        """Return the recorded votes, without rows of weight 0."""
        if weights is None:
            return hs.RecordedVotes(self.answers, truth[self.rows], classes.tolist())
        weights = weights[self.rows]
        counted = weights > 0.0
        rows, answers = self.rows[counted], self.answers[counted]
        return hs.RecordedVotes(answers, truth[rows], classes.tolist(), weights[counted])


@attrs.frozen(eq=False)
class _Fold:
    """The answers of one member to one fold, with its times."""

    labels: npt.NDArray[Any]
    fit_seconds: float
    predict_seconds: float


def record_out_of_fold(
    members: Mapping[str, Any],
    rows: Any,
    labels: npt.NDArray[Any],
    weights: FloatArray | None,
    classes: npt.NDArray[Any],
    *,
    cv: Any,
    n_jobs: int | None,
) -> Record:
    """Cross-validate: fit clones of the members on the training rows of each split, and record their answers."""
    splits = _make_splits(cv, rows, labels)
    tasks = [(member, train, test) for member in members.values() for train, test in splits]
    done: list[_Fold] = Parallel(n_jobs=n_jobs)(
        delayed(_fit_and_answer)(member, rows, labels, weights, train, test) for member, train, test in tasks
    )
    by_member = [done[start : start + len(splits)] for start in range(0, len(done), len(splits))]
    tested = np.concatenate([test for _, test in splits])
    columns = [
        np.concatenate([encode_labels(fold.labels, classes, name) for fold in folds])
        for name, folds in zip(members, by_member, strict=True)
    ]
    return Record(
        rows=tested,
        answers=np.column_stack(columns),
        predict_seconds=np.array([sum(fold.predict_seconds for fold in folds) for folds in by_member])
        * (_ROWS / max(1, len(tested))),
        fit_seconds=np.array([np.mean([fold.fit_seconds for fold in folds]) for folds in by_member]),
    )


def record_fitted(members: Mapping[str, Any], rows: Any, labels: npt.NDArray[Any], classes: npt.NDArray[Any]) -> Record:
    """Record the answers of fitted members."""
    columns, seconds = [], []
    for name, member in members.items():
        start = time.perf_counter()
        answers = member.predict(rows)
        seconds.append(time.perf_counter() - start)
        columns.append(encode_labels(answers, classes, name))
    return Record(
        rows=np.arange(len(labels)),
        answers=np.column_stack(columns),
        predict_seconds=np.array(seconds) * (_ROWS / max(1, len(labels))),
    )


def _make_splits(cv: Any, rows: Any, labels: npt.NDArray[Any]) -> Sequence[tuple[IntArray, IntArray]]:
    if cv is None:
        # Five folds, unless a class has fewer rows.
        cv = max(2, min(_MAX_FOLDS, int(np.unique(labels, return_counts=True)[1].min())))
    splits = list(check_cv(cv, labels, classifier=True).split(rows, labels))
    if not splits:
        raise hs.ConfigError([f"cv: expected at least one pair of training and test rows, got none from {cv!r}"])
    return splits


def _fit_and_answer(
    member: Any, rows: Any, labels: npt.NDArray[Any], weights: FloatArray | None, train: IntArray, test: IntArray
) -> _Fold:
    known, asked = _safe_indexing(rows, train), _safe_indexing(rows, test)
    start = time.perf_counter()
    member = fit_member(member, known, labels[train], None if weights is None else weights[train])
    between = time.perf_counter()
    answers = member.predict(asked)
    return _Fold(np.asarray(answers), between - start, time.perf_counter() - between)
