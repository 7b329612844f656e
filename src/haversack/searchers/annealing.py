"""Simulated annealing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack.searchers.common.annealing_state import WalkGroup
from haversack.searchers.common.sweep_start import find_sweep_sets
from haversack.searchers.common.workers import Workers
from haversack.validators import fraction, one_of, optional, positive_finite, probability, whole

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import Sets


_FIRST_MOVES = 0.25
_FEW = math.log(50.0)
_COOLER_BY = 0.1


@attrs.frozen
class Annealing:
    """Walk from set to set, up as well as down at first, and less and less up as the temperature falls.

    A step is one proposed move of one walk: a member changes places with one outside, or members join or leave. Moves
    that exceed the budget are repaired by random removals. A move that raises the loss is accepted with probability
    exp(-rise / temperature). Many walks go in step, so that one call of the energy serves them all; when they have
    cooled down, they restart from random sets. An energy that offers `haversack.capabilities.FollowsWalks` is asked for
    what a move changes instead of for whole sets; the answer is the same.

    Parameters
    ----------
    cooling
        Factor by which the temperature falls, between 0 and 1.
    moves
        Moves of each walk between two falls. If left out, a quarter of the size of the pool at first and twice as many
        after each restart: a fair answer soon, and better ones later.
    start_temperature
        First temperature; if left out, one at which a fiftieth of typical upward moves would be accepted.
    final_temperature
        The walks restart when the temperature has fallen to this share of the first.
    scale
        What counts as a rise: of the logarithm of the loss (``log``), which distinguishes 1e-20 from 1e-22, or of the
        loss (``linear``). Losses that are not probabilities are taken as they are.
    swap_share
        Share of the moves that exchange two members.
    restarts
        How often the walks restart before the search ends by itself; without end if left out.
    chains
        Walks in a group.
    groups
        Groups of walks, which several workers can share.
    workers
        Threads. Their number changes the speed and never the answer.
    start
        Where the walks begin: at ``random`` sets, or at the sets that ``sweep`` finds, in the first round, with a tenth
        of the first temperature. The latter needs an energy and a cost model that the searcher `sweep` can handle.

    References
    ----------
    Kirkpatrick, Gelatt, Vecchi, "Optimization by simulated annealing", Science 220 (1983).
    """

    cooling: float = attrs.field(default=0.93, validator=fraction)
    moves: int | None = attrs.field(default=None, validator=optional(whole(1)))
    start_temperature: float | None = attrs.field(default=None, validator=optional(positive_finite))
    final_temperature: float = attrs.field(default=1e-3, validator=fraction)
    scale: Literal["log", "linear"] = attrs.field(default="log", validator=one_of("log", "linear"))
    swap_share: float = attrs.field(default=0.5, validator=probability)
    restarts: int | None = attrs.field(default=None, validator=optional(whole(0)))
    chains: int = attrs.field(default=64, validator=whole(1))
    groups: int = attrs.field(default=2, validator=whole(1))
    workers: int = attrs.field(default=1, validator=whole(1))
    start: Literal["random", "sweep"] = attrs.field(default="random", validator=one_of("random", "sweep"))

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Anneal until the monitor says stop or the restarts are used up."""
        walks = max(1, min(self.chains, 4_000_000 // len(problem.pool)))
        groups = [
            WalkGroup(problem, walks, stream, on_log=self.scale == "log", swap_share=self.swap_share)
            for stream in rng.spawn(self.groups)
        ]
        coolings = math.ceil(math.log(self.final_temperature) / math.log(self.cooling))
        starts = None
        if self.start == "sweep":
            starts = find_sweep_sets(problem, monitor, rng)
            if starts is None:
                return None
        rounds = 0
        with Workers(self.workers) as workers:
            while self.restarts is None or rounds <= self.restarts:
                moves = self.moves or math.ceil(_FIRST_MOVES * len(problem.pool) * 2**rounds)
                if not self._anneal(groups, monitor, workers, moves, coolings, starts if rounds == 0 else None):
                    return None
                rounds += 1
        return "annealed once" if rounds == 1 else f"annealed {rounds:,} times"

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
        for fall in range(coolings):
            temperature = max(first * self.cooling**fall, 1e-300)
            # A report about every four thousand steps: often enough for a progress line, too rarely to cost much.
            for start in range(0, moves, 64):
                count = min(64, moves - start)
                tasks = [(group, count, temperature, monitor.best_loss) for group in groups]
                for group in workers.run_in_order(_advance_group, tasks):
                    if not group.offer_better(monitor):
                        return False
        return True


def _repeat_sets(sets: Sets, count: int) -> Sets:
    """Return so many sets, repeating them if there are fewer."""
    return sets[np.arange(count) % len(sets)]


def _restart_group(task: tuple[WalkGroup, Sets | None]) -> WalkGroup:
    group, sets = task
    group.restart(sets)
    return group


def _advance_group(task: tuple[WalkGroup, int, float, float]) -> WalkGroup:
    group, count, temperature, best_loss = task
    group.advance(count, temperature, best_loss)
    return group
