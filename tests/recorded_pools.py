"""Pools with recorded votes, for tests of policies."""

from __future__ import annotations

import numpy as np

import haversack as hs


def make_pool(members=4, items=120, labels=3, seed=0, missing=0.0, costs=None, weighted=False):
    """Members of different accuracies who often make the same mistake."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(labels, size=items)
    shared = (truth + 1 + rng.integers(max(labels - 1, 1), size=items)) % labels
    right = rng.random((items, members)) < rng.uniform(0.5, 0.9, members)
    answers = np.where(right, truth[:, None], shared[:, None])
    answers = np.where(rng.random((items, members)) < missing, -1, answers)
    prices = rng.integers(1, 9, members) if costs is None else costs
    weights = rng.uniform(0.5, 2.0, items) if weighted else None
    return hs.Pool.from_votes(answers.tolist(), truth.tolist(), prices, missing=-1, item_weights=weights)


def make_graded(members=3, items=60, seed=0):
    right = np.random.default_rng(seed).random((items, members)) < 0.75
    votes = hs.RecordedVotes(right.astype(int), np.ones(items, dtype=int), (False, True), graded=True)
    return hs.Pool(votes=votes, costs=np.arange(1.0, members + 1))
