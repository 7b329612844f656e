"""Groups of members."""

from __future__ import annotations

import pytest

from haversack import Pool, PoolError
from haversack.constraints.groups import find_group, mark_groups, to_label

POOL = Pool(accuracies=[0.5, 0.6, 0.7], metadata={"tier": [1, 2.0, 1], "open": [True, False, True]})


def test_each_value_of_a_column_is_a_group():
    assert mark_groups(POOL, "tier", "test").tolist() == [[True, False], [False, True], [True, False]]


def test_numbers_and_truth_values_are_compared_as_texts():
    assert find_group(POOL, "tier", to_label(2), "test").tolist() == [False, True, False]
    assert find_group(POOL, "open", to_label(True), "test").tolist() == [True, False, True]
    assert to_label(None) is None


def test_a_value_that_no_member_has_is_named():
    with pytest.raises(PoolError, match="test.value: column 'tier' has no value '3'; known: '1', '2'"):
        find_group(POOL, "tier", "3", "test")
