from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import PoolError, RecordedVotes
from haversack.energies import confusion
from haversack.energies.confusion import fit_tables, require_labels
from haversack.pools.shrinkage import shrink_accuracies
from strategies import vote_tables_with_truth


def slow_tables(votes, items):
    """Prior and tables by counting in plain loops, as the formula has them: `tables[member][answer][right]`."""
    labels, members = len(votes.labels), votes.members
    weights = [1.0] * len(votes) if votes.item_weights is None else votes.item_weights / votes.item_weights.mean()
    counts = [[[0.0] * labels for _ in range(labels)] for _ in range(members)]
    seen = [0.0] * labels
    for item in items:
        seen[votes.truth[item]] += weights[item]
        for member in range(members):
            answer = votes.answers[item, member]
            if answer >= 0:
                counts[member][answer][votes.truth[item]] += weights[item]
    prior = [(number + 1) / (sum(seen) + labels) for number in seen]
    right = np.array([sum(counts[j][t][t] for t in range(labels)) for j in range(members)])
    given_answers = np.array([sum(map(sum, counts[j])) for j in range(members)])
    accuracies = np.clip(shrink_accuracies(right, given_answers), 1e-6, 1 - 1e-6)
    tables = []
    for member in range(members):
        table = [[0.0] * labels for _ in range(labels)]
        for t in range(labels):
            coin = [
                accuracies[member] if a == t else (1 - accuracies[member]) / max(labels - 1, 1) for a in range(labels)
            ]
            row = [counts[member][a][t] + labels * coin[a] for a in range(labels)]
            for a in range(labels):
                table[a][t] = row[a] / sum(row)
        tables.append(table)
    return prior, tables


@given(case=vote_tables_with_truth(max_members=3), weighted=st.booleans(), folded=st.booleans())
def test_tables_are_smoothed_counts(case, weighted, folded):
    answers, truth = case
    weights = [0.5 + item % 3 for item in range(len(truth))] if weighted else None
    votes = RecordedVotes.of(answers, truth, item_weights=weights)
    folds = np.arange(len(votes)) % 2 if folded else None
    fitted = fit_tables(votes, folds=folds)
    for fit in range(len(fitted.prior)):
        items = [item for item in range(len(votes)) if folds is None or folds[item] != fit]
        prior, tables = slow_tables(votes, items)
        assert np.exp(fitted.prior[fit]) == pytest.approx(np.array(prior), rel=1e-9)
        assert np.exp(fitted.tables[fit]) == pytest.approx(np.array(tables), rel=1e-9)


def test_the_scale_of_weights_makes_no_difference():
    answers, truth = [["a", "b"], ["b", "b"], ["a", "a"]], ["a", "b", "a"]
    plain = fit_tables(RecordedVotes.of(answers, truth))
    scaled = fit_tables(RecordedVotes.of(answers, truth, item_weights=[7.0, 7.0, 7.0]))
    assert np.allclose(plain.tables, scaled.tables, rtol=1e-12)


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


def test_tables_that_fit_into_no_memory_are_refused(monkeypatch):
    monkeypatch.setattr(confusion, "_MOST_ENTRIES", 7)
    with pytest.raises(PoolError, match="energy 'bayes' needs a table of 2 x 2 labels for each of 2 members"):
        fit_tables(RecordedVotes.of([["a", "b"]], ["a"]))


def test_votes_without_labels_are_refused():
    votes = RecordedVotes(np.array([[1, 0]]), np.array([1]), (False, True), graded=True)
    with pytest.raises(
        PoolError, match="'bayes' needs the answers themselves, and these votes say right or wrong only"
    ):
        require_labels(votes)
