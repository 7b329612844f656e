"""What a vote decides on each item, and how often that is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from haversack.api.vote import Vote
    from haversack.arrays import FloatArray, IntArray


def judge_items(vote: Vote, answers: IntArray, truth: IntArray) -> FloatArray:
    """Return how right the vote is on each item: 1, 0, or 1/k where a coin decides among k labels, the right one too.

    Parameters
    ----------
    vote
        The vote.
    answers
        Of shape (items, members of the panel): positions among the labels, -1 for none.
    truth
        Of shape (items,): the position of the right label.
    """
    if not len(answers):
        return np.zeros(0)
    scores = vote.scores(answers)
    top = scores == scores.max(axis=1, keepdims=True)
    tied = top.sum(axis=1)
    hits = top[np.arange(len(truth)), truth] & (answers >= 0).any(axis=1)
    shares = 1.0 / tied if vote.ties == "coin" else (tied == 1).astype(np.float64)
    return np.asarray(np.where(hits, shares, 0.0))


def find_verdicts(vote: Vote, answers: IntArray) -> IntArray:
    """Return the position of the label that the vote decides for on each item, -1 where it is undecided."""
    if not len(answers):
        return np.zeros(0, dtype=np.int64)
    scores = vote.scores(answers)
    top = scores == scores.max(axis=1, keepdims=True)
    decided = (top.sum(axis=1) == 1) & (answers >= 0).any(axis=1)
    return np.asarray(np.where(decided, scores.argmax(axis=1), -1))
