"""The state of an annealing run: walks in step through the feasible sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.api.incremental import FollowsWalks
from haversack.api.moves import Found, MakesMoves, Moves, Positions, Proposals
from haversack.arrays import lock
from haversack.feasibility import list_inequalities
from haversack.searchers.common.random_sets import RandomSets

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from haversack.api.incremental import Walks
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor
    from haversack.arrays import FloatArray, IntArray, Sets

_RESTART_AFTER = 1_000
_CELLS_AT_ONCE = 10_000_000
_MOST_FOLLOWED = 50_000
_ROOM = 32


class WalkGroup:
    """Some walks, their random streams and the better sets they found.

    Every walk always has a proposed move: `advance` computes its loss, accepts or refuses it and proposes the next.

    Parameters
    ----------
    problem
        What is being solved.
    walks
        Number of walks.
    rng
        What their streams are seeded from.
    on_log
        Whether rises are taken on the logarithm of the loss.
    swap_share
        Share of the moves that exchange two members.
    """

    def __init__(
        self, problem: Problem, walks: int, rng: np.random.Generator, *, on_log: bool, swap_share: float
    ) -> None:
        self._problem = problem
        self._rng = rng
        self._walks = walks
        self._on_log = on_log and problem.is_probability
        self._random_sets = RandomSets.of(problem)
        self._usage, self._limits, self._checks_costs = _list_rows(problem)
        has_demands = problem.conditions.has_demands
        by_usage = np.zeros(0, dtype=np.int64)
        if problem.traits.monotone_in_accuracy and self._limits.size and not has_demands:
            # Of two members that use as much, the more accurate is the better one: such swaps are worth trying.
            by_usage = _order_by_usage(self._usage, self._limits)
        self._moves = kernels.jit.plain(
            Moves(
                usage=self._usage,
                states=rng.integers(0, 2**64, walks, dtype=np.uint64),
                swap_share=swap_share,
                unit=2 if problem.traits.odd_sizes_suffice else 1,
                by_usage=by_usage,
                ranks=np.argsort(by_usage),
                has_demands=has_demands,
            )
        )
        self._rows = np.arange(walks)
        self._better: list[tuple[int, Sets, float]] = []
        self._steps = 0

    @property
    def walks(self) -> int:
        """Number of walks."""
        return self._walks

    @property
    def is_followed(self) -> bool:
        """Whether the energy follows the walks, once they have started."""
        return self._followed is not None

    @property
    def members(self) -> int:
        """Number of members of the pool."""
        return len(self._problem.pool)

    def restart(self, sets: Sets | None = None) -> None:
        """Put every walk on a set, a random one if none is given, and propose its first move."""
        if sets is None:
            sets = self._random_sets.draw(self._walks, self._rng)
        elif self._random_sets.repair is not None:
            sets = self._random_sets.repair(sets, self._rng)
        sets = np.array(sets, order="C")
        left = self._limits - sets @ self._usage
        self._losses = self._problem.losses(sets)
        self._followed = _follow(self._problem, sets)
        self._accepted = np.zeros(self._walks, dtype=np.bool_)
        self._sets, self._starts, self._moves_made = sets, sets.copy(), 0
        orders, places = np.empty(sets.shape, dtype=np.int64), np.empty(sets.shape, dtype=np.int64)
        self._positions = kernels.jit.plain(Positions(sets, np.empty(len(sets), np.int64), orders, places, left))
        self._proposals = kernels.jit.plain(
            Proposals(np.empty(sets.shape, dtype=np.int64), np.zeros(len(sets), dtype=np.int64), left.copy())
        )
        kernels.annealing_state.list_members(self._positions)
        kernels.annealing_state.propose(self._moves, self._positions, self._proposals)

    def compute_typical_rise(self) -> float:
        """Return the mean rise over the proposed moves that raise the loss, or 1 if there is none."""
        before, after = self._losses, self._compute_proposed_losses()
        upward = (after > before) & np.isfinite(after)
        if self._on_log:
            upward &= before > 0.0
            rises = np.log(after[upward] / before[upward])
        else:
            rises = after[upward] - before[upward]
        return float(rises.mean()) if rises.size else 1.0

    def advance(self, temperatures: FloatArray, best_loss: float, is_over: Callable[[], bool] = lambda: False) -> None:
        """Let every walk make a move at each temperature, keeping the sets that are better than the best so far.

        Fewer moves are made when the time is over.
        """
        made = 0
        if isinstance(self._followed, MakesMoves) and not self._checks_costs:
            made = self._make_moves(self._followed, temperatures, best_loss, is_over)
        while made < len(temperatures) and not (made and is_over()):
            losses = self._compute_proposed_losses()
            best_loss = self._make_move(losses, float(temperatures[made]), best_loss, made * self._walks)
            made += 1
        self._steps = made * self._walks

    @staticmethod
    def advance_together(
        groups: Sequence[WalkGroup], temperatures: FloatArray, best_loss: float, is_over: Callable[[], bool]
    ) -> None:
        """Let several groups of one problem advance, with one call of the energy for the moves of all of them.

        For energies that do not follow walks: the larger the batch, the less each set takes.
        """
        bests, made = [best_loss] * len(groups), 0
        walks = groups[0].walks
        while made < len(temperatures) and not (made and is_over()):
            all_losses = groups[0]._problem.losses(np.concatenate([group._sets for group in groups]))
            for place, group in enumerate(groups):
                losses = group._reject_infeasible(all_losses[place * walks : (place + 1) * walks])
                bests[place] = group._make_move(losses, float(temperatures[made]), bests[place], made * walks)
            made += 1
        for group in groups:
            group._steps = made * walks

    def offer_starts(self, monitor: Monitor) -> bool:
        """Report the sets that the walks start from."""
        return monitor.offer(self._starts, self._losses)

    def offer_better(self, monitor: Monitor) -> bool:
        """Report the moves made since the last report."""
        better, self._better = self._better, []
        sets = np.array([row for _, row, _ in better]).reshape(len(better), len(self._problem.pool))
        return monitor.offer(
            sets,
            np.array([loss for *_, loss in better]),
            steps=self._steps,
            at=np.array([step for step, *_ in better], dtype=np.int64),
            evaluations=self._steps,
        )

    def _make_moves(
        self, walks: MakesMoves, temperatures: FloatArray, best_loss: float, is_over: Callable[[], bool]
    ) -> int:
        """Make moves in few calls, until the time is over; return how many."""
        room, made = self._walks + _ROOM, 0
        found = kernels.jit.plain(
            Found(np.empty((room, len(self._problem.pool)), dtype=np.bool_), np.empty(room), np.empty(room, np.int64))
        )
        # A move that has to start from scratch takes long in a large pool.
        at_once = max(1, _CELLS_AT_ONCE // (self._walks * len(self._problem.pool)))
        while made < len(temperatures) and not (made and is_over()):
            schedule = temperatures[made : made + at_once], self._on_log
            count, noted = walks.make_moves(
                self._moves, self._positions, self._proposals, self._losses, schedule, best_loss, found
            )
            for place in range(noted):
                step = made * self._walks + int(found[2][place])
                best_loss = float(found[1][place])
                self._better.append((step, found[0][place].copy(), best_loss))
            made += count
        return made

    def _make_move(self, losses: FloatArray, temperature: float, best_loss: float, steps_before: int) -> float:
        """Make one move of every walk, to sets with these losses; return the best loss."""
        for row in np.flatnonzero(losses < best_loss).tolist():
            if losses[row] < best_loss:
                best_loss = float(losses[row])
                self._better.append((steps_before + row + 1, self._sets[row].copy(), best_loss))
        kernels.annealing_state.settle(
            self._moves,
            temperature,
            self._on_log,
            self._losses,
            losses,
            self._positions,
            self._proposals,
            self._accepted,
        )
        if self._followed is not None:
            self._follow_accepted(self._followed)
        kernels.annealing_state.propose(self._moves, self._positions, self._proposals)
        return best_loss

    def _follow_accepted(self, walks: Walks) -> None:
        """Let the walks of the energy follow the moves that were accepted."""
        self._moves_made += 1
        if self._moves_made % _RESTART_AFTER == 0:
            # Sums that are updated many times accumulate rounding errors.
            self._followed, self._losses = _follow(self._problem, self._sets), self._problem.losses(self._sets)
            return
        rows = np.flatnonzero(self._accepted)
        if rows.size:
            lengths = self._proposals[1][rows]
            walks.flip(rows, self._proposals[0][rows, : int(lengths.max())], lengths)

    def _compute_proposed_losses(self) -> FloatArray:
        """Return the losses of the proposed moves, infinite where one does not fit."""
        sets = self._sets
        if self._followed is None:
            losses = self._problem.losses(sets)
        else:
            flips, lengths = self._proposals[:2]
            width = int(lengths.max(initial=0))
            losses = np.asarray(self._followed.losses(self._rows, flips[:, :width], lengths), dtype=np.float64)
        return self._reject_infeasible(losses)

    def _reject_infeasible(self, losses: FloatArray) -> FloatArray:
        return np.where(self._problem.fits(self._sets), losses, np.inf) if self._checks_costs else losses


def makes_many_moves(problem: Problem) -> bool:
    """Return whether the energy makes many moves in one call, so that few walks are as fast as many."""
    nobody = np.zeros((1, len(problem.pool)), dtype=np.bool_)
    return not _list_rows(problem)[2] and isinstance(_follow(problem, nobody), MakesMoves)


def knows_all_rows(problem: Problem) -> bool:
    """Return whether a sum over members for each limit says which sets are feasible."""
    return bool(list_inequalities(problem)[2])


def _list_rows(problem: Problem) -> tuple[FloatArray, FloatArray, bool]:
    """Return usage and limits of all rows that sets must keep, and whether the cost model has to be asked too."""
    if problem.conditions.has_demands:
        usage, limits, is_complete = list_inequalities(problem)
        finite = np.isfinite(limits)
        return np.ascontiguousarray(usage[:, finite]), limits[finite], not is_complete
    resources = problem.resources()
    if resources is None:
        return np.zeros((len(problem.pool), 0)), np.zeros(0), True
    return resources.usage, resources.limits, False


def _follow(problem: Problem, sets: Sets) -> Walks | None:
    energy = problem.energy
    if not isinstance(energy, FollowsWalks):
        return None
    # The votes of a huge panel take longer to follow from the start than to count many times.
    is_huge = problem.traits.plain_majority and len(problem.pool) > _MOST_FOLLOWED
    return None if is_huge else energy.walks(problem.pool, lock(sets))


def _order_by_usage(usage: FloatArray, limits: FloatArray) -> IntArray:
    """Return the members by their largest share of a limit, least first."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        shares = np.nan_to_num(usage / limits)
    return np.argsort(shares.max(axis=1), kind="stable")
