"""The cheapest panel that is as good as the best one up to chance."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.gap import measure_gap
from haversack.api.incremental import FollowsWalks
from haversack.api.notes import Note
from haversack.api.panel import Panel
from haversack.errors import ConfigError
from haversack.selection.best_single import describe_panel
from haversack.selection.bound import clip_bound
from haversack.selection.report import collect_notes
from haversack.statistics.paired import check_item_losses, compare_items, compute_item_losses
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.api.problem import Problem
    from haversack.api.selection import Selection
    from haversack.arrays import FloatArray, IntArray, Sets

_MOST_TRIPLES = 200_000
_CELLS_AT_ONCE = 4_000_000
_NOTICEABLE = 1e-9


def check_frugal(frugal: object, problem: Problem) -> bool:
    """Return whether a cheaper panel is wanted, or raise an error if panels cannot be compared by cost and by item.

    Raises
    ------
    ConfigError
        If it is neither true nor false, or nothing has a cost.
    CapabilityError
        If the loss is not a mean over recorded items.
    """
    if not isinstance(frugal, bool):
        raise ConfigError(f"frugal: must be true or false, got {format_value(frugal)}")
    if not frugal:
        return False
    check_item_losses(problem, "frugal")
    if not problem.total_cost() > 0.0:
        raise ConfigError("frugal: looks for a cheaper panel, and nothing has a cost here")
    return True


def spare_cost(problem: Problem, best: Selection) -> Selection:
    """Return the selection with the cheapest panel found whose loss exceeds that of the best by one standard error.

    See `find_frugal_set` for what is tried.
    """
    start = np.isin(np.arange(len(problem.pool)), best.members)
    row, cost = find_frugal_set(problem, start, best.cost)
    if cost == best.cost:
        note = Note("frugal", "no cheaper panel that was tried is within one standard error of this one")
        return attrs.evolve(best, notes=(*best.notes, note))
    return _replace_panel(problem, best, row, cost, compute_item_losses(problem, start))


def find_frugal_set(problem: Problem, best: Sets, cost: float) -> tuple[Sets, float]:
    """Return the cheapest set found that is close enough to the best one, and its cost.

    From the best set on, as long as that makes it cheaper, members are removed, exchanged, or two are replaced by one;
    of the sets that one such change leads to, the cheapest is taken that is close enough to the best set. The same for
    the same problem and set.
    """
    row, losses = best, compute_item_losses(problem, best)
    best_loss = float(problem.losses(best[None, :])[0])
    while True:
        cheaper = _find_cheaper(problem, row, losses, best_loss, cost)
        if cheaper is None:
            return row, cost
        row, cost = cheaper


def _replace_panel(problem: Problem, best: Selection, row: Sets, cost: float, losses: FloatArray) -> Selection:
    loss = float(problem.losses(row[None, :])[0])
    apart = compare_items(compute_item_losses(problem, row), losses, problem.pool.require_votes().item_weights)
    panel = describe_panel(problem, row, loss, cost)
    saved = f"saves {(best.cost - cost) / best.cost:.0%} of the cost of the best panel found"
    price = "without a loss" if apart.mean <= 0.0 else f"for a loss of {apart.mean:.2g} ± {apart.standard_error:.2g}"
    note = Note("frugal", f"{saved} {price}", apart.mean)
    bound = None if best.error_bound is None else clip_bound(best.error_bound, loss)
    original = best.best_known
    if original is None and apart.mean > 0.0:
        original = Panel(best.members, best.names, best.value, best.error, best.cost)
    return attrs.evolve(
        best,
        members=panel.members,
        names=panel.names,
        value=panel.value,
        error=panel.error,
        cost=panel.cost,
        gap=None if bound is None else measure_gap(loss, bound),
        proven=bound is not None and bound >= loss,
        best_known=original,
        notes=(note, *collect_notes(problem, row)),
    )


def _find_cheaper(
    problem: Problem, row: Sets, best_losses: FloatArray, best_loss: float, cost: float
) -> tuple[Sets, float] | None:
    """Return the cheapest set next to this one that is close enough to the best, with its cost; None without one."""
    weights = problem.pool.require_votes().item_weights
    shares = np.full(len(best_losses), 1.0 / len(best_losses)) if weights is None else weights / weights.sum()
    # No difference between losses from 0 to 1 has a larger standard error.
    furthest = best_loss + float(np.sqrt((shares**2).sum() * 2.0))
    found: list[tuple[float, tuple[int, ...]]] = []
    for flips, lengths in _list_changes(problem, row):
        sets = _apply(row, flips, lengths)
        costs = problem.costs(sets)
        near = np.flatnonzero(costs < cost * (1.0 - _NOTICEABLE))
        near = near[problem.fits(sets[near])]
        if near.size:
            near = near[_evaluate(problem, row, flips[near], lengths[near]) <= furthest]
        found += [(float(costs[place]), tuple(flips[place, : lengths[place]].tolist())) for place in near]
    for price, changed in sorted(found):
        candidate = row.copy()
        candidate[list(changed)] ^= True
        apart = compare_items(compute_item_losses(problem, candidate), best_losses, weights)
        if candidate.any() and apart.mean <= apart.standard_error:
            return candidate, price
    return None


def _list_changes(problem: Problem, row: Sets) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield changes in parts: the members who join or leave, and their number."""
    inside, outside = np.flatnonzero(row).tolist(), np.flatnonzero(~row).tolist()
    costs = problem.single_costs()
    pairs = list(combinations(inside, 2))
    changes: list[tuple[int, ...]] = [(member,) for member in inside]
    changes += pairs
    changes += [(gone, new) for gone in inside for new in outside if costs[new] < costs[gone]]
    if len(pairs) * len(outside) <= _MOST_TRIPLES:
        changes += [(*gone, new) for gone in pairs for new in outside if costs[new] < costs[list(gone)].sum()]
    at_once = max(1, _CELLS_AT_ONCE // len(row))
    for start in range(0, len(changes), at_once):
        part = changes[start : start + at_once]
        flips = np.zeros((len(part), 3), dtype=np.int64)
        for place, changed in enumerate(part):
            flips[place, : len(changed)] = changed
        yield flips, np.array([len(changed) for changed in part], dtype=np.int64)


def _apply(row: Sets, flips: IntArray, lengths: IntArray) -> Sets:
    sets = np.repeat(row[None, :], len(flips), axis=0)
    for place in range(flips.shape[1]):
        changed = np.flatnonzero(lengths > place)
        sets[changed, flips[changed, place]] ^= True
    return sets


def _evaluate(problem: Problem, row: Sets, flips: IntArray, lengths: IntArray) -> FloatArray:
    if isinstance(problem.energy, FollowsWalks):
        walks = problem.energy.walks(problem.pool, row[None, :])
        return np.asarray(walks.losses(np.zeros(len(flips), dtype=np.int64), flips, lengths))
    return problem.losses(_apply(row, flips, lengths))
