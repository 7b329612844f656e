from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from haversack.kernels.votes import write_prefix_errors, write_set_errors
from oracles import every_set

RANDOM = np.random.default_rng(2)
BALLOTS = RANDOM.integers(-1, 4, (5, 12)).astype(np.int16)
RULES = [
    (np.empty(0), False),
    (np.empty(0), True),
    (RANDOM.uniform(0.1, 2.0, 12), False),
    (RANDOM.uniform(0.1, 2.0, 12), True),
]


def plurality_error(chosen, rule):
    """Count the ballots of each item; answer 0 is right, -1 is none."""
    weights, by_coin = rule
    lost = []
    for item in range(BALLOTS.shape[1]):
        counts = Counter(vote for vote in BALLOTS[chosen, item].tolist() if vote >= 0)
        most = max(counts.values(), default=0)
        winners = [answer for answer, count in counts.items() if count == most]
        if winners == [0]:
            lost.append(0.0)
        else:
            lost.append(1.0 - 1.0 / len(winners) if by_coin and 0 in winners else 1.0)
    return np.average(lost, weights=weights if len(weights) else None)


@pytest.mark.parametrize("rule", RULES)
def test_errors_of_sets_agree_with_a_count_by_hand(rule):
    sets = every_set(5)
    errors = np.empty(len(sets))
    write_set_errors(BALLOTS, 4, sets, rule, errors)
    assert errors == pytest.approx([plurality_error(chosen, rule) for chosen in sets])


@pytest.mark.parametrize("rule", RULES)
def test_errors_of_prefixes_agree_with_a_count_by_hand(rule):
    orders, errors = np.array([[4, 0, 2, 1, 3], [1, 3, 2, 0, 4]]), np.full((2, 5), -1.0)
    write_prefix_errors(BALLOTS, 4, orders, np.array([5, 2]), rule, errors)
    assert errors[0] == pytest.approx([plurality_error(orders[0, :size], rule) for size in range(1, 6)])
    assert errors[1, :2] == pytest.approx([plurality_error(orders[1, :size], rule) for size in (1, 2)])
    assert errors[1, 2:].tolist() == [-1.0] * 3
