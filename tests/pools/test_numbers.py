"""Numbers in any form, and what is not a number."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import Pool, PoolError, RecordedVotes
from haversack.pools.numbers import read_numbers, read_positions


class Hostile:
    """Cannot become an array, nor be shown."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("never")

    def __repr__(self):
        raise RuntimeError("never")


@pytest.mark.parametrize(
    "values",
    [
        [0.5, 1],
        (0.5, 1),
        np.array([0.5, 1.0]),
        np.array([0.5, 1.0], dtype=np.float16),
        np.array([0.5, 1.0], dtype=np.longdouble),
        [np.float32(0.5), np.int8(1)],
        [Fraction(1, 2), 1],
        [Decimal("0.5"), Decimal(1)],
        np.array([0.5, 1], dtype=object),
    ],
    ids=str,
)
def test_numbers_of_every_type_are_read(values):
    numbers = read_numbers("costs", values)
    assert numbers.dtype == np.float64
    assert numbers.tolist() == [0.5, 1.0]
    assert not numbers.flags.writeable


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (np.array([1 + 2j]), "complex numbers: array([1.+2.j])"),
        ([1j], "complex numbers: [1j]"),
        (np.array([1 + 2j], dtype=object), "array([(1+2j)], dtype=object)"),
        (np.array(["2020-01-01"], dtype="M8[D]"), "dates: array(['2020-01-01'], dtype='datetime64[D]')"),
        (np.array([1], dtype="m8[s]"), "durations: array([1], dtype='timedelta64[s]')"),
        (np.array([(1, 2)], dtype="i4,i4"), "records: array([(1, 2)], dtype=[('f0', '<i4'), ('f1', '<i4')])"),
        (["0.5"], "['0.5']"),
        ([b"0.5"], "[b'0.5']"),
        ([True], "[True]"),
        (np.array([True]), "array([ True])"),
        (np.array([0.5, "1"], dtype=object), "array([0.5, '1'], dtype=object)"),
        ([[1], [1, 2]], "[[1], [1, 2]]"),
        ([[1, 2]], "an array of shape (1, 2)"),
        (np.array(0.5), "array(0.5)"),
        (0.5, "0.5"),
        ({0.5: 1}, "{0.5: 1}"),
        ([10**400], "[1000000000000000000000000000000000000000000000000000000000000000000000000000000"),
        ([object], "[<class 'object'>]"),
        (Hostile(), "an object of type Hostile"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_a_list_of_numbers_is_refused(values, found):
    with pytest.raises(PoolError, match=re.escape(f"pool: costs: expected a list of numbers, got {found}")):
        read_numbers("costs", values)


def test_masked_entries_are_not_taken_for_numbers():
    masked = np.ma.array([0.5, 0.7], mask=[False, True])
    with pytest.raises(PoolError, match="pool: accuracies: expected a number per entry, got a masked array"):
        Pool(accuracies=masked)
    with pytest.raises(PoolError, match="pool: item_weights: expected a number per entry, got a masked array"):
        Pool.from_votes([["a"], ["b"]], ["a", "b"], item_weights=masked)
    with pytest.raises(PoolError, match="pool: answers: expected a list, got a masked array; None or NaN means"):
        Pool.from_votes(np.ma.array([[1], [2]], mask=[[True], [False]]), [1, 2])


@pytest.mark.parametrize("values", [[0.5], ["a"], [[0], [1.5]], [None], [10**400], np.ma.array([1]), object()])
def test_positions_are_whole_numbers(values):
    with pytest.raises(PoolError, match="pool: votes: truth: expected"):
        read_positions("votes: truth", values)
    with pytest.raises(PoolError, match="pool: votes: answers: expected"):
        RecordedVotes(values, [0], ["a"])


@given(values=st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-5, 5), min_size=1))
def test_positions_keep_their_values(values):
    assert read_positions("votes: truth", values).tolist() == values
