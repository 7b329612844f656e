"""Simulated annealing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import attrs
import numpy as np

from haversack.api.incremental import FollowsWalks
from haversack.searchers.common.annealing_state import WalkGroup, knows_all_rows, makes_many_moves
from haversack.searchers.common.constrained_walks import ConstrainedWalks
from haversack.searchers.common.limited_monitors import Patience
from haversack.searchers.common.sweep_start import find_sweep_sets
from haversack.searchers.common.workers import MOST_WORKERS, Workers
from haversack.validators import fraction, one_of, optional, positive_finite, probability, to_whole, whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, Sets


_MOST_CHAINS, _MOST_GROUPS = 65_536, 1_024
_MOST_CELLS, _MOST_FITTED_CELLS = 20_000_000, 400_000  # Walks times members, given and fitted.
# Moves of a walk at a temperature, per member: in the first round, and for an answer worth waiting for.
_FIRST_MOVES, _FAIR_MOVES = 1 / 16, 1 / 4
_FEW = math.log(3.0)
_COOLER_BY = 0.03
_REPORT_STEPS, _REPORT_CELLS = 4_096, 2_000_000
_REPORT_MOVES = 4  # Of an energy that does not follow walks: it may be slow.


@attrs.frozen
class Annealing:
    """Walk from set to set, up as well as down at first, and less and less up as the temperature falls.

    A step is one proposed move of one walk: a member changes places with one outside, or members join or leave. Moves
    that exceed the budget are repaired by random removals. A move that raises the loss is accepted with probability
    exp(-rise / temperature). Several walks go in step, so that one call of the energy serves them all; when they have
    cooled down, they restart from random sets. An energy that offers `haversack.capabilities.FollowsWalks` is asked for
    what a move changes instead of for whole sets. If the run already has a best set, the walks of the first round start
    from it, at a lower temperature.

    Parameters
    ----------
    cooling
        Factor by which the temperature falls, between 0 and 1.
    moves
        Moves of each walk between two falls. If left out, a sixteenth of the size of the pool at first and twice as
        many after each restart: a fair answer soon, and better ones later. If the number of steps is limited, the last
        round is as long as it allows.
    start_temperature
        First temperature; if left out, one at which a third of typical upward moves would be accepted.
    final_temperature
        The walks restart when the temperature has fallen to this share of the first.
    scale
        What counts as a rise: of the logarithm of the loss (``log``), which distinguishes 1e-20 from 1e-22, or of the
        loss (``linear``). Losses that are not probabilities are taken as they are.
    swap_share
        Share of the moves that exchange two members.
    restarts
        How often the walks restart before the search ends by itself; without end if left out.
    patience
        The search ends by itself after so many steps without a better set; without end if left out.
    chains
        Walks in a group. If left out, the fewer the larger the pool and the fewer steps are allowed: a few long walks
        find better sets in a large pool, and many short ones in a small pool.
    groups
        Groups of walks, which several workers can share.
    workers
        Threads. Their number changes the speed and never the answer.
    start
        Where the walks of the first round begin: at ``random`` sets (or at the best set that the run already has), or
        at the sets that ``sweep`` finds. The latter needs an energy and a cost model that `sweep` can handle.

    References
    ----------
    Kirkpatrick, Gelatt, Vecchi, "Optimization by simulated annealing", Science 220 (1983).
    """

    cooling: float = attrs.field(default=0.93, validator=fraction)
    moves: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(1)))
    start_temperature: float | None = attrs.field(default=None, validator=optional(positive_finite))
    final_temperature: float = attrs.field(default=1e-2, validator=fraction)
    scale: Literal["log", "linear"] = attrs.field(default="log", validator=one_of("log", "linear"))
    swap_share: float = attrs.field(default=0.5, validator=probability)
    restarts: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(0)))
    patience: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(1)))
    chains: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(1, _MOST_CHAINS)))
    groups: int = attrs.field(default=2, converter=to_whole, validator=whole(1, _MOST_GROUPS))
    workers: int = attrs.field(default=1, converter=to_whole, validator=whole(1, MOST_WORKERS))
    start: Literal["random", "sweep"] = attrs.field(default="random", validator=one_of("random", "sweep"))

    @property
    def ends_by_itself(self) -> bool:
        """Whether the search ends without a stopping rule."""
        return self.restarts is not None or self.patience is not None

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Anneal until the monitor says stop, the restarts are used up or there is no better set for too long."""
        if self.patience is None:
            return self._search(problem, monitor, rng)
        patient = Patience(monitor, self.patience)
        reason = self._search(problem, patient, rng)
        return f"no better set in {self.patience:,} steps" if reason is None and patient.is_used_up else reason

    def _search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        coolings = math.ceil(math.log(self.final_temperature) / math.log(self.cooling))
        members = len(problem.pool)
        streams = rng.spawn(max(1, min(self.groups, _MOST_CELLS // members)))
        walks = self._count_walks(problem, monitor, coolings * len(streams))
        walks = max(1, min(walks, _MOST_CELLS // (members * len(streams))))
        # Where a constraint is not a row of sums, all sets that it does not allow are repaired.
        is_known = not problem.conditions.has_demands or knows_all_rows(problem)
        kind: Any = WalkGroup if is_known else ConstrainedWalks
        groups = [
            kind(problem, walks, stream, on_log=self.scale == "log", swap_share=self.swap_share) for stream in streams
        ]
        starts = _find_best_start(problem, monitor)
        if self.start == "sweep":
            starts = find_sweep_sets(problem, monitor, rng)
            if starts is None:
                return None
        rounds = 0
        with Workers(self.workers) as workers:
            while self.restarts is None or rounds <= self.restarts:
                moves = self._count_moves(members * 2**rounds, monitor.steps_left / (walks * len(groups) * coolings))
                if not self._anneal(groups, monitor, workers, moves, coolings, starts if rounds == 0 else None):
                    return None
                rounds += 1
        return "annealed once" if rounds == 1 else f"annealed {rounds:,} times"

    def _count_walks(self, problem: Problem, monitor: Monitor, rounds_and_groups: int) -> int:
        """Return how many walks each group has: as many as come to an end within the steps allowed."""
        if self.chains is not None:
            return self.chains
        members = len(problem.pool)
        fewest, most = (1, 1_000 // members) if makes_many_moves(problem) else (12, 20_000 // members)
        affordable = monitor.steps_left / (rounds_and_groups * _FAIR_MOVES * members)
        # An energy that does not follow walks evaluates many sets of a small pool in little more time than few.
        largest = 64 if isinstance(problem.energy, FollowsWalks) else max(64, min(128, 4_000 // members))
        return int(max(1, min(largest, max(fewest, most), affordable, _MOST_FITTED_CELLS // members)))

    def _count_moves(self, scale: int, allowed: float) -> int:
        """Return how many moves are made at a temperature; the last round of several uses up what is allowed."""
        if self.moves is not None:
            return self.moves
        moves = math.ceil(_FIRST_MOVES * scale)
        return max(1, int(allowed)) if allowed < 3 * moves and self.restarts is None else moves

    def _anneal(
        self,
        groups: list[WalkGroup],
        monitor: Monitor,
        workers: Workers,
        moves: int,
        coolings: int,
        starts: Sets | None,
    ) -> bool:
        """Cool all walks down once, from the sets given or from random ones; return whether to go on."""
        restarts = [(group, None if starts is None else _repeat_sets(starts, group.walks)) for group in groups]
        for group in workers.run_in_order(_restart_group, restarts):
            if not group.offer_starts(monitor):
                return False
        first = self.start_temperature or max(group.compute_typical_rise() for group in groups) / _FEW
        if starts is not None and self.start_temperature is None:
            first *= _COOLER_BY
        # Often enough for a progress line and a limit on time, too rarely to cost much.
        is_followed = groups[0].is_followed
        most = max(1, min(_REPORT_STEPS, _REPORT_CELLS // groups[0].members) // groups[0].walks)
        if not is_followed:
            most = min(most, _REPORT_MOVES)
        for start in range(0, moves * coolings, most):
            falls = np.arange(start, min(start + most, moves * coolings)) // moves
            temperatures = np.maximum(first * self.cooling**falls, 1e-300)
            best_loss = monitor.best_loss
            tasks = [(group, temperatures, best_loss, monitor) for group in groups]
            if self.workers == 1 and not is_followed:
                type(groups[0]).advance_together(groups, temperatures, best_loss, lambda: monitor.seconds_left <= 0.0)
                advanced: Iterable[WalkGroup] = groups
            else:
                advanced = workers.run_in_order(_advance_group, tasks)
            for group in advanced:
                if not group.offer_better(monitor):
                    return False
        return True


def _find_best_start(problem: Problem, monitor: Monitor) -> Sets | None:
    """Return the best set that the run has, as a matrix of one row, or None."""
    if monitor.best_set is None or not monitor.best_set.any():
        return None
    start = monitor.best_set[None, :].copy()
    if problem.traits.odd_sizes_suffice and start.sum() % 2 == 0:
        # Walks over odd sizes only meet no even ones.
        start[0, np.flatnonzero(start[0])[-1]] = False
    return start


def _repeat_sets(sets: Sets, count: int) -> Sets:
    """Return so many sets, repeating them if there are fewer."""
    return sets[np.arange(count) % len(sets)]


def _restart_group(task: tuple[WalkGroup, Sets | None]) -> WalkGroup:
    group, sets = task
    group.restart(sets)
    return group


def _advance_group(task: tuple[WalkGroup, FloatArray, float, Monitor]) -> WalkGroup:
    group, temperatures, best_loss, monitor = task
    # Read by the worker: the best loss is that at which all groups started, the time is that of now.
    group.advance(temperatures, best_loss, lambda: monitor.seconds_left <= 0.0)
    return group
