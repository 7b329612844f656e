from __future__ import annotations

import numpy as np
import pytest

from haversack.api.moves import Moves, Positions, Proposals
from haversack.kernels.annealing_state import (
    commit,
    flip_member,
    is_overdrawn,
    list_members,
    propose,
    settle,
    undo,
)
from haversack.kernels.jit import plain


def walks(rows=200, members=9, resources=1, unit=2, swap_share=0.5):
    """Single members, with room for about four of nine."""
    random = np.random.default_rng(rows)
    usage = random.uniform(0.5, 1.5, (members, resources))
    sets = np.zeros((rows, members), dtype=bool)
    sets[np.arange(rows), random.integers(0, members, rows)] = True
    return make_moves(usage, swap_share, unit, rows), *make_positions(sets, usage, np.full(resources, 4.0))


def make_moves(usage, swap_share, unit, rows):
    order = np.argsort(usage[:, 0]) if usage.shape[1] else np.zeros(0, dtype=np.int64)
    states = np.random.default_rng(rows).integers(0, 2**64, rows, dtype=np.uint64)
    return Moves(usage, states, swap_share, unit, order, np.argsort(order))


def make_positions(sets, usage, limits):
    rows = len(sets)
    orders, places = np.empty(sets.shape, dtype=np.int64), np.empty(sets.shape, dtype=np.int64)
    positions = Positions(sets.copy(), np.zeros(rows, dtype=np.int64), orders, places, limits - sets @ usage)
    list_members(plain(positions))
    left = positions.left.copy()
    proposals = Proposals(np.zeros(sets.shape, dtype=np.int64), np.zeros(rows, dtype=np.int64), left)
    return positions, proposals, limits


def assert_consistent(positions, proposals, usage, limits):
    """Proposed sets fit; sizes, orders and places are those before the proposal."""
    assert positions.left == pytest.approx(limits - positions.sets @ usage, abs=1e-9)
    assert (positions.left >= -1e-9).all()
    for row, (order, places, size) in enumerate(zip(positions.orders, positions.places, positions.sizes, strict=True)):
        inside = positions.sets[row].copy()
        inside[proposals.flips[row, : proposals.lengths[row]]] ^= True
        assert sorted(order[:size]) == np.flatnonzero(inside).tolist()
        assert order[places].tolist() == list(range(len(order)))


def accept(positions, proposals):
    for row in range(len(positions.sets)):
        commit(plain(positions), plain(proposals), row)
    proposals.lengths[:] = 0


def test_a_member_that_is_flipped_joins_or_leaves():
    usage = np.array([[1.0, 2.0], [3.0, 0.0]])
    moves = make_moves(usage, 0.5, 1, 2)
    positions, proposals, limits = make_positions(np.zeros((2, 2), dtype=bool), usage, np.full(2, 5.0))
    flip_member(plain(moves), plain(positions), plain(proposals), 1, 0)
    assert positions.sets.tolist() == [[False, False], [True, False]]
    assert (positions.sizes[1], positions.left[1].tolist()) == (0, [4.0, 3.0])
    assert_consistent(positions, proposals, usage, limits)
    accept(positions, proposals)
    assert positions.sizes.tolist() == [0, 1]
    assert_consistent(positions, proposals, usage, limits)
    flip_member(plain(moves), plain(positions), plain(proposals), 1, 0)
    accept(positions, proposals)
    assert not positions.sets.any()
    assert (positions.sizes[1], positions.left[1].tolist()) == (0, [5.0, 5.0])
    assert_consistent(positions, proposals, usage, limits)


def test_a_row_is_overdrawn_when_any_resource_is():
    left = np.array([[0.0, 1.0], [1.0, -0.1]])
    assert not is_overdrawn(left, 0)
    assert is_overdrawn(left, 1)


@pytest.mark.parametrize(("unit", "resources"), [(1, 0), (1, 1), (2, 1), (2, 2)])
def test_proposals_stay_within_resources_and_keep_parity(unit, resources):
    moves, positions, proposals, limits = walks(unit=unit, resources=resources)
    sizes = set()
    for _ in range(60):
        before = positions.sets.copy()
        propose(plain(moves), plain(positions), plain(proposals))
        assert_consistent(positions, proposals, moves.usage, limits)
        for row, length in enumerate(proposals.lengths):
            changed = np.flatnonzero(before[row] != positions.sets[row])
            assert sorted(proposals.flips[row, :length]) == changed.tolist()
        accept(positions, proposals)
        sizes |= set(positions.sizes.tolist())
    assert 0 not in sizes
    assert all(size % 2 == 1 for size in sizes) or unit == 1
    assert len(sizes) > 1


@pytest.mark.parametrize("resources", [0, 1])
def test_swaps_keep_the_size_and_change_two_members(resources):
    moves, positions, proposals, _ = walks(swap_share=1.0, resources=resources)
    before = positions.sets.copy()
    propose(plain(moves), plain(positions), plain(proposals))
    assert (positions.sets.sum(axis=1) == 1).all()
    assert ((before != positions.sets).sum(axis=1) == 2).all()


