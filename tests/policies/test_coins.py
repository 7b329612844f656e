from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.coins import Coins
from haversack.policies.session import Session

ACCURACIES = st.lists(st.sampled_from([0.55, 0.6, 0.7, 0.7, 0.8, 0.9]), min_size=1, max_size=6)


def enumerate_patterns(accuracies, prices, branch, names):
    """Mean cost, accuracy and where items end, by a session for each pattern of right and wrong answers."""
    model = AnswerModel(names=names, prices=prices, accuracies=accuracies)
    cost = right = 0.0
    ends = np.zeros(len(names))
    for pattern in itertools.product((True, False), repeat=len(names)):
        chance = math.prod(p if hit else 1 - p for p, hit in zip(accuracies, pattern, strict=True))
        session = Session(branch, model)
        while (name := session.next()) is not None:
            session.answer(name, "right" if pattern[names.index(name)] else "wrong")
        cost += chance * session.cost
        right += chance * (session.verdict == "right")
        ends[len(session.asked) - 1] += chance
    return cost, right, ends


@given(accuracies=ACCURACIES, threshold=st.sampled_from([0.6, 0.7, 0.9, 0.97, 0.999]))
def test_costs_and_accuracies_are_those_of_all_patterns(accuracies, threshold):
    names = [f"m{place}" for place in range(len(accuracies))]
    prices = [1.0 + place % 3 for place in range(len(names))]
    branch = Branch(names, "bayes", "threshold", threshold)
    cost, right, ends = enumerate_patterns(accuracies, prices, branch, names)
    coins = Coins(np.array(accuracies), np.array(prices))
    costs, rights, opens, grain = coins.walk(range(len(names)), np.array([threshold]))
    assert (costs[-1, 0], rights[-1, 0], grain) == (pytest.approx(cost), pytest.approx(right), 1)
    assert opens[:-1, 0] == pytest.approx(1.0 - np.cumsum(ends)[:-1], abs=1e-12)


@given(accuracies=ACCURACIES)
def test_majorities_are_those_of_all_patterns(accuracies):
    names = [f"m{place}" for place in range(len(accuracies))]
    prices = [1.0 + place % 3 for place in range(len(names))]
    expected = enumerate_patterns(accuracies, prices, Branch(names), names)
    cost, right, ends = Coins(np.array(accuracies), np.array(prices)).walk_votes(range(len(names)))
    assert (cost, right) == (pytest.approx(expected[0]), pytest.approx(expected[1]))
    assert ends == pytest.approx(expected[2], abs=1e-12)


def test_rounding_changes_little_and_is_reported():
    rng = np.random.default_rng(0)
    accuracies, prices = rng.uniform(0.55, 0.8, 14), np.ones(14)
    exact = Coins(accuracies, prices).walk(range(14), np.array([0.99]))
    rounded = Coins(accuracies, prices, most=128).walk(range(14), np.array([0.99]))
    assert exact[3] == 1
    assert rounded[3] > 1
    assert rounded[0] == pytest.approx(exact[0], rel=0.01)
    assert rounded[1] == pytest.approx(exact[1], abs=0.005)


def test_information_is_that_of_a_binary_channel():
    coins = Coins(np.array([0.5, 0.9]), np.ones(2))
    entropy = -0.9 * math.log(0.9) - 0.1 * math.log(0.1)
    assert coins.measure_information().tolist() == [pytest.approx(0.0, abs=1e-12), pytest.approx(math.log(2) - entropy)]
