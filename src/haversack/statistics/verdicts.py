"""From the scores of a vote to verdicts, and to how right they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.api.vote import Vote
    from haversack.arrays import FloatArray, IntArray

_CELLS_AT_ONCE = 2**22


def judge_items(vote: Vote, answers: IntArray, truth: IntArray) -> FloatArray:
    """Return how right the verdict on each item is.

    1 if the right label alone has the highest score. In a tie of k labels, the right one among them, 0 or 1/k as the
    vote has it. An item that nobody answered is wrong.

    Parameters
    ----------
    vote
        The vote of a panel.
    answers
        Of shape (items, members of the panel), as `Vote.scores` takes them.
    truth
        The position of the right label of each item.

    Examples
    --------
    >>> from haversack.energies.plurality import PluralityCount
    >>> answers = np.array([[0, 0, 1], [0, 1, -1], [-1, -1, -1]])
    >>> judge_items(PluralityCount(labels=2, ties="coin"), answers, np.array([0, 0, 0])).tolist()
    [1.0, 0.5, 0.0]
    """
    right = np.zeros(len(answers))
    for rows, scores in _score_in_parts(vote, answers):
        best = scores == scores.max(axis=1, keepdims=True)
        tied = best.sum(axis=1)
        is_best = best[np.arange(len(tied)), truth[rows]]
        # Scores that are not numbers decide nothing.
        share = is_best / np.maximum(tied, 1) if vote.ties == "coin" else is_best & (tied == 1)
        right[rows] = np.where((answers[rows] >= 0).any(axis=1), share, 0.0)
    return right


def find_verdicts(vote: Vote, answers: IntArray) -> IntArray:
    """Return the position of the label with the highest score on each item; -1 for ties and items without answers.

    Parameters
    ----------
    vote
        The vote of a panel.
    answers
        Of shape (items, members of the panel), as `Vote.scores` takes them.

    Examples
    --------
    >>> from haversack.energies.plurality import PluralityCount
    >>> find_verdicts(PluralityCount(labels=2), np.array([[0, 0, 1], [0, 1, -1], [-1, -1, -1]])).tolist()
    [0, -1, -1]
    """
    verdicts = np.full(len(answers), -1, dtype=np.int64)
    for rows, scores in _score_in_parts(vote, answers):
        best = scores == scores.max(axis=1, keepdims=True)
        is_decided = (best.sum(axis=1) == 1) & (answers[rows] >= 0).any(axis=1)
        verdicts[rows] = np.where(is_decided, best.argmax(axis=1), -1)
    return verdicts


def _score_in_parts(vote: Vote, answers: IntArray) -> Iterator[tuple[slice, FloatArray]]:
    """Yield the scores of some items at a time: with thousands of labels, those of all would fill the memory."""
    start, rows = 0, 1
    while start < len(answers):
        part = slice(start, start + rows)
        scores = np.asarray(vote.scores(answers[part]), dtype=np.float64)
        yield part, scores
        start += rows
        # The number of labels is known from the first item on.
        rows = max(1, _CELLS_AT_ONCE // max(1, scores.shape[1] + answers.shape[1]))
