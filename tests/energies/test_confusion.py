from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from haversack import PoolError, RecordedVotes
from haversack.energies import confusion
from haversack.energies.confusion import require_labels
from haversack.statistics.log_tables import fit_tables


def test_scores_are_logarithms_and_probabilities_posteriors():
    """One member, right 3 times of 4 on two labels, by hand."""
    votes = RecordedVotes.of([["a"], ["a"], ["b"], ["a"]], ["a", "a", "b", "b"])
    fitted = fit_tables(votes)
    vote = confusion.ConfusionVote(fitted.prior[0], fitted.tables[0])
    # One member: its accuracy is the mean, 3/4, whatever the strength.
    table = {("a", "a"): (2 + 2 * Fraction(3, 4)) / 4, ("a", "b"): (1 + 2 * Fraction(1, 4)) / 4}
    expected = [math.log(Fraction(1, 2) * table["a", right]) for right in "ab"]
    assert vote.scores(np.array([[0]]))[0] == pytest.approx(expected, abs=1e-8)
    posterior = float(table["a", "a"] / (table["a", "a"] + table["a", "b"]))
    assert vote.probabilities(np.array([[0], [-1]])).tolist() == [
        pytest.approx([posterior, 1 - posterior], abs=1e-8),
        pytest.approx([0.5, 0.5]),
    ]


def test_votes_without_labels_are_refused():
    votes = RecordedVotes(np.array([[1, 0]]), np.array([1]), (False, True), graded=True)
    with pytest.raises(
        PoolError, match="'bayes' needs the answers themselves, and these votes say right or wrong only"
    ):
        require_labels(votes)
