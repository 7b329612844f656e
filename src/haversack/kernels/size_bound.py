"""A lower bound on the error of every panel of one size within a budget, by tilting.

For any tilt t and centre z, the error of a panel S with error weights w is exactly

    log e(S) = sum_{i in S} c_i + t z + log H(S),    H(S) = E[ w(Y) exp(t (Y - z)) ],

where c_i = log(1 - p_i (1 - exp(-t))) and Y counts the right votes under the tilted accuracies
p_i exp(-t) / (1 - p_i (1 - exp(-t))). The first part is a sum over members, which a price on the budget bounds from
below. H is small only where the tilted accuracies of S sum to something far from z; but for such a panel another tilt
brings the sum to z. So a row of tilts, each responsible for the panels whose sums lie in a window around z, covers all.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray

_MOST_LIKELY = 0.42888194248035344  # 1 / sqrt(2 e): no chance of a binomial variable exceeds this / its deviation.
_MOST_POINTS = 257
_EPSILON = float(np.finfo(np.float64).eps)


@jit
def write_binomial_chances(trials: int, probability: float, chances: FloatArray) -> None:
    """Write P(Binomial(trials, probability) = k) for k = 0, ..., trials, outwards from the most likely."""
    chances[: trials + 1] = 0.0
    if probability <= 0.0 or probability >= 1.0:
        chances[0 if probability <= 0.0 else trials] = 1.0
        return
    mode = min(int((trials + 1) * probability), trials)
    log_choices = math.lgamma(trials + 1.0) - math.lgamma(mode + 1.0) - math.lgamma(trials - mode + 1.0)
    chances[mode] = math.exp(log_choices + mode * math.log(probability) + (trials - mode) * math.log1p(-probability))
    odds = probability / (1.0 - probability)
    for right in range(mode, trials):
        chances[right + 1] = chances[right] * ((trials - right) / (right + 1.0)) * odds
    for right in range(mode, 0, -1):
        chances[right - 1] = chances[right] * (right / (trials - right + 1.0)) / odds


@jit
def bound_expectation(
    values: FloatArray, size: int, low: float, high: float, least_sum: float, most_sum: float, tolerance: float
) -> float:
    """Return a lower bound on E[values(Y)] for all votes Y of `size` members with accuracies in [low, high].

    The accuracies sum to between `least_sum` and `most_sum`. E is linear in each accuracy, so with the sum fixed it is
    smallest where some members are at `high`, some at `low` and all others equal (Hoeffding 1956): all such cases are
    examined. In each, E is a smooth function of the sum, evaluated at points so close that what it can do between them
    is less than `tolerance` of the result, and that is subtracted.
    """
    least = np.inf
    outer = values.copy()
    inner = np.empty(size + 1)
    chances = np.empty(size + 1)
    for at_high in range(size + 1):
        inner[:] = outer
        for at_low in range(size - at_high + 1):
            others = size - at_high - at_low
            fixed = at_high * high + at_low * low
            if others == 0:
                if least_sum - 1e-9 <= fixed <= most_sum + 1e-9:
                    least = min(least, inner[0])
            else:
                start = max(low, (least_sum - fixed) / others)
                end = min(high, (most_sum - fixed) / others)
                if start <= end:
                    least = min(least, bound_between(inner, others, start, end, tolerance, least, chances))
            for right in range(others):
                inner[right] = (1.0 - low) * inner[right] + low * inner[right + 1]
        for right in range(size - at_high):
            outer[right] = (1.0 - high) * outer[right] + high * outer[right + 1]
    return least


@jit
def bound_between(
    values: FloatArray, trials: int, start: float, end: float, tolerance: float, known: float, chances: FloatArray
) -> float:
    """Return a lower bound on E[values(Binomial(trials, p))] for p in [start, end], or infinity if above `known`."""
    # Between two points the function lies below their chord only where it bends upwards, and its second derivative with
    # respect to the sum trials * p is at most an expectation of the upward second differences.
    largest = 0.0
    total = 0.0
    for right in range(trials - 1):
        bend = max(values[right + 2] - 2.0 * values[right + 1] + values[right], 0.0)
        largest = max(largest, bend)
        total += bend
    spread = (trials - 2) * min(start * (1.0 - start), end * (1.0 - end))
    if spread > 0.0:
        largest = min(largest, total * _MOST_LIKELY / math.sqrt(spread))
    width = trials * (end - start)
    points = 2
    if known < np.inf and largest > 0.0:
        # As many as it takes if the result is about what is known already.
        points += int(min(width / math.sqrt(8.0 * tolerance * known / largest), _MOST_POINTS))
    while True:
        least = np.inf
        for point in range(points):
            write_binomial_chances(trials, start + (end - start) * point / (points - 1.0), chances)
            expectation = 0.0
            for right in range(trials + 1):
                expectation += chances[right] * values[right]
            least = min(least, expectation)
        gap = width / (points - 1.0)
        error = gap * gap / 8.0 * largest
        if least - error >= known:
            return np.inf
        if error <= tolerance * least or points >= _MOST_POINTS:
            return least - error
        points = 2 * points - 1


@jit
def tilt_accuracies(accuracies: FloatArray, tilt: float, gains: FloatArray, chances: FloatArray) -> None:
    """Write c_i and the tilted accuracies."""
    shrink = math.exp(-tilt)
    for member in range(accuracies.shape[0]):
        norm = 1.0 - accuracies[member] + accuracies[member] * shrink
        gains[member] = math.log(norm)
        chances[member] = accuracies[member] * shrink / norm


@jit
def bound_sum_of_size(values: FloatArray, costs: FloatArray, limit: float, size: int) -> tuple[float, float]:
    """Return a lower bound on the sum of `size` values whose costs are within the limit, and the price that gives it.

    For any price, the sum of the smallest values plus price times cost, less price times limit, is such a bound. Where
    the members cost the limit exactly, the price grows until rounding outweighs the values: its share is subtracted.
    """
    best, best_price = -np.inf, 0.0
    rounding = 2.0 * (size + 2.0) * _EPSILON
    low, high = 0.0, 0.0
    price = 0.0
    for _ in range(60):
        keys = values + price * costs
        order = np.argsort(keys)
        bound = -price * limit
        cost = 0.0
        magnitude = price * limit
        for place in range(size):
            bound += keys[order[place]]
            cost += costs[order[place]]
            magnitude += abs(values[order[place]]) + price * costs[order[place]]
        bound -= rounding * magnitude
        if bound > best:
            best, best_price = bound, price
        if cost <= limit:
            high = price
            if price == 0.0:
                break
        else:
            low = price
        if high == 0.0:
            price = 2.0 * price if price > 0.0 else 1e-3 / max(limit, 1e-300) * size
        else:
            price = 0.5 * (low + high)
            if high - low <= 1e-7 * high:
                break
    return best, best_price


@jit
def compute_equal_expectation(weights: FloatArray, size: int, tilt: float, centre: float, total: float) -> float:
    """Return H when all tilted accuracies are equal and sum to `total`."""
    chances = np.empty(size + 1)
    write_binomial_chances(size, min(max(total / size, 0.0), 1.0), chances)
    expectation = 0.0
    for right in range(size + 1):
        expectation += chances[right] * weights[right] * math.exp(tilt * (right - centre))
    return expectation
