"""Example inputs, and the search for the smallest counterexample."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

import haversack.testing
from haversack import Pool, RecordedVotes
from haversack.testing.examples import (
    batches,
    build_pool,
    equal_members,
    every_set,
    find_counterexample,
    format_value,
    make_plain_pool,
    st,
)

NUMBERS = st.fixed_dictionaries({"number": st.integers(0, 1000)})


def test_a_claim_that_holds_has_no_counterexample():
    assert find_counterexample(NUMBERS, lambda number: None) is None


def test_an_exception_refutes_a_claim_and_is_passed_on():
    def claim(number):
        1 // max(0, 7 - number)

    example, found, cause = find_counterexample(NUMBERS, claim)
    assert example == {"number": 7}
    assert found.startswith("it raised ZeroDivisionError: ")
    assert isinstance(cause, ZeroDivisionError)


def test_a_claim_that_fails_only_once_is_still_reported():
    calls = []

    def claim(number):
        calls.append(number)
        return "the first call" if len(calls) == 1 else None

    assert find_counterexample(NUMBERS, claim)[1] == "the first call"


def test_a_claim_may_modify_its_example_without_changing_the_next_one():
    lists = st.fixed_dictionaries({"numbers": st.lists(st.integers(), min_size=1, max_size=3)})
    find_counterexample(lists, lambda numbers: numbers.clear())
    assert find_counterexample(lists, lambda numbers: None if numbers else "empty") is None


def test_examples_are_the_same_every_time():
    drawn = [[], []]
    for collected in drawn:
        strategy = st.fixed_dictionaries({"number": st.integers(0, 10**9)})
        find_counterexample(strategy, lambda number, collected=collected: collected.append(number))
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 40


def test_batches_are_sets_of_their_pool():
    def claim(pool, sets):
        return None if sets.dtype == bool and 2 <= len(sets) <= 3 and sets.shape[1] == len(pool) else "misshapen"

    assert find_counterexample(batches(make_plain_pool, 2, 3), claim) is None
    assert batches(make_plain_pool, 2, 3) is batches(make_plain_pool, 2, 3)


def test_every_set_is_listed_once_the_smallest_first():
    sets = every_set(4)
    assert len({tuple(row) for row in sets.tolist()}) == len(sets) == 16
    assert (np.diff(sets.sum(axis=1)) >= 0).all()


def test_equal_members_are_copies_of_one_in_every_column():
    votes = RecordedVotes.of([[1, 0], [0, 0]], [1, 0])
    pool = Pool(votes=votes, costs=[2.0, 3.0], metadata={"vendor": ["a", "b"]})
    copies = equal_members(pool, 1, 3)
    assert copies.accuracies.tolist() == [pool.accuracies[1]] * 3
    assert copies.costs.tolist() == [3.0] * 3
    assert list(copies.metadata["vendor"]) == ["b"] * 3
    assert copies.votes == pool.votes.of_members([1, 1, 1])


def test_a_pool_is_built_from_lists():
    assert build_pool(make_plain_pool, [0.5, 1], [1, 2]) == Pool(accuracies=[0.5, 1.0], costs=[1.0, 2.0])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Pool(accuracies=[0.5], costs=[1]), "Pool(accuracies=[0.5], costs=[1.0])"),
        (np.array([True, False, True]), "[{0, 2}]"),
        (np.array([1, 2]), "[1, 2]"),
        ("words", "'words'"),
    ],
)
def test_values_are_formatted_as_one_would_write_them(value, text):
    assert format_value(value) == text


def test_without_hypothesis_the_message_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    path = Path(haversack.testing.__file__).parent / "examples.py"
    with pytest.raises(ModuleNotFoundError, match=r"haversack.testing needs hypothesis; `pip install 'haversack\[tes"):
        runpy.run_path(str(path))
