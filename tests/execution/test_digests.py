"""Digests: equal content, equal digest; anything else, another."""

from __future__ import annotations

import datetime
import hashlib
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool, select
from haversack.api.plain import to_plain
from haversack.execution.digests import digest_bytes, digest_columns, digest_plain, digest_pool

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


@pytest.mark.parametrize(
    "column",
    [
        [1.0, math.nan, math.inf],
        [datetime.date(2020, 1, day) for day in (1, 2, 3)],
        [("a", 1), ["b", 2], None],
        [np.arange(2), {"a": Path("b")}, np.float32(0.1)],
        list(np.array([1, 2, 3], dtype=np.longdouble)),
    ],
)
def test_a_pool_has_the_digest_of_what_is_recorded_of_it(column):
    pool = make_pool(metadata={"column": column, "other": ["x", "y", "\ud800"]})
    recorded = json.loads(json.dumps(to_plain(pool.to_dict())))
    assert digest_pool(Pool(**recorded)) == digest_pool(pool)
    assert digest_pool(make_pool(metadata=dict(reversed(pool.metadata.items())))) == digest_pool(pool)


def test_every_number_of_an_array_counts():
    """As text, a long array has dots in its middle."""
    long = np.zeros(5_000)
    other = long.copy()
    other[2_500] = 1.0
    first, second = (make_pool(metadata={"vectors": [array, 0, 0]}) for array in (long, other))
    assert digest_pool(first) != digest_pool(second)


def test_the_digest_changes_with_every_column():
    pools = [
        Pool(accuracies=[0.9, 0.8]),
        Pool(accuracies=[0.9, 0.8000001]),
        Pool(accuracies=[0.9, 0.8], costs=[1, 2]),
        Pool(accuracies=[0.9, 0.8], names=["a", "b"]),
        Pool.from_votes([["a", "b"]], truth=["a"], names=["a", "b"]),
    ]
    assert len({digest_columns(pool.to_dict()) for pool in pools}) == len(pools)
    assert digest_columns(Pool(accuracies=[0.9, 0.8], costs=[1.0, 2.0]).to_dict()) == digest_columns(pools[2].to_dict())


def test_the_digest_is_that_of_the_pool_in_a_result():
    """Keys in another order; metadata that JSON cannot hold is recorded as text."""
    pool = Pool(accuracies=[0.9, 0.8], costs=[1, 2], metadata={"z": [math.nan, 1.0], "a": [object(), "x"]})
    result = json.loads(select(pool, 2, seed=0).to_json())
    recorded = result["pool"] if result.get("config") is None else result["config"]["pool"]
    text = json.dumps(recorded, sort_keys=True, separators=(",", ":"))
    assert digest_columns(pool.to_dict()) == hashlib.sha256(text.encode()).hexdigest()
    assert digest_columns(recorded) == digest_columns(dict(reversed(recorded.items())))
