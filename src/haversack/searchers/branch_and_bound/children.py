"""The children of a node, one per candidate, and what bounds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.searchers.branch_and_bound.open_nodes import Nodes

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets

_EPSILON = 4.0 * float(np.finfo(np.float64).eps)


def make_children(node: Nodes, members: IntArray, losses: FloatArray, bounds: FloatArray) -> Nodes:
    """Return the children of one node: each has one further member, and those behind it in the order as candidates.

    So every set with at least one further member belongs to exactly one child.

    Parameters
    ----------
    node
        A single node.
    members
        Its candidates, in the order of the children.
    losses
        Loss of the node's required members with each of them.
    bounds
        A bound for each child.
    """
    count = len(members)
    required = np.repeat(node.required, count, axis=0)
    required[np.arange(count), members] = True
    candidates = np.zeros_like(required)
    candidates[:, members] = np.triu(np.ones((count, count), dtype=np.bool_), k=1)
    return Nodes(required, candidates, losses, np.maximum(bounds, node.bounds[0]))


def bound_by_gains(loss: float, gains: FloatArray, costs: FloatArray, left: float) -> FloatArray:
    """Return a bound for each child of a node under diminishing returns, the best gain per cost first.

    The further members of a set lower its loss by at most the sum of their gains, and the candidates from the child on
    have gains of at most the fractional knapsack of them.

    Parameters
    ----------
    loss
        Loss of the node's required members.
    gains, costs
        Of its candidates, in this order; gains are above 0.
    left
        What the required members leave of the limit on costs.
    """
    spent, gained = np.cumsum(costs), np.concatenate([[0.0], np.cumsum(gains)])
    before = spent - costs
    room = left + before
    full = np.searchsorted(spent, room, side="right")
    partial = np.minimum(full, len(gains) - 1)
    rest = room - np.where(full > 0, spent[full - 1], 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where((full < len(gains)) & (costs[partial] > 0.0), rest / costs[partial], 0.0)
    most = gained[full] - gained[:-1] + np.clip(share, 0.0, 1.0) * gains[partial]
    most = np.maximum(most, gains)
    return np.asarray(loss - most - _EPSILON * (16 + len(gains)) * (gained[full] + most))


def round_shares(shares: FloatArray, required: Sets, candidates: Sets, costs: FloatArray, left: float) -> Sets:
    """Return the required members and the candidates with the largest shares that fit one after the other."""
    chosen = required.copy()
    ranked = np.flatnonzero(candidates & (shares > 0.0))
    for member in ranked[np.argsort(-shares[ranked], kind="stable")]:
        if costs[member] <= left:
            chosen[member] = True
            left -= costs[member]
    return chosen
