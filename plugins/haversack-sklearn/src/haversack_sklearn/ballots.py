"""From labels to votes, and from votes to the class of a panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import haversack as hs

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from haversack import FloatArray, IntArray

_SAME_TRUST = 9  # Decimals: sums of the same accuracies in another order are the same.


def codes_of(labels: Any, classes: npt.NDArray[Any], name: str) -> IntArray:
    """Return the position of each label among the classes, which are sorted.

    Raises
    ------
    ConfigError
        If the member of this name answers with a label that is no class.
    """
    labels = np.asarray(labels)
    try:
        codes = np.minimum(np.searchsorted(classes, labels), len(classes) - 1)
    except TypeError:  # Words cannot be looked up among numbers.
        codes = np.zeros(len(labels), dtype=np.int64)
    wrong = np.flatnonzero(classes[codes] != labels)
    if wrong.size:
        answer, known = labels[wrong[0]], ", ".join(map(str, classes.tolist()))
        raise hs.ConfigError([f"estimators: {name!r} answers {answer!s}, which is no class; those are {known:.200}"])
    return np.asarray(codes)


def plurality(ballots: IntArray, classes: int, accuracies: FloatArray) -> IntArray:
    """Return the class with the most votes in each row.

    Parameters
    ----------
    ballots
        The class that each member votes for, of shape (rows, members).
    classes
        How many classes there are.
    accuracies
        Of the members. Among classes with equally many votes, the one whose voters have the larger sum of them wins,
        and among those that still are alike, the first.
    """
    counts = np.zeros((len(ballots), classes))
    trust = np.zeros((len(ballots), classes))
    rows = np.arange(len(ballots))
    for votes, accuracy in zip(ballots.T, accuracies, strict=True):
        counts[rows, votes] += 1.0
        trust[rows, votes] += accuracy
    leads = counts == counts.max(axis=1, keepdims=True)
    return np.asarray(np.where(leads, trust.round(_SAME_TRUST), -1.0).argmax(axis=1))


def mean_probabilities(
    probabilities: Sequence[FloatArray], known: Sequence[npt.NDArray[Any]], classes: npt.NDArray[Any]
) -> FloatArray:
    """Return the mean of what members say each class is likely by.

    Parameters
    ----------
    probabilities
        Of each member, of shape (rows, classes it knows).
    known
        The classes that each member knows. It takes the others for impossible.
    classes
        The classes of the panel.
    """
    total = np.zeros((len(probabilities[0]), len(classes)))
    for table, labels in zip(probabilities, known, strict=True):
        total[:, np.searchsorted(classes, labels)] += table
    return total / len(probabilities)
