"""The members of a problem in the order that proofs need, with the rows of its certificate."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack import kernels
from haversack.searchers.exact.sorted_members import SortedMembers

if TYPE_CHECKING:
    from collections.abc import Mapping

_FIRST_PREFIX = 64
_ROOM = 1e-9


def list_parities(data: Mapping[str, Any]) -> dict[str, SortedMembers]:
    """Return the members for odd panels and, unless those suffice, for even ones; see `sort_members`."""
    odd = sort_members(data, is_even=False)
    return (
        {"odd": odd, "even": sort_members(data, is_even=True)}
        if odd.has_demands or data["tie_error"] < 0.5
        else {"odd": odd}
    )


def sort_members(data: Mapping[str, Any], *, is_even: bool) -> SortedMembers:
    """Return the members that fit alone, the most accurate first, with one more that breaks ties for even panels.

    Parameters
    ----------
    data
        The problem as a certificate has it. Each limit of its rows is a resource, upper limits before lower ones.
    is_even
        Whether the panels have even sizes.
    """
    accuracies = np.array(data["accuracies"], dtype=np.float64)
    columns, limits = [], []
    for row in data["rows"]:
        for limit, sign in ((row["most"], 1.0), (row["least"], -1.0)):
            if limit is not None:
                columns.append(sign * np.array(row["usage"]))
                limits.append(sign * limit)
    usage = np.column_stack(columns) if columns else np.zeros((len(accuracies), 0))
    excludes = (usage >= 0.0).all(axis=0)
    is_eligible = np.ones(len(usage), dtype=np.bool_)
    for column in np.flatnonzero(excludes).tolist():
        is_eligible &= usage[:, column] <= limits[column]
    is_eligible[data["outside"]] = False
    order = np.flatnonzero(is_eligible)
    order = order[np.argsort(-accuracies[order], kind="stable")]
    forced = np.isin(order, data["inside"])
    has_demands = bool(data["inside"]) or any(
        min(row["usage"]) < 0.0 or (row["least"] is not None and row["least"] > 0.0) for row in data["rows"]
    )
    breaker = [1.0 - data["tie_error"]] if is_even else []
    return SortedMembers(
        indices=order,
        accuracies=np.append(accuracies[order], breaker),
        usage=np.ascontiguousarray(np.vstack([usage[order], np.zeros((len(breaker), usage.shape[1]))])),
        limits=np.array(limits, dtype=np.float64),
        costs=np.zeros(len(order) + len(breaker)),
        cost_limit=math.inf,
        pool_size=len(accuracies),
        has_demands=has_demands,
        has_tie_breaker=is_even,
        forced=np.append(forced, np.ones(len(breaker), dtype=np.bool_)),
    )


def find_fewest(members: SortedMembers, bound: float, room: float = _ROOM) -> int:
    """Return the first size of the parity of these panels whose most accurate members err less than the bound.

    One more than there are members if there is none. With a little room, a share of the bound, another arithmetic
    excludes the smaller sizes, too.
    """
    count, breakers = len(members.indices), len(members) - len(members.indices)
    order = np.append(np.arange(count, count + breakers), np.arange(count))
    width = min(_FIRST_PREFIX, len(order))
    while True:
        errors = np.full((1, width), np.inf)
        kernels.majority.write_prefix_errors(
            members.accuracies, np.ascontiguousarray(order[None, :width]), np.array([width]), errors
        )
        good = np.flatnonzero(errors[0] < bound * (1.0 + room)) + 1 - breakers
        good = good[good > 0]
        if good.size or width == len(order):
            return int(good[0]) if good.size else count + 1
        width = min(4 * width, len(order))
