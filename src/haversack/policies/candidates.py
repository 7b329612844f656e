"""Orders and panels that are worth a try."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.arrays import FloatArray
    from haversack.policies.plans import Valuer

FEW = 6
"""All orders of so many members are tried."""
FEW_PANELS = 8
"""All panels among so many members are tried."""
_SIZES = (1, 3, 5, 7, 9, 11, 13, 15, 19, 25, 35, 49, 75, 99)
_LEAST_PRICE = 1e-9  # As a share of the highest one: members without a price are asked first.


def list_orders(records: Valuer, accuracies: FloatArray, few: int = FEW) -> list[tuple[int, ...]]:
    """Return orders of all members: every one of few members, otherwise by accuracy, by information, by price.

    Parameters
    ----------
    records
        The records.
    accuracies
        Of the members, shrunk.
    few
        All orders of so many members are returned.
    """
    if records.members <= few:
        return list(itertools.permutations(range(records.members)))
    prices = _floor(records.prices)
    information = records.measure_information()
    clipped = np.clip(accuracies, 1e-6, 1.0 - 1e-6)
    odds = np.log(clipped / (1.0 - clipped))
    keys = (accuracies, information, information / prices, odds / prices, -prices)
    return _drop_repeated(tuple(np.lexsort((-accuracies, -key)).tolist()) for key in keys)


def list_panels(records: Valuer, accuracies: FloatArray) -> list[tuple[int, ...]]:
    """Return panels for the most frequent answer, the best member per price first.

    Every panel of few members; otherwise the most accurate ones and the most accurate ones per price.
    """
    odds = accuracies - 0.5
    by_price = np.lexsort((-accuracies, -odds / _floor(records.prices))).tolist()
    if records.members <= FEW_PANELS:
        sizes = range(1, records.members + 1)
        return [panel for size in sizes for panel in itertools.combinations(by_price, size)]
    ranks = {member: place for place, member in enumerate(by_price)}
    by_accuracy = np.argsort(-accuracies, kind="stable").tolist()
    larger = (
        tuple(sorted(order[:size], key=ranks.__getitem__))
        for order in (by_accuracy, by_price)
        for size in (*(size for size in _SIZES if size < len(order)), len(order))
    )
    return _drop_repeated([*((member,) for member in by_price), *larger])


def _floor(prices: FloatArray) -> FloatArray:
    highest = float(prices.max())
    return np.maximum(prices, _LEAST_PRICE * highest) if highest > 0.0 else np.ones(len(prices))


def _drop_repeated(orders: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return list(dict.fromkeys(orders))
