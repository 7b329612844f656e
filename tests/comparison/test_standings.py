from __future__ import annotations

import math

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparison_rows import profit, row
from haversack.comparison import Comparison, Quantiles

numbers = st.lists(st.floats(0, 1e6), min_size=1, max_size=30)


@given(numbers)
def test_quantiles_are_those_of_numpy(values):
    found = Quantiles.of(values)
    assert (found.low, found.median, found.high) == pytest.approx(np.quantile(values, [0.1, 0.5, 0.9]))


@given(numbers, st.integers(1, 30))
def test_infinite_numbers_come_last_and_spoil_nothing_else(values, infinite):
    found = Quantiles.of([*values, *[math.inf] * infinite])
    ordered = sorted(values) + [math.inf] * infinite
    assert found.median in ordered
    assert math.isinf(found.median) == (infinite > len(values))
    assert found.low <= found.median <= found.high


def test_missing_numbers_do_not_count():
    assert Quantiles.of([None, 4.0, None]) == Quantiles(4.0, 4.0, 4.0)
    assert Quantiles.of([None]) is None


def test_standings_gather_the_runs_of_a_group_and_a_searcher():
    errors = {"a": [0.01, 0.02, 0.03], "b": [0.01, 0.05, 0.09]}
    rows = [
        row(pool=pool, seed=seed, error=error, value=1 - error, steps=10 * seed, seconds=error)
        for pool, listed in errors.items()
        for seed, error in enumerate(listed)
    ]
    (standing,) = Comparison(rows, len(rows)).standings()
    flat = [error for listed in errors.values() for error in listed]
    excess = [error / 0.01 - 1 for error in flat]
    assert (standing.group, standing.searcher, standing.stopping) == ("n=5", "sweep", "paper")
    assert (standing.pools, standing.runs, standing.failed) == (2, 6, 0)
    assert attrs.astuple(standing.excess) == pytest.approx(np.quantile(excess, [0.1, 0.5, 0.9]))
    assert attrs.astuple(standing.decades) == pytest.approx(
        np.quantile(np.log10(np.array(flat) / 0.01), [0.1, 0.5, 0.9]), abs=1e-12
    )
    assert attrs.astuple(standing.seconds) == pytest.approx(np.quantile(flat, [0.1, 0.5, 0.9]))
    assert standing.error == pytest.approx(np.median(flat))
    assert standing.reached == pytest.approx(2 / 6)
    assert standing.stop_reached == pytest.approx(4 / 6)


def test_standings_come_group_by_group_in_order_of_appearance():
    rows = [row(group=group, pool=group, searcher=name) for name in ("z", "a") for group in ("n=30", "n=100")]
    assert [(standing.group, standing.searcher) for standing in Comparison(rows, 4).standings()] == [
        ("n=30", "z"),
        ("n=30", "a"),
        ("n=100", "z"),
        ("n=100", "a"),
    ]


def test_stop_counts_once_per_pool():
    rows = [row(seed=seed) for seed in range(5)]
    rows += [row(pool="b", stop=0.995, stop_error=0.005), row(pool="c", stop=None, stop_error=None)]
    (stop,) = Comparison(rows, 7).stops()
    assert stop.pools == 2
    assert stop.error == pytest.approx(0.0225)
    assert stop.excess.median == pytest.approx((3.0 - 0.5) / 2)
    assert stop.beyond == 0.5


def test_where_there_is_no_stop_nothing_is_told_of_it():
    outcome = Comparison([profit(150.0)], 1)
    assert outcome.stops() == ()
    assert outcome.standings()[0].stop_reached is None
