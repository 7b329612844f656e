"""The search tree of branch and bound."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from haversack.api.bounds import BoundsLosses
from haversack.errors import EnergyError
from haversack.searchers.branch_and_bound.children import (
    bound_by_gains,
    make_children,
    round_shares,
)
from haversack.searchers.branch_and_bound.cuts import Cut, CutPool
from haversack.searchers.branch_and_bound.evaluation import Evaluation, SearchStopped
from haversack.searchers.branch_and_bound.open_nodes import Nodes, OpenNodes
from haversack.searchers.branch_and_bound.relaxation import list_relaxations, sort_by_rate

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray, Sets

_ROUNDING = 1e-12
_ROWS = 1_024
_MOST_OPEN = 200_000
_MOST_MEMBERS = 5_000  # A node has so many children, each with so many candidates.
_ROOT_CUTS, _ROOT_STEPS, _NODE_STEPS = 20, 120, 40
_CUTS_WITHOUT_GAIN, _LEAST_PROGRESS = 4, 1e-3


class Tree:
    """One search for the best set, by splitting sets of sets.

    Parameters
    ----------
    problem
        The problem; its energy offers bounds or promises diminishing returns.
    monitor
        Receives sets and bounds.
    """

    def __init__(self, problem: Problem, monitor: Monitor) -> None:
        self._problem = problem
        self._monitor = monitor
        self._evaluation = Evaluation(problem, monitor)
        self._fitting = np.asarray(problem.members_that_fit())
        self._has_gains = problem.traits.diminishing_returns
        self._relaxations = list_relaxations(problem)
        self._cuts = CutPool(self._relaxations)
        self._open = OpenNodes(len(problem.pool), _MOST_OPEN)
        self._least_gains = np.zeros(len(problem.pool))
        self._root_bound = -math.inf

    def search(self) -> str | None:
        """Search; returns why it ended by itself."""
        try:
            self._explore()
        except SearchStopped:
            return None
        if math.isinf(self._monitor.best_loss):
            return "no set is feasible"
        if len(self._open):
            return f"more than {_MOST_MEMBERS:,} members are too many to explore further"
        self._monitor.prove(self._monitor.best_loss)
        return "proved optimal"

    def _explore(self) -> None:
        if not self._fitting.any():
            return
        self._open.add(self._drop_closed(self._make_root()))
        is_small = self._fitting.sum() <= _MOST_MEMBERS
        while len(self._open) and is_small:
            nodes = self._drop_closed(self._open.pop(_ROWS))
            if not len(nodes):
                continue
            if self._has_gains:
                nodes = self._add_cut(nodes)
            if len(nodes):
                self._open.add(self._expand(nodes, min(self._open.bound, float(nodes.bounds.min()))))

    def _make_root(self) -> Nodes:
        """Return the node of all sets, after a greedy search for good sets and cuts."""
        nothing = np.zeros((1, len(self._problem.pool)), dtype=np.bool_)
        root = Nodes(nothing, self._fitting[None, :], self._evaluation.compute(nothing), np.array([-math.inf]))
        # Sets first: bounds that fail leave an answer.
        if not self._has_gains:
            self._grow_greedily(float(root.losses[0]), by_cost=True)
            return self._bound_root(root)
        self._make_cut(nothing[0], float(root.losses[0]))
        root = self._bound_root(root)
        root, _ = self._tighten_root(root)
        members = np.flatnonzero(self._fitting)
        all_loss = self._evaluation.compute(self._fitting[None, :])[0]
        self._least_gains[members] = self._evaluation.compute_without(self._fitting, members) - all_loss
        self._grow_greedily(float(root.losses[0]), by_cost=True)
        root, _ = self._tighten_root(root)
        self._grow_greedily(float(root.losses[0]), by_cost=False)
        if self._monitor.best_set is not None:
            self._make_cut(self._monitor.best_set, self._monitor.best_loss)
        waiting = 0
        for _ in range(_ROOT_CUTS):
            before = root.bounds[0]
            root, shares = self._tighten_root(root)
            bound, best = root.bounds[0], self._monitor.best_loss
            waiting = 0 if bound - before > _LEAST_PROGRESS * (best - bound) else waiting + 1
            if waiting >= _CUTS_WITHOUT_GAIN or self._is_closed(root.bounds)[0]:
                break
            self._make_cut(self._round(shares, root))
        self._cuts.keep_latest()
        return root

    def _bound_root(self, root: Nodes) -> Nodes:
        """Return the root with the bound of the energy, if it offers one."""
        if isinstance(self._problem.energy, BoundsLosses):
            root = self._bound_by_energy(root)
            self._root_bound = float(root.bounds[0])
            if self._root_bound > self._monitor.best_loss:
                self._evaluation.check(self._monitor.best_set, self._monitor.best_loss, self._root_bound)
        return root

    def _tighten_root(self, root: Nodes) -> tuple[Nodes, FloatArray]:
        """Return the root with the bound of the cuts so far, and the share of each member in a fractional set."""
        shares = self._cuts.combine(root.required[0], root.candidates[0], self._monitor.best_loss, _ROOT_STEPS)
        bounds = np.maximum(root.bounds, self._cuts.bound(root.required, root.candidates))
        self._root_bound = float(bounds[0])
        if not self._monitor.prove(min(self._root_bound, self._monitor.best_loss)):
            raise SearchStopped
        return Nodes(root.required, root.candidates, root.losses, bounds), shares

    def _grow_greedily(self, loss: float, *, by_cost: bool) -> None:
        """Add members to the empty set, of this loss, while that lowers it, and make a cut of every set on the way."""
        chosen = np.zeros(len(self._problem.pool), dtype=np.bool_)
        costs = self._relaxations[0].costs
        while True:
            others, losses, fits = self._make_cut(chosen, loss)
            gains = np.where(fits, loss - losses, 0.0)
            if not (gains > 0.0).any():
                return
            first = sort_by_rate(gains, costs[others])[0] if by_cost else np.argmax(gains)
            chosen[others[first]], loss = True, float(losses[first])

    def _make_cut(self, chosen: Sets, loss: float | None = None) -> tuple[IntArray, FloatArray, Sets]:
        """Add the cut of a set; returns the other members, the losses with each of them, and whether they fit."""
        if loss is None:
            fits = self._problem.fits(chosen[None, :]) & chosen.any()
            loss = float(self._evaluation.offer(chosen[None, :], np.array([self._root_bound]), fitting=fits)[0])
        others = np.flatnonzero(self._fitting & ~chosen)
        losses, fits = self._evaluation.offer_neighbours(chosen, others, self._root_bound)
        if self._has_gains:
            gains = np.zeros(len(chosen))
            gains[others] = loss - losses
            self._cuts.add(Cut.at(chosen, loss, gains, self._least_gains))
        return others, losses, fits

    def _round(self, shares: FloatArray, node: Nodes) -> Sets:
        relaxation = self._relaxations[0]
        left = relaxation.limit - float(relaxation.costs[node.required[0]].sum())
        return round_shares(shares, node.required[0], node.candidates[0], relaxation.costs, left)

    def _add_cut(self, nodes: Nodes) -> Nodes:
        """Improve the bound of the first node, which is the weakest, and of those that resemble it."""
        weakest = nodes.take(np.arange(len(nodes)) == 0)
        shares = self._cuts.combine(weakest.required[0], weakest.candidates[0], self._monitor.best_loss, _NODE_STEPS)
        nodes = self._drop_closed(nodes)
        if len(nodes):
            self._make_cut(self._round(shares, weakest))
        return nodes

    def _drop_closed(self, nodes: Nodes) -> Nodes:
        """Return the nodes that may hold a better set than the best so far, with their bounds of now."""
        nodes = nodes.take(~self._is_closed(nodes.bounds))
        if self._has_gains and len(nodes):
            bounds = np.maximum(nodes.bounds, self._cuts.bound(nodes.required, nodes.candidates))
            nodes = Nodes(nodes.required, nodes.candidates, nodes.losses, bounds)
            nodes = nodes.take(~self._is_closed(bounds))
        return nodes

    def _is_closed(self, bounds: FloatArray) -> Sets:
        best = self._monitor.best_loss
        return bounds >= best - (_ROUNDING * abs(best) if math.isfinite(best) else 0.0)

    def _expand(self, nodes: Nodes, bound: float) -> Nodes:
        """Evaluate the sets with one further member, and return those whose supersets may be better than the best."""
        rows, members = np.nonzero(nodes.candidates)
        sets = nodes.required[rows]
        sets[np.arange(len(rows)), members] = True
        kept = self._problem.are_limits_kept(sets)
        rows, members, sets = rows[kept], members[kept], sets[kept]
        # A set that keeps the limits may lack what a constraint demands, and a superset of it have that.
        fits = None if self._problem.limits_suffice else self._problem.fits(sets)
        losses = self._evaluation.offer(sets, nodes.bounds[rows], fitting=fits, proved=bound)
        starts = np.searchsorted(rows, np.arange(len(nodes) + 1))
        families = [
            self._split(nodes.take(np.arange(len(nodes)) == row), members[start:end], losses[start:end])
            for row, (start, end) in enumerate(itertools.pairwise(starts))
        ]
        children = Nodes(
            np.concatenate([family.required for family in families]),
            np.concatenate([family.candidates for family in families]),
            np.concatenate([family.losses for family in families]),
            np.concatenate([family.bounds for family in families]),
        )
        children = self._drop_closed(children.take(np.asarray(children.candidates.any(axis=1))))
        if isinstance(self._problem.energy, BoundsLosses) and len(children):
            children = self._bound_by_energy(children)
            children = children.take(~self._is_closed(children.bounds))
        return children

    def _split(self, node: Nodes, members: IntArray, losses: FloatArray) -> Nodes:
        """Return the children of a node; under diminishing returns, only those of members that lower the loss.

        Where a constraint demands something, or a member may make a set cheaper, also the others, after them.
        """
        if not self._has_gains:
            order = np.argsort(losses, kind="stable")
            return make_children(node, members[order], losses[order], np.full(len(members), -math.inf))
        relaxation = self._relaxations[0]
        gains = node.losses[0] - losses
        order = sort_by_rate(gains, relaxation.costs[members])
        if not self._problem.limits_suffice:
            # A member that does not lower the loss may be needed.
            order, gains = np.concatenate([order, np.flatnonzero(gains <= 0.0)]), np.maximum(gains, 0.0)
        members, gains, losses = members[order], gains[order], losses[order]
        left = relaxation.limit - float(relaxation.costs[node.required[0]].sum())
        bounds = bound_by_gains(float(node.losses[0]), gains, relaxation.costs[members], left) if len(gains) else gains
        # Those that are closed already need no rows.
        open_until = (
            len(bounds) if not len(bounds) else int(np.flatnonzero(~self._is_closed(bounds)).max(initial=-1)) + 1
        )
        children = make_children(node, members, losses, bounds)
        return children.take(np.arange(len(members)) < open_until)

    def _bound_by_energy(self, nodes: Nodes) -> Nodes:
        """Return the nodes with the bounds of the energy, where these are stronger."""
        energy = self._problem.energy
        assert isinstance(energy, BoundsLosses)
        allowed = nodes.required | nodes.candidates
        bounds = np.asarray(energy.loss_bounds(self._problem, nodes.required, allowed), dtype=np.float64)
        if bounds.shape != (len(nodes),):
            raise EnergyError(
                f"energy {energy!r}: expected one bound per row, shape ({len(nodes)},), got {bounds.shape}"
            )
        if np.isnan(bounds).any():
            raise EnergyError(f"energy {energy!r}: a bound is not a number")
        return Nodes(nodes.required, nodes.candidates, nodes.losses, np.maximum(nodes.bounds, bounds))
