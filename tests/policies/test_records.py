from __future__ import annotations

import attrs
import numpy as np
import pytest

from haversack.policies import records as records_module
from haversack.policies.records import Records, count_items, find_prices, has_tables
from recorded_pools import make_graded, make_pool


def test_equal_items_are_one_row():
    pool = make_pool(labels=2, members=2, items=500)
    records = Records.cross_fit(pool)
    assert len(records.truth) <= 4 * 2 * 4
    assert records.weights.sum() == pytest.approx(1.0)
    assert (records.weights @ (records.answers == records.truth[:, None])).tolist() == pytest.approx(
        (pool.votes.answers == pool.votes.truth[:, None]).mean(axis=0).tolist()
    )


def test_weights_of_items_are_kept():
    pool = make_pool(weighted=True)
    records = Records.cross_fit(pool)
    assert records.weights @ (records.answers == records.truth[:, None]) == pytest.approx(pool.votes.accuracies)
    assert count_items(pool) < len(pool.votes)


def test_missing_answers_cost_nothing():
    pool = make_pool(missing=0.5)
    expected = ((pool.votes.answers >= 0) @ pool.costs).mean()
    assert Records.cross_fit(pool).total_price == pytest.approx(expected)


def test_members_without_prices_cost_1():
    assert find_prices(attrs.evolve(make_pool(), costs=None)).tolist() == [1.0] * 4


def test_graded_votes_and_too_many_labels_have_no_tables(monkeypatch):
    assert not has_tables(make_graded())
    pool = make_pool()
    assert has_tables(pool)
    with_tables = Records.cross_fit(pool)
    monkeypatch.setattr(records_module, "MOST_ENTRIES", 10)
    without = Records.cross_fit(pool)
    assert not without.has_tables
    # Plurality needs no labels.
    counted = attrs.evolve(with_tables, blend=(0.0, 1.0))
    assert without.value_votes([2, 0, 1]) == pytest.approx(counted.value_votes([2, 0, 1]))


def test_the_blend_rates_verdicts_between_counting_and_the_posterior():
    records = attrs.evolve(Records.cross_fit(make_pool()), blend=(0.5, 1.0))
    verdicts = np.where(np.arange(len(records.truth)) % 2, records.truth, -1)
    rated = records.rate(verdicts, np.full(len(verdicts), 0.8))
    assert set(np.round(rated, 9)) == {0.4, 0.9}
