"""Policies on other answers: counted by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest

from haversack import Pool
from haversack.errors import PoolError
from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.policy import Policy
from haversack.policies.replay import calibrate
from haversack.statistics.wilson import compute_wilson_interval

TABLE = [[0.8, 0.2], [0.3, 0.7]]
MODEL = AnswerModel(["a", "b", "c"], [1.0, 2.0, 4.0], ["x", "y"], np.log([0.5, 0.5]), np.log([TABLE, TABLE, TABLE]))
POLICY = Policy([Branch(["a", "b", "c"])], MODEL, 0.75, 3.5)


def make_pool(rows, truth, **options):
    return Pool.from_votes(rows, truth, names=["a", "b", "c"], **options)


POOL = make_pool([["x", "x", "y"], ["x", "y", "y"], ["y", None, "z"], [None, None, None]], ["x", "x", "y", "y"])


def test_it_counts_verdicts_costs_and_ends():
    found = POLICY.replay(POOL)
    assert [each.verdict for each in found.verdicts] == ["x", "y", None, None]
    assert [each.cost for each in found.verdicts] == [3.0, 7.0, 5.0, 0.0]
    assert [each.asked for each in found.verdicts] == [("a", "b"), ("a", "b", "c"), ("a", "c"), ()]
    assert (found.items, found.accuracy, found.mean_cost, found.undecided) == (4, 0.25, 3.75, 0.5)
    assert (found.low, found.high) == compute_wilson_interval(0.25, 4)
    spread = 1.959963984540054 * np.std([3.0, 7.0, 5.0, 0.0]) / 2.0
    assert (found.cost_low, found.cost_high) == pytest.approx((3.75 - spread, 3.75 + spread))
    assert found.ends == (0.25, 0.0, 0.5, 0.25)
    assert found.missing_answers == 4
    assert found.unknown_labels == (("z", 1),)
    assert (found.expected_accuracy, found.expected_cost) == (0.75, 3.5)


def test_posteriors_are_those_of_the_model():
    first = POLICY.replay(POOL).verdicts[0]
    assert first.posterior == pytest.approx(0.64 / (0.64 + 0.09))


def test_prices_of_the_log_take_the_place_of_those_of_the_policy():
    pool = make_pool([["x", "x", "y"]], ["x"], costs=[10.0, 20.0, 40.0])
    assert POLICY.replay(pool).mean_cost == 30.0


def test_item_weights_count():
    pool = make_pool([["x", "x", "y"], ["x", "y", "y"]], ["x", "x"], item_weights=[3.0, 1.0])
    found = POLICY.replay(pool)
    assert (found.accuracy, found.mean_cost) == (0.75, pytest.approx((3 * 3.0 + 7.0) / 4))


def test_both_branches_of_a_mixture_are_valued_on_all_items():
    branches = [Branch(["a"], share=0.25), Branch(["a", "b", "c"], share=0.75)]
    found = Policy(branches, MODEL, 0.7, 1.0).replay(make_pool([["y", "x", "x"], ["x", "x", "y"]], ["x", "x"]))
    assert found.accuracy == pytest.approx(0.25 * 0.5 + 0.75)
    assert found.mean_cost == pytest.approx(0.25 * 1.0 + 0.75 * 5.0)
    assert found.ends == pytest.approx((0.0, 0.25, 0.75 / 2, 0.75 / 2))


def test_labels_are_compared_by_their_text():
    table = np.log([TABLE])
    policy = Policy([Branch(["a"])], AnswerModel(["a"], [1.0], [1, 0], np.log([0.5, 0.5]), table), 0.7, 1.0)
    found = policy.replay(Pool.from_votes([["1"], ["0"]], ["1", "1"], names=["a"]))
    assert (found.accuracy, found.unknown_labels) == (0.5, ())


def test_members_without_a_column_are_passed_over():
    pool = Pool.from_votes([["x", "x"], ["y", "y"]], ["x", "x"], names=["c", "other"])
    found = POLICY.replay(pool)
    assert (found.absent_members, found.accuracy, found.mean_cost) == (("a", "b"), 0.5, 4.0)
    assert found.missing_answers == 4


def test_a_log_of_others_is_an_error():
    with pytest.raises(PoolError, match="replay: no answer of any member of the policy, which asks 'a', 'b', 'c'"):
        POLICY.replay(Pool.from_votes([["x"]], ["x"], names=["other"]))
    with pytest.raises(PoolError, match="votes"):
        POLICY.replay(Pool(accuracies=[0.7], names=["a"]))


def test_calibration_counts_by_posterior():
    low, high = calibrate([(0.55, True), (0.58, False), (1.0, True)])
    assert (low.low, low.high, low.items, low.posterior, low.right) == (0.5, 0.6, 2, pytest.approx(0.565), 0.5)
    assert (high.low, high.high, high.items, high.right) == (0.99, 1.0, 1, 1.0)


def test_plain_values():
    found = POLICY.replay(POOL)
    plain = json.loads(found.to_json())
    assert plain["accuracy"] == 0.25
    assert plain["unknown_labels"] == {"z": 1}
    assert "verdicts" not in plain
    lines = [json.loads(line) for line in found.to_jsonl().splitlines()]
    assert [line["verdict"] for line in lines] == ["x", "y", None, None]
    assert lines[2]["unknown"] == ["z"]
    assert str(found) == found.summary()
