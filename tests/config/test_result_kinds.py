"""Kinds of results, known by their keys."""

from __future__ import annotations

import pytest

import haversack as hs
from haversack.config.result_kinds import RESULT_KEYS, find_result_kind
from policy_examples import make_policy


def test_results_of_every_kind_are_known(small_pool, builtins):
    results = {
        "selection": hs.select(small_pool, 5.0, catalog=builtins),
        "frontier": hs.frontier(small_pool, catalog=builtins),
        "comparison": hs.compare(small_pool, ["greedy-forward"], budget=5.0, seeds=1, catalog=builtins),
        "policy": make_policy(),
        "study": hs.study(pools=small_pool, budgets=[5.0], catalog=builtins),
    }
    assert results.keys() == RESULT_KEYS.keys()
    for kind, result in results.items():
        assert [each for each, keys in RESULT_KEYS.items() if keys <= result.to_dict().keys()] == [kind]
        assert find_result_kind(result.to_dict()) == kind


@pytest.mark.parametrize("other", [None, 3, "selection", [], {}, {"config": {}}, {"points": []}])
def test_anything_else_is_of_no_kind(other):
    assert find_result_kind(other) is None
