from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.stats import binom

from haversack import Pool, select
from haversack.searchers.exact import unconstrained
from oracles import odd_log_error
from strategies import pools

PATIENT = {"kind": "max-step", "limit": 10**9}


@pytest.fixture(autouse=True, scope="module")
def _all_pools_count_as_large():
    usual, unconstrained._ALL_SIZES_BELOW = unconstrained._ALL_SIZES_BELOW, 0
    yield
    unconstrained._ALL_SIZES_BELOW = usual


def best_error(pool, **parts):
    return select(pool, searcher="exact", stopping=PATIENT, seed=0, **parts)


def assert_no_prefix_is_better(pool):
    found = best_error(pool)
    ordered = np.sort(pool.accuracies)[::-1]
    least = min(odd_log_error(ordered[:size]) for size in range(1, len(pool) + 1, 2))
    assert found.error == pytest.approx(np.exp(least), rel=1e-9, abs=1e-300)
    assert found.proven


@settings(max_examples=200)
@given(pool=pools(max_size=12, with_costs=False))
@pytest.mark.slow
def test_the_best_size_is_that_of_all_beginnings(pool):
    assert_no_prefix_is_better(pool)


@pytest.mark.parametrize("kind", ["good", "weak", "a few good ones", "all equal", "more bad than good"])
@pytest.mark.parametrize("members", [50, 301, 700])
def test_the_best_size_of_larger_pools_is_that_of_all_beginnings(kind, members):
    random = np.random.default_rng(members)
    accuracies = {
        "good": random.beta(17, 5, members),
        "weak": random.uniform(0.48, 0.55, members),
        "a few good ones": np.where(np.arange(members) < 9, 0.8, 0.52),
        "all equal": np.full(members, 0.6),
        "more bad than good": random.beta(3, 4, members),
    }[kind]
    assert_no_prefix_is_better(Pool(accuracies=accuracies))


@pytest.mark.parametrize("accuracies", [[2.2e-308, 5e-324, 5e-324, 0.2], [1e-289, 1e-280, 0.3], [5e-324] * 3])
def test_accuracies_close_to_0_do_not_keep_the_bound_busy_for_ever(accuracies):
    """Once, the spread of a panel below the range of normal numbers did not grow by the factor of a cell."""
    assert_no_prefix_is_better(Pool(accuracies=accuracies))


def test_errors_smaller_than_any_number_have_a_best_size():
    """All are far better than a coin, so all are in, except the last where the number is even."""
    found = best_error(Pool(accuracies=np.full(5_000, 0.9)))
    assert (len(found.members), found.error) == (4_999, 0.0)


def test_energies_without_the_trait_look_at_all_sizes():
    pool = Pool(accuracies=np.linspace(0.5, 0.9, 21))
    found = best_error(pool, energy={"kind": "spatial", "curve": {"a": -3.43, "b": 101.7}})
    assert found.proven


@pytest.mark.slow
def test_thousands_who_are_all_alike_take_no_memory_to_speak_of():
    """All keys are equal, so all members are undecided: once, that filled a matrix of all by all."""
    members = 16_001
    pool = Pool(accuracies=np.full(members, 0.505))
    tracemalloc.start()
    try:
        found = select(pool, searcher="exact", stopping={"kind": "max-step", "limit": 10**9}, seed=0)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 1_000 * 8 * members
    assert (len(found.members), found.proven) == (members, True)
    assert found.error == pytest.approx(binom.cdf(members // 2, members, 0.505), rel=1e-9)
