"""A dictionary of sets is the oracle."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haversack.evaluation.known_losses import KnownLosses


def compute_losses(sets):
    return sets @ np.arange(1.0, sets.shape[1] + 1.0)


def evaluate(known, sets):
    """Look up, evaluate what is missing, and return the losses and the sets evaluated."""
    batch = known.look_up(sets)
    missing = batch.find_missing()
    batch.record(missing, compute_losses(sets[missing]))
    return batch.losses, sets[missing]


@settings(max_examples=60)
@given(
    members=st.sampled_from([1, 5, 16, 17, 64, 65, 130]),
    sizes=st.lists(st.integers(0, 40), min_size=1, max_size=8),
    seed=st.integers(0, 2**32),
)
def test_each_set_is_missing_once(members, sizes, seed):
    random = np.random.default_rng(seed)
    # Few members vary, so that sets come again, in one batch and in several.
    varied = random.integers(0, members, 5)
    known, seen = KnownLosses(members), set()
    for rows in sizes:
        sets = np.zeros((rows, members), dtype=np.bool_)
        sets[:, varied] = random.random((rows, 5)) < 0.5
        losses, evaluated = evaluate(known, sets)
        assert losses.tolist() == compute_losses(sets).tolist()
        fresh = list(dict.fromkeys(row.tobytes() for row in sets if row.tobytes() not in seen))
        assert [row.tobytes() for row in evaluated] == fresh
        seen |= set(fresh)


def test_thousands_of_sets_are_kept_while_it_grows():
    sets = np.random.default_rng(0).random((20_000, 40)) < 0.5
    known = KnownLosses(40)
    for start in range(0, len(sets), 1_000):
        evaluate(known, sets[start : start + 1_000])
    losses, evaluated = evaluate(known, sets)
    assert len(evaluated) == 0
    assert losses.tolist() == compute_losses(sets).tolist()


def test_beyond_its_limit_it_starts_again():
    sets = np.random.default_rng(0).random((300, 40)) < 0.5
    known = KnownLosses(40, most=100)
    for start in (0, 100, 200):
        assert len(evaluate(known, sets[start : start + 100])[1]) == 100
    assert len(evaluate(known, sets[200:201])[1]) == 1
    known = KnownLosses(40, most=100)
    evaluate(known, sets[:60])
    assert len(evaluate(known, sets[:40])[1]) == 0
    assert len(evaluate(known, sets[60:110])[1]) == 50
    assert len(evaluate(known, sets[:1])[1]) == 1


def test_a_batch_survives_a_table_that_starts_again():
    """Another thread may fill the table while this one evaluates."""
    sets = np.random.default_rng(0).random((20, 40)) < 0.5
    known = KnownLosses(40, most=10)
    batch = known.look_up(sets[:10])
    evaluate(known, sets[10:])
    batch.record(np.arange(10), compute_losses(sets[:10]))
    assert batch.losses.tolist() == compute_losses(sets[:10]).tolist()
    assert evaluate(known, sets[10:])[0].tolist() == compute_losses(sets[10:]).tolist()


@pytest.mark.parametrize("members", [4, 40])
def test_what_was_not_recorded_is_still_missing(members):
    sets = np.eye(members, dtype=np.bool_)[:4]
    known = KnownLosses(members)
    known.look_up(sets).record(np.array([0]), np.array([0.5]))
    assert known.look_up(sets).find_missing().tolist() == [1, 2, 3]
