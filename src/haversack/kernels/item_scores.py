"""Losses of sets whose members add numbers to items: of the Bayes vote, and of smoothed votes.

``Model`` is ``(added, start, weights, by_coin, unit)``. The rows of an item are numbers: ``start[row, item]`` before
anybody joins, and member j adds ``added[j, row, item]``. Row 0 counts the members who answered; an item that nobody
answered is lost. All are whole numbers of a small unit, so that the order in which members join and leave makes no
difference, and equal numbers are equal.

With the unit 0, the other rows are how far the wrong labels are ahead of the right one. An item is won if all are
below 0. If none is above 0 and k - 1 are 0, it is a tie, won in one of k cases by coin, and lost otherwise. With any
other unit, rows 1 and 2 are the mean and the variance of a margin in that unit, and the loss is the normal probability
that the margin is below 0. The weights of items are of length 0 if all are the same.

``State`` is ``(sets, numbers)``: the set of each walk, and the rows by walk, row and item.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.kernels.annealing_state import propose_row, settle_row
from haversack.kernels.jit import jit

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.api.moves import Found, Moves, Positions, Proposals
    from haversack.arrays import FloatArray, IntArray, Sets

    Numbers = npt.NDArray[np.signedinteger[Any]]
    Model = tuple[Numbers, Numbers, FloatArray, bool, float]
    State = tuple[Sets, Numbers]

_PRIOR_VARIANCE = 0.05  # Of every margin, so that one member who never errs is not certain.
_REACH, _STEPS = 8, 256
_NODES = 2 * _REACH * _STEPS + 1
_TAILS = np.array([0.5 * math.erfc((node / _STEPS - _REACH) / math.sqrt(2.0)) for node in range(_NODES)])
_DENSITIES = np.array(
    [math.exp(-0.5 * (node / _STEPS - _REACH) ** 2) / math.sqrt(2.0 * math.pi) for node in range(_NODES)]
)


@jit
def compute_tail(point: float) -> float:
    """Return the probability that a standard normal variable exceeds a point, with an absolute error below 1e-12.

    By the third-order expansion around the nearest node, several times as fast as the function itself.
    """
    point = max(-8.0, min(8.0, point))
    node = int((point + _REACH) * _STEPS + 0.5)
    middle = node / _STEPS - _REACH
    step = point - middle
    slope = 1.0 - middle * step / 2.0 + (middle * middle - 1.0) * step * step / 6.0
    return float(max(0.0, _TAILS[node] - _DENSITIES[node] * step * slope))


@jit
def write_lost(numbers: Numbers, by_coin: bool, unit: float, worst: Numbers, lost: FloatArray) -> None:
    """Write the loss of each item.

    Parameters
    ----------
    numbers
        By row and item.
    by_coin, unit
        As in the model.
    worst
        Room for one number for each item.
    lost
        Receives the losses.
    """
    rows, items = numbers.shape
    answered = numbers[0]
    if unit > 0.0:
        means, variances = numbers[1], numbers[2]
        for item in range(items):
            if answered[item] > 0:
                spread = math.sqrt(variances[item] * unit + _PRIOR_VARIANCE)
                lost[item] = compute_tail(means[item] * unit / spread)
            else:
                lost[item] = 1.0
        return
    for item in range(items):
        worst[item] = -1
    for row in range(1, rows):
        ahead = numbers[row]
        for item in range(items):
            worst[item] = max(worst[item], ahead[item])
    for item in range(items):
        lost[item] = 1.0 if worst[item] >= 0 or answered[item] == 0 else 0.0
    if by_coin:
        for item in range(items):
            if worst[item] == 0 and answered[item] > 0:
                tied = 1
                for row in range(1, rows):
                    tied += numbers[row, item] == 0
                lost[item] = 1.0 - 1.0 / tied


@jit
def average(lost: FloatArray, weights: FloatArray) -> float:
    """Return the weighted mean of the losses of the items."""
    error = total = 0.0
    if weights.shape[0] == 0:
        for item in range(lost.shape[0]):
            error += lost[item]
        return float(error / lost.shape[0])
    for item in range(lost.shape[0]):
        error += lost[item] * weights[item]
        total += weights[item]
    return float(error / total)


@jit
def add_member(added: Numbers, member: int, joins: bool, numbers: Numbers) -> None:
    """Let a member join or leave."""
    for row in range(numbers.shape[0]):
        change, changed = added[member, row], numbers[row]
        if joins:
            for item in range(changed.shape[0]):
                changed[item] += change[item]
        else:
            for item in range(changed.shape[0]):
                changed[item] -= change[item]


@jit
def count_set(model: Model, members: Sets, numbers: Numbers) -> None:
    """Write the numbers of a set."""
    added, start = model[0], model[1]
    for row in range(start.shape[0]):
        for item in range(start.shape[1]):
            numbers[row, item] = start[row, item]
    for member in range(members.shape[0]):
        if members[member]:
            add_member(added, member, True, numbers)


@jit
def start_walks(model: Model, state: State) -> None:
    """Write the numbers of walks, whose sets are given."""
    sets, numbers = state
    for row in range(sets.shape[0]):
        count_set(model, sets[row], numbers[row])


@jit
def write_set_losses(model: Model, sets: Sets, lost: FloatArray) -> None:
    """Write the loss of each item for each set."""
    _, start, _, by_coin, unit = model
    numbers, worst = np.empty_like(start), np.empty_like(start[0])
    for row in range(sets.shape[0]):
        count_set(model, sets[row], numbers)
        write_lost(numbers, by_coin, unit, worst, lost[row])


@jit
def write_set_errors(model: Model, sets: Sets, errors: FloatArray) -> None:
    """Write the mean loss of each set."""
    lost = np.empty((1, model[1].shape[1]))
    for row in range(sets.shape[0]):
        write_set_losses(model, sets[row : row + 1], lost)
        errors[row] = average(lost[0], model[2])


@jit
def evaluate(
    model: Model,
    state: State,
    row: int,
    members: IntArray,
    length: int,
    scratch: tuple[Numbers, Numbers, FloatArray],
) -> float:
    """Return the mean loss that a proposal to a walk leads to."""
    added, _, weights, by_coin, unit = model
    sets, numbers = state
    work, worst, lost = scratch
    for each in range(work.shape[0]):
        before, after = numbers[row, each], work[each]
        for item in range(work.shape[1]):
            after[item] = before[item]
    for place in range(length):
        member = members[place]
        add_member(added, member, not sets[row, member], work)
    write_lost(work, by_coin, unit, worst, lost)
    return average(lost, weights)


@jit
def flip(model: Model, state: State, row: int, members: IntArray, length: int) -> None:
    """Carry out a proposal."""
    sets, numbers = state
    for place in range(length):
        member = members[place]
        add_member(model[0], member, not sets[row, member], numbers[row])
        sets[row, member] = not sets[row, member]


@jit
def make_scratch(model: Model) -> tuple[Numbers, Numbers, FloatArray]:
    """Return room for one evaluation."""
    start = model[1]
    return np.empty_like(start), np.empty_like(start[0]), np.empty(start.shape[1])


@jit
def write_proposed_errors(
    model: Model, state: State, flips: tuple[IntArray, IntArray, IntArray], errors: FloatArray
) -> None:
    """Write the mean loss that each proposal, ``(rows, members, lengths)``, leads to."""
    rows, members, lengths = flips
    scratch = make_scratch(model)
    for proposal in range(rows.shape[0]):
        errors[proposal] = evaluate(model, state, rows[proposal], members[proposal], lengths[proposal], scratch)


@jit
def flip_walks(model: Model, state: State, flips: tuple[IntArray, IntArray, IntArray]) -> None:
    """Carry out proposals."""
    rows, members, lengths = flips
    for proposal in range(rows.shape[0]):
        flip(model, state, rows[proposal], members[proposal], lengths[proposal])


@jit
def make_moves(
    model: Model,
    state: State,
    moves: Moves,
    positions: Positions,
    proposals: Proposals,
    losses: FloatArray,
    schedule: tuple[FloatArray, bool],
    best_loss: float,
    found: Found,
) -> tuple[int, int]:
    """Make moves; see `haversack.api.moves.MakesMoves`."""
    temperatures, on_log = schedule
    found_sets, found_losses, found_steps = found
    flips, lengths, _ = proposals
    sets = positions[0]
    walks, members = sets.shape
    scratch = make_scratch(model)
    noted = 0
    for move in range(temperatures.shape[0]):
        for row in range(walks):
            loss = evaluate(model, state, row, flips[row], lengths[row], scratch)
            if loss < best_loss:
                best_loss = loss
                for member in range(members):
                    found_sets[noted, member] = sets[row, member]
                found_losses[noted], found_steps[noted] = loss, move * walks + row + 1
                noted += 1
            if settle_row(moves, temperatures[move], on_log, losses, loss, positions, proposals, row):
                flip(model, state, row, flips[row], lengths[row])
            propose_row(moves, positions, proposals, row)
        if noted + walks > found_losses.shape[0]:
            return move + 1, noted
    return temperatures.shape[0], noted
