"""Policies that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from haversack.errors import ConfigError
from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.policy import Policy
from haversack.policies.reading import is_policy

PLAIN = Policy([Branch(["a"])], AnswerModel(["a"], [1.0], accuracies=[0.7]), 0.7, 1.0).to_dict()


def test_policies_are_recognised_by_their_kind():
    assert is_policy(PLAIN)
    assert not is_policy({"config": {}})
    assert not is_policy([])


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], r"policy: expected a policy of haversack with the key 'kind' of 'policy', got \[\]"),
        ({"members": [0]}, "policy: expected a policy, got a selection; `haversack decide` decides by it"),
        ({"config": {}}, "policy: expected a policy of haversack with the key 'kind' of 'policy', got"),
        ({**PLAIN, "format": 99}, "policy: format: this haversack reads a policy up to format 1, got 99; a later"),
        ({**PLAIN, "format": "1"}, "policy: format: this haversack reads a policy up to format 1, got '1'"),
        ({**PLAIN, "bugdet": 1}, "policy: bugdet: unknown key; did you mean 'budget'?"),
        ({"kind": "policy"}, "policy: branches: missing; must be a list"),
        ({**PLAIN, "accuracy": "high"}, "policy: accuracy: must be a number, got 'high'"),
        ({**PLAIN, "branches": [{"order": []}]}, "policy: branches: .*order: must be distinct names"),
        ({**PLAIN, "branches": [{"order": ["b"]}]}, "policy: policy: branches: 'b' is not a member of the model"),
        ({**PLAIN, "model": 3}, "policy: model: must be a table, got 3"),
        (
            {**PLAIN, "model": {**PLAIN["model"], "price": 1}},
            "model: price: unknown key; did you mean 'prices'",
        ),
        ({**PLAIN, "model": {**PLAIN["model"], "prices": []}}, "policy: model: model: prices: must be 1 numbers"),
        ({**PLAIN, "model": {**PLAIN["model"], "label_count": 1}}, "policy: model: label_count must be a whole"),
    ],
)
def test_problems_name_the_key(document, message):
    with pytest.raises(ConfigError, match=message):
        Policy.from_dict(document)


def test_text_that_is_not_json_is_named():
    with pytest.raises(ConfigError, match="policy: is not JSON: .*; to read a file, give a pathlib.Path"):
        Policy.from_json("policy.json")
    with pytest.raises(ConfigError, match="policy: is not JSON"):
        Policy.from_json("{")
    with pytest.raises(ConfigError, match="absent.json: cannot be read: No such file"):
        Policy.from_json(Path("absent.json"))
