"""Digests: equal content, equal digest; anything else, another."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool
from haversack.execution.digests import digest_bytes, digest_plain, digest_pool

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(PLAIN, PLAIN)
def test_plain_data_has_the_digest_of_its_json(first, second):
    same = json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
    assert (digest_plain(first) == digest_plain(second)) == same


def test_bytes_are_digested_with_their_borders():
    assert digest_bytes(b"ab", b"c") != digest_bytes(b"a", b"bc")


def make_pool(**changes):
    columns = {"accuracies": [0.9, 0.8, 0.7], "costs": [4.0, 2.0, 1.0], "names": ["ann", "bob", "cat"]}
    return Pool(**{**columns, **changes})


def test_equal_pools_have_equal_digests():
    assert digest_pool(make_pool()) == digest_pool(make_pool(costs=np.array([4, 2, 1])))


@pytest.mark.parametrize(
    "changes",
    [
        {"accuracies": [0.9, 0.8, np.nextafter(0.7, 1.0)]},
        {"costs": [4.0, 2.0, 1.5]},
        {"costs": None},
        {"names": ["ann", "bob", "cab"]},
        {"metadata": {"vendor": ["x", "y", "z"]}},
    ],
)
def test_a_change_of_any_column_changes_the_digest(changes):
    assert digest_pool(make_pool(**changes)) != digest_pool(make_pool())


def test_recorded_votes_are_part_of_the_digest():
    first = Pool.from_votes([["a", "b"], ["a", "a"]], ["a", "a"])
    second = Pool.from_votes([["a", "b"], ["a", "b"]], ["a", "a"])
    again = Pool.from_votes([["a", "b"], ["a", "a"]], ["a", "a"])
    assert digest_pool(first) == digest_pool(again) != digest_pool(second)
