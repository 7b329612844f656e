from __future__ import annotations

import numpy as np
import pytest

from haversack.kernels.jit import plain
from haversack.kernels.rank_bound import Members
from haversack.kernels.tree_state import TreeState, add_member, drop_last_member
from oracles import right_votes

ACCURACIES, COSTS = np.array([0.9, 0.8, 0.7, 0.6]), np.array([3.0, 1.0, 2.0, 0.5])
MEMBERS = plain(Members(ACCURACIES, COSTS, np.argsort(COSTS)))


def test_members_that_join_add_their_votes_and_costs():
    state = TreeState.at_root(3, 3)
    for member in (0, 2):
        add_member(plain(state), MEMBERS, member)
    assert state.depth[0] == 2
    assert state.spent[:3].tolist() == [0.0, 3.0, 5.0]
    assert state.path[2] == 3
    assert state.distributions[2] == pytest.approx(right_votes(ACCURACIES[[0, 2]]))


def test_only_votes_that_matter_are_kept():
    state = TreeState.at_root(3, 2)
    for member in range(3):
        add_member(plain(state), MEMBERS, member)
    assert state.distributions[3] == pytest.approx(right_votes(ACCURACIES[:3])[:2])


@pytest.mark.parametrize(("is_dominated", "limit"), [(True, 1.0), (False, np.inf)])
def test_a_member_that_is_dropped_bars_those_that_cost_as_much(is_dominated, limit):
    state = TreeState.at_root(2, 2)
    state.path[0] = 1
    add_member(plain(state), MEMBERS, 1)
    assert drop_last_member(plain(state), COSTS, is_dominated) == 1
    assert (state.depth[0], state.path[0]) == (0, 2)
    assert state.skipped_below[0] == limit


def test_behind_the_root_the_search_is_over():
    state = TreeState.at_root(1, 1)
    assert drop_last_member(plain(state), COSTS, True) == -1
    assert state.depth[0] == -1
