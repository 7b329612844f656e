"""The vote against counting by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
from haversack_sklearn.ballots import decide_by_scores
from hypothesis import given, settings
from hypothesis import strategies as st

from haversack.energies.plurality import PluralityCount


@st.composite
def elections(draw):
    classes, members = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    row = st.lists(st.integers(0, classes - 1), min_size=members, max_size=members)
    ballots = draw(st.lists(row, min_size=1, max_size=5))
    percents = draw(st.lists(st.integers(0, 100), min_size=members, max_size=members))
    return classes, ballots, percents


@given(elections())
@settings(deadline=None)
def test_most_votes_then_most_trust_then_first(election):
    classes, rows, percents = election
    ballots = np.array(rows)
    message = decide_by_scores(PluralityCount(classes).scores(ballots), ballots, np.array(percents) / 100)
    for row, winner in zip(rows, message.tolist(), strict=True):
        votes = Counter(row)
        trust = {label: sum(Fraction(p) for v, p in zip(row, percents, strict=True) if v == label) for label in votes}
        assert winner == min(votes, key=lambda label: (-votes[label], -trust[label], label))
