"""What resources and demands allow the panels below a node of the search over recorded votes, and what that bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from haversack.kernels.jit import jit

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets


class Rows(NamedTuple):
    """What members use of each resource: a panel may use at most what the first depth of the search has left.

    Parameters
    ----------
    usage
        By member and resource.
    orders
        By resource: all members, those that use least first.
    demands, demand_orders
        The same for rows in which some members use less than nothing: what a panel exceeds may be made up by others.
    """

    usage: FloatArray
    orders: IntArray
    demands: FloatArray
    demand_orders: IntArray


@jit
def count_places(rows: Rows, is_open: Sets, left: FloatArray) -> int:
    """Return how many candidates can join at most."""
    usage, orders, _, _ = rows
    most = 0
    for member in range(is_open.shape[0]):
        most += is_open[member]
    for row in range(orders.shape[0]):
        count, rest = 0, left[row]
        for place in range(orders.shape[1]):
            member = orders[row, place]
            if is_open[member]:
                rest -= usage[member, row]
                if rest < 0.0 or count >= most:
                    break
                count += 1
        most = min(most, count)
    return most


@jit
def can_meet_demands(rows: Rows, is_open: Sets, spare: FloatArray, places: int) -> bool:
    """Return whether so many candidates may make up for what is lacking, in each row by itself."""
    demands, orders = rows[2], rows[3]
    for row in range(orders.shape[0]):
        count, added = 0, 0.0
        for place in range(orders.shape[1]):
            member = orders[row, place]
            # A little less is enough, for rounding.
            if spare[row] + added * (1.0 + 1e-9) >= 0.0 or demands[member, row] >= 0.0 or count >= places:
                break
            if is_open[member]:
                added -= demands[member, row]
                count += 1
        if spare[row] + added * (1.0 + 1e-9) < 0.0:
            return False
    return True


@jit
def relax_row(scores: IntArray, usage: FloatArray, left: float, panel: FloatArray) -> tuple[float, float]:
    """Fill up one resource with the candidates that add most for what they use, the last one in part.

    Returns
    -------
    tuple of float
        The sum that they add, and what a unit of the resource is worth.
    """
    panel[:] = 0.0
    rates = np.empty(scores.shape[0])
    for index in range(scores.shape[0]):
        rates[index] = -scores[index] / usage[index] if usage[index] > 0.0 else -np.inf
        if scores[index] <= 0:
            rates[index] = np.inf
    total = 0.0
    for index in np.argsort(rates, kind="mergesort"):
        if rates[index] == np.inf:
            break
        if usage[index] > left:
            panel[index] = left / usage[index]
            return total + scores[index] * panel[index], scores[index] / usage[index]
        panel[index] = 1.0
        left -= usage[index]
        total += scores[index]
    return total, 0.0


@jit
def bound_children(
    constant: int, candidates: IntArray, scores: IntArray, places: int, rows: Rows, left: FloatArray, panel: FloatArray
) -> tuple[IntArray, IntArray]:
    """Return for each candidate a bound on all panels that it joins, and on those that none before it joins as well.

    The candidates are sorted by their scores. `panel` receives a fractional panel that reaches the weakest bound.
    """
    usage, count = rows[0], scores.shape[0]
    sums = np.zeros(count + 1, dtype=np.int64)
    for index in range(count):
        sums[index + 1] = sums[index] + max(scores[index], 0)
    forced, first = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    for index in range(count):
        others = sums[min(places, count)] - max(scores[index], 0) if index < places else sums[places - 1]
        forced[index] = constant + scores[index] + others
        first[index] = constant + scores[index] + sums[min(index + places, count)] - sums[index + 1]
    panel[:] = 0.0
    panel[: min(places, count)] = 1.0
    weakest = float(sums[min(places, count)])
    part, used = np.empty(count), np.empty(count)
    for row in range(left.shape[0]):
        largest = 0.0
        for index in range(count):
            used[index] = usage[candidates[index], row]
            largest = max(largest, used[index])
        if largest * places <= left[row]:
            continue  # Any of them fit.
        total, price = relax_row(scores, used, left[row], part)
        if total < weakest:
            weakest = total
            panel[:] = part
        # By duality; a little more than that for rounding.
        rest = price * left[row]
        for index in range(count):
            rest += max(scores[index] - price * used[index], 0.0)
        rest = whole = rest * (1.0 + 1e-12) + 2.0
        for index in range(count):
            reduced = scores[index] - price * used[index]
            forced[index] = min(forced[index], constant + np.int64(whole + min(reduced, 0.0)))
            first[index] = min(first[index], constant + np.int64(rest + min(reduced, 0.0)))
            rest -= max(reduced, 0.0)
    return forced, first