def test_swaps_prefer_members_that_use_about_as_much():
    usage = np.linspace(1.0, 2.0, 101)[:, None]
    sets = np.tile(np.arange(101) == 50, (2_000, 1))
    moves = make_moves(usage, 1.0, 1, 2_000)
    positions, proposals, _ = make_positions(sets, usage, np.array([5.0]))
    propose(plain(moves), plain(positions), plain(proposals))
    distances = np.abs(proposals.flips[:, 1] - 50)
    assert np.mean(distances <= 5) > 0.4
    assert distances.max() > 40


def test_a_move_that_nothing_repairs_leaves_the_row_as_it_was():
    """Each member uses all there is but a little: no exchange fits for the smallest, and no addition for any."""
    usage = np.array([[1.0], [1.1], [1.2]])
    sets = np.tile([True, False, False], (50, 1))
    for swap_share in (0.0, 1.0):
        positions, proposals, _ = make_positions(sets, usage, np.array([1.05]))
        propose(plain(make_moves(usage, swap_share, 1, 50)), plain(positions), plain(proposals))
        assert positions.sets.tolist() == sets.tolist()
        assert not proposals.lengths.any()
        assert positions.left == pytest.approx(np.full((50, 1), 0.05))


def test_a_member_worth_all_others_can_join():
    """It uses up all there is: whoever is inside leaves, however many they are."""
    usage = np.array([[10.0]] + [[1.0]] * 10)
    sets = np.tile(np.arange(11) > 0, (400, 1))
    positions, proposals, _ = make_positions(sets, usage, np.array([10.0]))
    propose(plain(make_moves(usage, 0.0, 1, 400)), plain(positions), plain(proposals))
    assert (positions.sets[:, 0] & (positions.sets.sum(axis=1) == 1)).sum() > 20


def test_a_proposal_can_be_undone():
    moves, positions, proposals, limits = walks()
    before, left = positions.sets.copy(), positions.left.copy()
    propose(plain(moves), plain(positions), plain(proposals))
    assert (positions.sets != before).any()
    for row in range(len(before)):
        undo(plain(positions), plain(proposals), row)
    assert positions.sets.tolist() == before.tolist()
    assert positions.left.tolist() == left.tolist()
    assert_consistent(positions, proposals, moves.usage, limits)


@pytest.mark.parametrize("on_log", [True, False])
def test_moves_are_accepted_as_often_as_their_rise_and_the_temperature_say(on_log):
    moves, positions, proposals, limits = walks(rows=20_000)
    before = positions.sets.copy()
    propose(plain(moves), plain(positions), plain(proposals))
    proposed = positions.sets.copy()
    losses = np.full(20_000, 0.2)
    new_losses = np.tile([0.1, 0.4, np.nan, 0.2], 5_000)
    accepted = np.zeros(20_000, dtype=bool)
    settle(plain(moves), 1.0, on_log, losses, new_losses, plain(positions), plain(proposals), accepted)
    shares = accepted.reshape(5_000, 4).mean(axis=0)
    assert shares[[0, 2, 3]].tolist() == [1.0, 0.0, 1.0]
    assert shares[1] == pytest.approx(0.5 if on_log else np.exp(-0.2), abs=0.03)
    assert (positions.sets == np.where(accepted[:, None], proposed, before)).all()
    assert (losses == np.where(accepted, new_losses, 0.2)).all()
    proposals.lengths[:] = 0
    assert_consistent(positions, proposals, moves.usage, limits)


def test_members_can_join_the_empty_set():
    usage = np.ones((3, 1))
    positions, proposals, _ = make_positions(np.zeros((50, 3), dtype=bool), usage, np.array([5.0]))
    propose(plain(make_moves(usage, 0.0, 1, 50)), plain(positions), plain(proposals))
    assert set(positions.sets.sum(axis=1).tolist()) == {0, 1}


def test_where_rows_demand_something_every_proposal_meets_them():
    """A member that must be in, two that belong together, at least three members, and a limit on a sum."""
    random = np.random.default_rng(3)
    sizes = random.uniform(0.5, 1.5, 9)
    must, pair, count = -np.eye(9)[0], np.eye(9)[1] - np.eye(9)[2], -np.ones(9)
    usage, limits = np.column_stack([sizes, must, pair, -pair, count]), np.array([5.0, -0.5, 0.1, 0.1, -2.5])
    sets = np.zeros((200, 9), dtype=bool)
    sets[:, [0, 1, 2]] = True
    nobody = np.zeros(0, dtype=np.int64)
    states = random.integers(0, 2**64, 200, dtype=np.uint64)
    moves = Moves(np.ascontiguousarray(usage), states, 0.5, 1, nobody, nobody, has_demands=True)
    positions, proposals, limits = make_positions(sets, usage, limits)
    seen = set()
    for _ in range(60):
        propose(plain(moves), plain(positions), plain(proposals))
        assert_consistent(positions, proposals, usage, limits)
        accept(positions, proposals)
        seen |= set(map(tuple, positions.sets.tolist()))
    every = (np.arange(2**9)[:, None] >> np.arange(9)) & 1 == 1
    assert seen == set(map(tuple, every[(every @ usage <= limits).all(axis=1)].tolist()))
