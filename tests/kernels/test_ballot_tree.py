"""What the tree computes about resources."""

from __future__ import annotations

import itertools

import numpy as np

from haversack.kernels.ballot_tree import bound_children, count_places
from haversack.kernels.jit import plain


def test_children_are_bounded_by_the_best_of_what_fits():
    random = np.random.default_rng(6)
    for _ in range(100):
        count, constant = 6, int(random.integers(0, 5))
        scores = np.sort(random.integers(-3, 20, count))[::-1].copy()
        usage, left = random.choice([0.0, 0.5, 1.0, 2.0], (count, 2)), random.uniform(0.5, 4.0, 2)
        nothing = np.zeros((count, 0)), np.zeros((0, count), dtype=np.int64)
        rows = plain((usage, np.ascontiguousarray(np.argsort(usage, axis=0, kind="stable").T), *nothing))
        places = count_places(rows, np.ones(count, dtype=bool), left)
        sets = [
            chosen
            for size in range(1, count + 1)
            for chosen in itertools.combinations(range(count), size)
            if (usage[list(chosen)].sum(axis=0) <= left).all()
        ]
        assert places == 0 or places >= max((len(chosen) for chosen in sets), default=0)
        if places == 0:
            assert not sets
            continue
        candidates = np.arange(count)
        forced, first = bound_children(constant, candidates, scores, places, rows, left, np.empty(count))
        for chosen in sets:
            total = constant + scores[list(chosen)].sum()
            assert total <= first[chosen[0]]
            assert all(total <= forced[member] for member in chosen)
