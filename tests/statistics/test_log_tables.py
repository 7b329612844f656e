from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import PoolError, RecordedVotes
from haversack.statistics import log_tables
from haversack.statistics.log_tables import fit_tables
from oracles import slow_tables
from strategies import vote_tables_with_truth


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


def test_tables_that_fit_into_no_memory_are_refused(monkeypatch):
    monkeypatch.setattr(log_tables, "_MOST_ENTRIES", 7)
    with pytest.raises(PoolError, match="energy 'bayes' needs a table of 2 x 2 labels for each of 2 members"):
        fit_tables(RecordedVotes.of([["a", "b"]], ["a"]))
