"""The search tree over panels whose votes are recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack import kernels
from haversack.searchers.exact_votes.item_values import ItemValues

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy.typing as npt

    from haversack.api.ballots import Ballots
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.searchers.exact_votes.panel_limits import PanelLimits

_ROOT_ROUNDS, _NODE_ROUNDS = 60, 1
_SMALL_POOL, _SMALL_ROOT_ROUNDS = 12, 4  # Nodes that a better bound would save take less time than its rounds.
_MOST_LEVELS = 64
_MOST_CELLS = 20_000_000


class BallotTree:
    """A branch and bound search, some nodes at a time.

    Parameters
    ----------
    ballots
        The recorded answers.
    limits
        What panels must keep.
    best
        The best set known, as members that are chosen or not; None if none is known.
    beyond
        Search only for sets with a smaller loss; by default, for all that are better than the best.
    """

    def __init__(
        self, ballots: Ballots, limits: PanelLimits, best: Sets | None, *, beyond: Fraction | None = None
    ) -> None:
        self._values = ItemValues.of(ballots)
        self._rounds = _SMALL_ROOT_ROUNDS if len(ballots.answers) <= _SMALL_POOL else _ROOT_ROUNDS, _NODE_ROUNDS
        answers = np.asarray(ballots.answers)[:, self._values.items]
        kinds, members = max(2, int(answers.max(initial=0)) + 1), len(answers)
        self._ballots = _list_answers(answers, self._values)
        self._rows = kernels.jit.plain(
            kernels.ballot_rows.Rows(
                limits.usage, _sort_members(limits.usage), limits.demands, _sort_members(limits.demands)
            )
        )
        fitting, left, self._inside = limits.fitting, limits.left, limits.inside
        given, counts = _count_answers(answers[fitting], kinds), _count_answers(answers[limits.inside], kinds)
        # Every panel is better than none.
        value = -self._values.least_gain
        if best is not None:
            value = kernels.ballot_bound.evaluate(self._ballots, _count_answers(answers[best], kinds))
        if beyond is not None:
            value = self._values.find_most_value(beyond)
        places = kernels.ballot_rows.count_places(self._rows, fitting.copy(), left)
        self.is_small = (places + 2) * members <= _MOST_CELLS
        depths = places + 2 if self.is_small else 1
        levels, count = min(depths, _MOST_LEVELS), max(1, int(fitting.sum()))
        self._lines = kernels.jit.plain(
            kernels.ballot_bound.Lines(
                gains=np.zeros(len(self._values.values), dtype=np.int64),
                drops=np.zeros(len(self._values.values), dtype=np.int64),
                rivals=np.zeros(len(self._values.values), dtype=np.int32),
                right=np.tile(given[0] / count, (levels, 1)),
                wrong=np.tile(given[1:].max(axis=0) / count, (levels, 1)),
            )
        )
        self._tree = kernels.ballot_tree.BallotTreeState(
            depth=np.zeros(1, dtype=np.int64),
            chosen=np.zeros(depths, dtype=np.int64),
            candidates=np.zeros((depths, members), dtype=np.int64),
            bounds=np.zeros((depths, members), dtype=np.int64),
            marks=np.zeros((depths, 4), dtype=np.int64),
            left=np.zeros((depths, len(left))),
            counts=counts,
            open_votes=given,
            is_open=fitting.copy(),
            best=np.array([value, self._values.least_gain]),
            best_panel=np.zeros_like(fitting) if best is None else best & ~limits.inside,
            spare=np.zeros((depths, len(limits.spare))),
        )
        self._tree.candidates[0, : int(fitting.sum())] = np.flatnonzero(fitting)
        self._tree.marks[0] = -1, 0, int(fitting.sum()), 0
        self._tree.left[0], self._tree.spare[0] = left, limits.spare

    @property
    def is_done(self) -> bool:
        """Whether all panels have been explored or left out."""
        return bool(self._tree.depth[0] < 0)

    @property
    def best(self) -> Sets:
        """The best set known; the empty one or that of `inside` if none is."""
        return np.asarray(self._tree.best_panel | self._inside)

    @property
    def has_found(self) -> bool:
        """Whether a set is known."""
        return bool(self._tree.best[0] >= 0)

    @property
    def expected_votes(self) -> tuple[FloatArray, FloatArray]:
        """The votes per member that joins which the root expects on each item, for the right answer and its rival."""
        return self._lines[3][0], self._lines[4][0]

    @property
    def loss_bound(self) -> float:
        """A loss that no feasible set falls below."""
        return self._values.bound_loss(int(kernels.ballot_tree.find_bound(kernels.jit.plain(self._tree))))

    def explore(self, most_nodes: int) -> int:
        """Explore so many nodes; return how many there were."""
        tree = kernels.jit.plain(self._tree)
        return int(kernels.ballot_tree.explore(self._ballots, self._rows, self._lines, tree, most_nodes, self._rounds))


def _sort_members(usage: FloatArray) -> IntArray:
    """Return for each row the members, those that use least first."""
    return np.ascontiguousarray(np.argsort(usage, axis=0, kind="stable").T)


def _count_answers(answers: IntArray, kinds: int) -> npt.NDArray[np.int32]:
    """Return how often each answer was given, by answer and item."""
    return np.array([(answers == answer).sum(axis=0) for answer in range(kinds)], dtype=np.int32)


def _list_answers(answers: IntArray, values: ItemValues) -> kernels.ballot_bound.BallotLists:
    """Return the answers of each member, without those that are missing."""
    members, items = np.nonzero(answers >= 0)
    return kernels.jit.plain(
        kernels.ballot_bound.BallotLists(
            starts=np.searchsorted(members, np.arange(len(answers) + 1)),
            items=items.astype(np.int32),
            answers=answers[members, items].astype(np.int32),
            values=values.values,
            needs=values.needs.astype(np.int32),
        )
    )
