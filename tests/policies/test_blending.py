from __future__ import annotations

import numpy as np
import pytest

from haversack.policies.blending import calibrate, find_trust
from haversack.policies.records import Records
from recorded_pools import make_pool


def test_the_posterior_counts_less_the_more_items_there_are():
    trusts = [find_trust(items, 1.0) for items in (10, 500, 1_000, 10_000)]
    assert trusts == sorted(trusts, reverse=True)
    assert trusts[0] == 0.5


def test_the_posterior_counts_less_where_it_says_little():
    """Twelve copies of one member: candidates are mostly compared by counting."""
    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=200)
    answers = np.where(rng.random(200) < 0.7, truth, 1 - truth)
    pool = make_pool(members=12, items=200, labels=2)
    pool = type(pool).from_votes(np.repeat(answers[:, None], 12, axis=1).tolist(), truth.tolist())
    assert Records.cross_fit(pool).blend[0] <= 0.2


@pytest.mark.parametrize(("copies", "low", "high"), [(1, 0.8, 1.3), (3, 0.2, 0.45)])
def test_members_who_copy_each_other_are_believed_less(copies, low, high):
    """Three answers of one member have the log-odds of three; they are worth those of one."""
    rng = np.random.default_rng(0)
    truth = rng.integers(2, size=3_000)
    right = np.repeat(rng.random((3_000, 1 if copies == 3 else 3)) < 0.7, copies, axis=1)
    pool = make_pool(members=3, items=3_000, labels=2)
    pool = type(pool).from_votes(np.where(right, truth[:, None], 1 - truth[:, None]).tolist(), truth.tolist())
    records = Records.cross_fit(pool)
    slope = calibrate(records.rows, records.fitted, records.prices, pool.votes.shrunk_accuracies)
    assert low <= slope <= high
