"""Samples of items."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from haversack.statistics.resampling import draw_bootstrap, draw_folds, draw_holdout

ITEMS, SEEDS = st.integers(2, 60), st.integers(0, 999)


def check_split(sample, items):
    assert sorted([*sample.inside, *sample.outside]) == list(range(items))
    assert len(sample.inside) > 0
    assert len(sample.outside) > 0
    assert (sample.counts > 0).all()


@given(ITEMS, SEEDS)
def test_a_bootstrap_draws_as_many_items_as_there_are(items, seed):
    sample = draw_bootstrap(items, np.random.SeedSequence(seed))
    check_split(sample, items)
    assert sample.counts.sum() == items
    weights = np.arange(1.0, items + 1)
    assert sample.weigh(weights).tolist() == (sample.counts * (sample.inside + 1.0)).tolist()


@given(ITEMS, SEEDS)
def test_each_item_is_outside_one_fold(items, seed):
    folds = draw_folds(items, 5, np.random.SeedSequence(seed))
    assert len(folds) == min(5, items)
    assert sorted(np.concatenate([fold.outside for fold in folds])) == list(range(items))
    for fold in folds:
        check_split(fold, items)


@given(ITEMS, SEEDS)
def test_a_holdout_keeps_three_tenths_aside(items, seed):
    sample = draw_holdout(items, np.random.SeedSequence(seed))
    check_split(sample, items)
    assert len(sample.outside) == min(items - 1, max(1, round(0.3 * items)))
