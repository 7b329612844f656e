"""What resources and demands leave below a node, against every set."""

from __future__ import annotations

import itertools

import numpy as np

from haversack.kernels.ballot_rows import bound_children, can_meet_demands, count_places
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


def test_a_demand_is_given_up_only_where_no_candidates_meet_it():
    random = np.random.default_rng(7)
    answers = []
    for _ in range(200):
        count, places = 5, int(random.integers(0, 5))
        demands, spare = random.choice([-2.0, -1.0, -0.5, 0.0, 1.0], (count, 2)), random.uniform(-4.0, 1.0, 2)
        orders = np.ascontiguousarray(np.argsort(demands, axis=0, kind="stable").T)
        is_open = random.random(count) < 0.8
        rows = plain((np.zeros((count, 0)), np.zeros((0, count), dtype=np.int64), demands, orders))
        joining = [
            list(chosen)
            for size in range(places + 1)
            for chosen in itertools.combinations(np.flatnonzero(is_open), size)
        ]
        each = [any(demands[chosen, row].sum() <= spare[row] for chosen in joining) for row in range(2)]
        answers.append(can_meet_demands(rows, is_open, spare, places))
        assert answers[-1] == all(each)
    assert 20 < sum(answers) < 180
