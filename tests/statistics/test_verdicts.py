"""Verdicts, against counting item by item."""

from __future__ import annotations

from collections import Counter

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from haversack import Pool
from haversack.energies import PluralityVote
from haversack.energies.plurality import PluralityCount
from haversack.statistics import verdicts
from haversack.statistics.verdicts import find_verdicts, judge_items

ANSWERS = arrays(np.int64, st.tuples(st.integers(1, 12), st.integers(1, 5)), elements=st.integers(-1, 3))


def leaders(line):
    counts = Counter(answer for answer in line if answer >= 0)
    return [label for label, votes in counts.items() if votes == max(counts.values())]


@given(ANSWERS, st.sampled_from(["wrong", "coin"]), st.integers(0, 3))
def test_items_are_judged_as_by_hand_and_as_the_energy_does(answers, ties, label):
    truth = np.full(len(answers), label)
    right = judge_items(PluralityCount(4, ties), answers, truth)
    for line, share in zip(answers.tolist(), right, strict=True):
        best = leaders(line)
        expected = (1 / len(best) if ties == "coin" else float(len(best) == 1)) if label in best else 0.0
        assert share == expected
    pool = Pool.from_votes(np.where(answers < 0, 9, answers), truth, missing=9)
    whole = np.ones((1, answers.shape[1]), dtype=bool)
    assert 1 - PluralityVote(ties).losses(pool, whole)[0] == pytest.approx(right.mean())


@given(ANSWERS)
def test_a_verdict_is_the_only_leader(answers):
    for line, verdict in zip(answers.tolist(), find_verdicts(PluralityCount(4), answers), strict=True):
        best = leaders(line)
        assert verdict == (best[0] if len(best) == 1 else -1)


def test_items_are_scored_in_parts(monkeypatch):
    answers = np.random.default_rng(0).integers(-1, 3, (50, 4))
    whole = find_verdicts(PluralityCount(3), answers).tolist()
    monkeypatch.setattr(verdicts, "_CELLS_AT_ONCE", 20)
    assert find_verdicts(PluralityCount(3), answers).tolist() == whole


@attrs.frozen
class Prior:
    """Has an opinion without any answer."""

    ties = "wrong"

    def scores(self, answers):
        return np.tile([0.9, 0.1], (len(answers), 1))


def test_without_answers_there_is_no_verdict_whatever_the_scores():
    answers = np.array([[-1, -1], [1, -1]])
    assert find_verdicts(Prior(), answers).tolist() == [-1, 0]
    assert judge_items(Prior(), answers, np.array([0, 0])).tolist() == [0.0, 1.0]


def test_no_items_have_no_verdicts():
    assert find_verdicts(PluralityCount(2), np.zeros((0, 3), dtype=int)).shape == (0,)
