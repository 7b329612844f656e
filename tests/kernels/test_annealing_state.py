from __future__ import annotations

import numpy as np
import pytest

from haversack.kernels.annealing_state import (
    Moves,
    Positions,
    copy_position,
    is_overdrawn,
    propose,
    settle_and_propose,
    toggle,
)
from haversack.kernels.jit import plain


def walks(rows=200, members=9, resources=1, unit=2, swap_share=0.5):
    """Single members, with room for about four of nine."""
    random = np.random.default_rng(rows)
    usage = random.uniform(0.5, 1.5, (members, resources))
    limits = np.full(resources, 4.0)
    sets = np.zeros((rows, members), dtype=bool)
    sets[np.arange(rows), random.integers(0, members, rows)] = True
    moves = Moves(usage, random.integers(0, 2**64, rows, dtype=np.uint64), swap_share, unit)
    return moves, Positions(sets, sets.sum(axis=1), limits - sets @ usage), limits


def assert_consistent(positions, usage, limits):
    assert (positions.sizes == positions.sets.sum(axis=1)).all()
    assert positions.left == pytest.approx(limits - positions.sets @ usage, abs=1e-9)
    assert (positions.left >= -1e-9).all()


def test_a_member_that_is_toggled_joins_or_leaves():
    usage = np.array([[1.0, 2.0], [3.0, 0.0]])
    positions = Positions(np.zeros((2, 2), dtype=bool), np.zeros(2, dtype=np.int64), np.full((2, 2), 5.0))
    toggle(plain(positions), usage, 1, 0)
    assert positions.sets.tolist() == [[False, False], [True, False]]
    assert (positions.sizes[1], positions.left[1].tolist()) == (1, [4.0, 3.0])
    toggle(plain(positions), usage, 1, 0)
    assert not positions.sets.any()
    assert (positions.sizes[1], positions.left[1].tolist()) == (0, [5.0, 5.0])


def test_a_row_is_overdrawn_when_any_resource_is():
    left = np.array([[0.0, 1.0], [1.0, -0.1]])
    assert not is_overdrawn(left, 0)
    assert is_overdrawn(left, 1)


@pytest.mark.parametrize(("unit", "resources"), [(1, 0), (1, 1), (2, 1), (2, 2)])
def test_proposals_stay_within_resources_and_keep_parity(unit, resources):
    moves, positions, limits = walks(unit=unit, resources=resources)
    sizes = set()
    for _ in range(60):
        propose(plain(moves), plain(positions))
        assert_consistent(positions, moves.usage, limits)
        sizes |= set(positions.sizes.tolist())
    assert 0 not in sizes
    assert all(size % 2 == 1 for size in sizes) or unit == 1
    assert len(sizes) > 1


def test_swaps_keep_the_size_and_change_two_members():
    moves, positions, _ = walks(swap_share=1.0, resources=0)
    before = positions.sets.copy()
    propose(plain(moves), plain(positions))
    assert (positions.sizes == 1).all()
    assert ((before != positions.sets).sum(axis=1) == 2).all()


def test_a_move_that_nothing_repairs_leaves_the_row_as_it_was():
    """Each member uses all there is but a little: no exchange fits for the smallest, and no addition for any."""
    usage = np.array([[1.0], [1.1], [1.2]])
    sets = np.tile([True, False, False], (50, 1))
    for swap_share in (0.0, 1.0):
        moves = Moves(usage, np.arange(50, dtype=np.uint64), swap_share, 1)
        positions = Positions(sets.copy(), np.ones(50, dtype=np.int64), np.full((50, 1), 0.05))
        propose(plain(moves), plain(positions))
        removed = ~positions.sets.any(axis=1)
        assert not removed.any()
        assert positions.sets[positions.sets[:, 0]].tolist() == sets[positions.sets[:, 0]].tolist()
        assert (positions.left >= 0.0).all()


def test_one_row_is_copied_and_no_other():
    _, source, _ = walks(rows=3)
    target = Positions(np.zeros((3, 9), dtype=bool), np.zeros(3, dtype=np.int64), np.zeros((3, 1)))
    copy_position(plain(source), plain(target), 1)
    for ours, theirs in zip(source, target, strict=True):
        assert (ours[1] == theirs[1]).all()
        assert not theirs[[0, 2]].any()


@pytest.mark.parametrize("on_log", [True, False])
def test_moves_are_accepted_as_often_as_their_rise_and_the_temperature_say(on_log):
    moves, positions, limits = walks(rows=20_000)
    proposals = Positions(*(array.copy() for array in positions))
    propose(plain(moves), plain(proposals))
    proposed = proposals.sets.copy()
    losses = np.full(20_000, 0.2)
    new_losses = np.tile([0.1, 0.4, np.nan, 0.2], 5_000)
    accepted = np.zeros(20_000, dtype=bool)
    before = positions.sets.copy()
    settle_and_propose(plain(moves), 1.0, on_log, losses, new_losses, plain(positions), plain(proposals), accepted)
    shares = accepted.reshape(5_000, 4).mean(axis=0)
    assert shares[[0, 2, 3]].tolist() == [1.0, 0.0, 1.0]
    assert shares[1] == pytest.approx(0.5 if on_log else np.exp(-0.2), abs=0.03)
    assert (positions.sets == np.where(accepted[:, None], proposed, before)).all()
    assert (losses == np.where(accepted, new_losses, 0.2)).all()
    assert_consistent(positions, moves.usage, limits)
    assert_consistent(proposals, moves.usage, limits)
    assert (proposals.sets != positions.sets).any()
