"""The state of panels whose majority vote is updated: tails of their right votes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.jit import jit
from haversack.kernels.majority import LARGE, compute_large_error, compute_small_error
from haversack.kernels.vote_tails import LOG_NEGLIGIBLE, compute_share, find_tilt, write_tails

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets

MOST_FLIPS = 8
"""Proposals that flip more members are evaluated from scratch."""
FREQUENCIES = 4
"""For how many frequencies rounding errors are estimated."""
ROUNDING = 1e-16
_MOST_NOISE = 1e-11
_ROOM = 4  # So many members may join a small panel before its window becomes too narrow.


class WalkState(NamedTuple):
    """What is known of each walk, one row per walk.

    Parameters
    ----------
    sets, sizes
        The sets, and the sizes of these.
    certain
        How many members are never wrong.
    usable
        Whether the tails can be used; where not, every proposal is evaluated from scratch.
    windows
        First and last k of the tails that are kept, and the largest size for which no vote lies above the last.
    tails
        ``tails[row, k - first]``.
    numbers
        In this order: tilt, exp(-tilt), log factor, sum of the shares, the least and the greatest such sum for which
        the window is wide enough, the most by which a removal can amplify errors, and the greatest noise allowed.
    noise
        Estimated rounding errors, by frequency.
    """

    sets: Sets
    sizes: IntArray
    certain: IntArray
    usable: Sets
    windows: IntArray
    tails: FloatArray
    numbers: FloatArray
    noise: FloatArray


class Scratch(NamedTuple):
    """Working memory.

    Parameters
    ----------
    chosen, distribution
        For the accuracies of a panel and the distribution of its votes.
    tails
        For the tails of one walk.
    shares
        For the flipped members: those who leave, and those who join.
    values
        For a few neighbouring tails.
    """

    chosen: FloatArray
    distribution: FloatArray
    tails: FloatArray
    shares: FloatArray
    values: FloatArray


@jit
def make_scratch(members: int, width: int) -> Scratch:
    """Allocate working memory."""
    return (  # type: ignore[return-value]
        np.empty(members),
        np.empty(members + width),
        np.empty(width),
        np.empty((2, MOST_FLIPS)),
        np.empty(MOST_FLIPS + 2),
    )


@jit
def refresh(accuracies: FloatArray, state: WalkState, row: int, scratch: Scratch) -> None:
    """Compute the state of a walk from its set."""
    sets, sizes, certain, usable, windows, tails, numbers, noise = state
    chosen, distribution, _, _, _ = scratch
    size = collect_accuracies(accuracies, sets[row], chosen)
    half, perfect = size // 2, 0
    for member in range(size):
        perfect += chosen[member] == 1.0
    was_usable = usable[row]
    sizes[row], certain[row], usable[row] = size, perfect, perfect <= half
    if perfect > half:
        return
    target = max(float(half), perfect + 0.25)
    # The tilt of before is often near enough.
    tilt = numbers[row, 0]
    if not was_usable or abs(numbers[row, 3] - target) > 0.1 * (numbers[row, 5] - numbers[row, 4]):
        tilt = find_tilt(chosen, size, target)
    shrink = math.exp(-tilt)
    mean, variance = 0.0, 0.0
    for member in range(size):
        share = compute_share(chosen[member], shrink)
        mean += share
        variance += share * (1.0 - share)
    # Bernstein's inequality: further from the mean lies less than exp(-37) on either side, also after some drift.
    drift = 1.0 + 0.5 * math.sqrt(variance)
    reach = math.sqrt(2.0 * LOG_NEGLIGIBLE * variance) + 2.0 * LOG_NEGLIGIBLE / 3.0 + drift
    first, last = max(0, int(mean - reach)), min(int(mean + reach) + 1, size + _ROOM)
    log_factor = write_tails(chosen, size, shrink, (first, last, reach), distribution, tails[row])
    windows[row, 0], windows[row, 1] = first, last
    windows[row, 2] = last if last == size + _ROOM else sets.shape[1]
    numbers[row, 0], numbers[row, 1], numbers[row, 2], numbers[row, 3] = tilt, shrink, log_factor, mean
    numbers[row, 4], numbers[row, 5] = mean - drift, mean + drift
    # As far as the tails matter: some standard deviations, and above the mean also 1 / tilt.
    numbers[row, 6] = 2.0 + 2.0 * math.sqrt(variance) + min(1.0 / (1.0 - shrink), float(last - first))
    numbers[row, 7] = min(_MOST_NOISE, 1e-10 / (1.0 + variance))
    for frequency in range(FREQUENCIES):
        noise[row, frequency] = ROUNDING


@jit
def collect_accuracies(accuracies: FloatArray, inside: Sets, chosen: FloatArray) -> int:
    """Write the accuracies of the members of a set and return their number."""
    size = 0
    for member in range(accuracies.shape[0]):
        if inside[member]:
            chosen[size] = accuracies[member]
            size += 1
    return size


@jit
def compute_large_error_from_scratch(accuracies: FloatArray, size: int, tie_error: float) -> float:
    """Return the error of the first `size` accuracies, as `haversack.energies.set_errors` does for large panels."""
    half, perfect = size // 2, 0
    for member in range(size):
        perfect += accuracies[member] == 1.0
    if perfect > half:
        return 0.0
    tilt = find_tilt(accuracies, size, max(float(half), perfect + 0.25))
    return min(1.0, compute_large_error(accuracies[:size], tilt, tie_error))


@jit
def evaluate_from_scratch(
    accuracies: FloatArray, sets: Sets, row: int, members: IntArray, length: int, tie_error: float, scratch: Scratch
) -> float:
    """Return the error of the set that a proposal leads to."""
    chosen, distribution, _, _, _ = scratch
    inside = sets[row]
    for place in range(length):
        inside[members[place]] = not inside[members[place]]
    size = collect_accuracies(accuracies, inside, chosen)
    for place in range(length):
        inside[members[place]] = not inside[members[place]]
    if size == 0:
        return 1.0
    if size >= LARGE:
        return compute_large_error_from_scratch(chosen, size, tie_error)
    return min(1.0, compute_small_error(chosen, size, tie_error, distribution))
