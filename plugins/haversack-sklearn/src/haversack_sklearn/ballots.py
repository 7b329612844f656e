"""Conversion of labels to votes, and of votes to the class of a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import haversack as hs

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from haversack import FloatArray, IntArray

_TRUST_DECIMALS = 9  # So that the order of summation does not matter.


def encode_labels(labels: Any, classes: npt.NDArray[Any], name: str) -> IntArray:
    """Return the position of each label among the classes, which are sorted.

    Raises
    ------
    ConfigError
        If the member of this name answers with a label that is not a class.
    """
    labels = np.asarray(labels)
    try:
        codes = np.minimum(np.searchsorted(classes, labels), len(classes) - 1)
    except TypeError:  # Strings cannot be compared with numbers.
        codes = np.zeros(len(labels), dtype=np.int64)
    wrong = np.flatnonzero(classes[codes] != labels)
    if wrong.size:
        answer, known = labels[wrong[0]], ", ".join(map(str, classes.tolist()))
        raise hs.ConfigError([f"estimators: {name!r} answers {answer!s}, which is not a class; classes: {known:.200}"])
    return np.asarray(codes)


def decide_by_scores(scores: FloatArray, ballots: IntArray, accuracies: FloatArray) -> IntArray:
    """Return the class with the highest score in each row.

    Parameters
    ----------
    scores
        How much speaks for each class, of shape (rows, classes).
    ballots
        The class that each member votes for, of shape (rows, members).
    accuracies
        Accuracies of the members. A tie goes to the class whose voters have the larger sum of accuracies, then to the
        first class.
    """
    trust = np.zeros(scores.shape)
    rows = np.arange(len(ballots))
    for votes, accuracy in zip(ballots.T, accuracies, strict=True):
        trust[rows, votes] += accuracy
    leads = scores == scores.max(axis=1, keepdims=True)
    return np.asarray(np.where(leads, trust.round(_TRUST_DECIMALS), -1.0).argmax(axis=1))


def average_probabilities(
    probabilities: Sequence[FloatArray], known: Sequence[npt.NDArray[Any]], classes: npt.NDArray[Any]
) -> FloatArray:
    """Return the mean probability of each class over the members.

    Parameters
    ----------
    probabilities
        Probabilities of each member, of shape (rows, classes it knows).
    known
        The classes that each member knows; the others have probability 0.
    classes
        The classes of the panel.
    """
    total = np.zeros((len(probabilities[0]), len(classes)))
    for table, labels in zip(probabilities, known, strict=True):
        total[:, np.searchsorted(classes, labels)] += table
    return total / len(probabilities)
