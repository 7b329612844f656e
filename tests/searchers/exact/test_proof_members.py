"""The members of a proof, in order."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import scipy.stats

from haversack.searchers.exact.proof_members import find_fewest, list_parities, sort_members
from oracles import exact_error


def make_data(accuracies, rows=(), tie_error=1.0, inside=(), outside=()):
    return {
        "kind": "majority",
        "members": len(accuracies),
        "accuracies": list(accuracies),
        "tie_error": tie_error,
        "rows": list(rows),
        "inside": list(inside),
        "outside": list(outside),
    }


def make_row(usage, least=None, most=None):
    return {"name": "budget", "usage": list(usage), "least": least, "most": most}


def test_members_that_fit_alone_come_in_order_of_accuracy():
    row = make_row([1.0, 9.0, 2.0, 3.0], most=5.0)
    members = sort_members(make_data([0.6, 0.9, 0.8, 0.7], [row], outside=[3]), is_even=False)
    assert members.indices.tolist() == [2, 0]
    assert members.accuracies.tolist() == [0.8, 0.6]
    assert members.usage.tolist() == [[2.0], [1.0]]
    assert members.limits.tolist() == [5.0]
    assert not members.has_demands


def test_one_more_breaks_the_ties_of_even_panels():
    members = sort_members(make_data([0.6, 0.9], [make_row([1.0, 2.0], most=5.0)], tie_error=0.25), is_even=True)
    assert members.has_tie_breaker
    assert members.accuracies.tolist() == [0.9, 0.6, 0.75]
    assert members.usage.tolist() == [[2.0], [1.0], [0.0]]
    assert members.forced.tolist() == [False, False, True]


def test_lower_limits_are_upper_ones_with_the_sign_changed():
    members = sort_members(make_data([0.6, 0.9], [make_row([1.0, 2.0], 1.0, 5.0)], inside=[0]), is_even=False)
    assert members.limits.tolist() == [5.0, -1.0]
    assert members.usage.tolist() == [[2.0, -2.0], [1.0, -1.0]]
    assert members.forced.tolist() == [False, True]
    assert members.has_demands


@pytest.mark.parametrize(
    ("changes", "parities"),
    [
        ({}, ["odd"]),
        ({"tie_error": 0.5}, ["odd"]),
        ({"tie_error": 0.4}, ["odd", "even"]),
        ({"inside": [1]}, ["odd", "even"]),
    ],
)
def test_even_panels_matter_only_where_odd_ones_may_not_do(changes, parities):
    assert list(list_parities(make_data([0.6, 0.9], **changes))) == parities


@pytest.mark.parametrize("is_even", [False, True])
def test_the_fewest_members_are_those_of_the_first_prefix_below_the_bound(is_even):
    random = np.random.default_rng(int(is_even))
    for _ in range(15):
        count, tie_error = int(random.integers(1, 10)), float(random.choice([0.0, 0.25]))
        members = sort_members(make_data(random.uniform(0.4, 1.0, count), tie_error=tie_error), is_even=is_even)
        ranked = members.accuracies[:count].tolist()
        bound = float(10 ** random.uniform(-3, 0))
        good = [
            size
            for size in range(2 if is_even else 1, count + 1, 2)
            if exact_error([*ranked[:size], *([1.0 - tie_error] if is_even else [])]) < Fraction(bound)
        ]
        assert find_fewest(members, bound, room=0.0) == (good[0] if good else count + 1)


def test_long_prefixes_are_found_too():
    members = sort_members(make_data([0.6] * 300), is_even=False)
    fewest = find_fewest(members, 1e-3)
    assert _binomial_error(fewest) < 1e-3 <= _binomial_error(fewest - 2)
    assert 64 < fewest < 300
    assert find_fewest(members, 1e-30) == 301


def _binomial_error(size):
    return float(scipy.stats.binom.cdf(size // 2, size, 0.6))
