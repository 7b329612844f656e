from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.kernels.vote_tails import (
    add_share,
    compute_share,
    find_tilt,
    remove_share,
    solve_down,
    solve_up,
    write_tails,
)
from haversack.statistics import tilts
from oracles import right_votes

shares = st.floats(0.0, 1.0)


def tails_of(members, shrink, width, rests=None):
    """The tails of members that are right with these shares, by the definition."""
    chances = np.r_[right_votes(np.array(members), rests), np.zeros(width)][:width]
    return np.array([sum(shrink ** (k - j) * chances[j] for j in range(k + 1)) for k in range(width)])


def test_a_share_is_the_tilted_accuracy():
    assert compute_share(0.75, 1.0) == 0.75
    assert compute_share(0.75, 1.0 / 3.0) == pytest.approx(0.5)
    assert (compute_share(0.0, 0.1), compute_share(1.0, 0.1)) == (0.0, 1.0)


@given(accuracies=st.lists(st.floats(0.3, 0.99), min_size=1, max_size=30), part=st.floats(0.2, 0.9))
def test_the_tilt_brings_the_mean_to_the_target(accuracies, part):
    accuracies, target = np.array(accuracies), part * len(accuracies)
    tilt = find_tilt(accuracies, len(accuracies), target)
    if accuracies.sum() <= target:
        assert tilt == 0.0
    else:
        total = sum(compute_share(p, math.exp(-tilt)) for p in accuracies)
        assert total == pytest.approx(target, abs=1e-3 * (1.0 + math.sqrt(len(accuracies)) / 2.0))
        assert tilt == pytest.approx(tilts.find_tilt(accuracies, target), abs=0.1)


@given(accuracies=st.lists(st.floats(0.0, 1.0), max_size=12), shrink=st.floats(0.01, 1.0))
def test_tails_are_those_of_the_definition(accuracies, shrink):
    accuracies, size = np.array(accuracies), len(accuracies)
    tails = np.empty(size + 3)
    log_factor = write_tails(accuracies, size, shrink, (0, size + 2, 50.0), np.empty(80), tails)
    rests = (1.0 - accuracies) / (1.0 - accuracies + accuracies * shrink)
    expected = tails_of([compute_share(p, shrink) for p in accuracies], shrink, size + 3, rests)
    assert tails == pytest.approx(expected, rel=1e-12, abs=1e-300)
    assert log_factor == pytest.approx(np.log(1.0 - accuracies + accuracies * shrink).sum(), abs=1e-12)


@given(others=st.lists(shares, max_size=12), share=shares, shrink=st.floats(0.05, 1.0))
def test_members_join_and_leave(others, share, shrink):
    width = len(others) + 3
    without, joined = tails_of(others, shrink, width), tails_of([*others, share], shrink, width)
    tails = without.copy()
    add_share(tails, width, share)
    assert tails == pytest.approx(joined, abs=1e-14)
    target = np.empty(width)
    remove_share(joined, target, width, share, shrink)
    assert target == pytest.approx(without, abs=1e-12)
    remove_share(joined, joined, width, share, shrink)
    assert joined.tolist() == target.tolist()


@given(others=st.lists(shares, max_size=40), share=shares, shrink=st.floats(0.05, 1.0), data=st.data())
def test_one_tail_without_a_member(others, share, shrink, data):
    width = len(others) + 3
    without, joined = tails_of(others, shrink, width), tails_of([*others, share], shrink, width)
    place = data.draw(st.integers(0, width - 1))
    if share <= 0.5:
        found = solve_up(joined, place, 1.0 / (1.0 - share), share / (1.0 - share))
    else:
        found = solve_down(joined, place, width, 1.0 / share, (1.0 - share) / share, shrink)
    assert found == pytest.approx(without[place], abs=1e-12)
