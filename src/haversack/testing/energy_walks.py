"""Promises of an energy that follows walks: the same losses as computed from scratch."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.incremental import FollowsWalks
from haversack.testing.batches import find_difference, scale_of
from haversack.testing.examples import pools, rows, st
from haversack.testing.promises import Promises, require_claim

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool
    from haversack.testing.energy_case import EnergyCase
    from haversack.testing.examples import MakePool

Proposal = tuple[int, list[int]]
"""The index of a walk, and the members to flip."""

_PADDING = -1  # Fills a row of flips beyond the length of its proposal.

WALKS: Promises[EnergyCase] = Promises()


@attrs.define
class WalkTracker:
    """The walks of an energy, with the current set of each walk.

    Parameters
    ----------
    case
        The energy.
    pool
        The pool of the sets.
    sets
        The current sets.
    walks
        What the energy returned for them.
    """

    case: EnergyCase
    pool: Pool
    sets: Sets
    walks: Any

    @classmethod
    def start(cls, case: EnergyCase, pool: Pool, sets: Sets) -> WalkTracker:
        """Start walks."""
        return cls(case, pool, sets.copy(), case.part.walks(pool, sets))

    def ask(self, proposals: list[Proposal]) -> Any:
        """Return the losses of proposals, according to the walks."""
        return self.walks.losses(*_arrays(proposals))

    def flip(self, proposals: list[Proposal]) -> None:
        """Apply proposals, to the walks and to the sets."""
        self.walks.flip(*_arrays(proposals))
        self.sets[[walk for walk, _ in proposals]] = self._apply(proposals)

    def find_wrong_loss(self, proposals: list[Proposal]) -> str | None:
        """Describe the first proposal whose loss is not that of the set it leads to, or return None."""
        losses = np.asarray(self.ask(proposals), dtype=np.float64)
        expected = self.case.numbers(self.pool, self._apply(proposals))
        if losses.shape != expected.shape:
            return f"shape {losses.shape} instead of {expected.shape}"
        place = find_difference(losses, expected, scale_of(expected))
        if place is None:
            return None
        walk, members = proposals[place]
        return (
            f"walk {walk} gives the loss {losses[place]} for the flips {members}; from scratch it is {expected[place]}"
        )

    def find_misplaced_walk(self) -> str | None:
        """Describe the first walk whose loss is not that of its set, or return None."""
        return self.find_wrong_loss([(walk, []) for walk in range(len(self.sets))])

    def _apply(self, proposals: list[Proposal]) -> Sets:
        sets = self.sets[[walk for walk, _ in proposals]].reshape(len(proposals), len(self.pool))
        for row, (_, members) in zip(sets, proposals, strict=True):
            row[members] ^= True
        return sets


def _arrays(proposals: list[Proposal]) -> tuple[IntArray, IntArray, IntArray]:
    """Return the walks, the members and the number of members of each proposal, padded with an invalid member."""
    lengths = np.array([len(members) for _, members in proposals], dtype=np.int64)
    flips = np.full((len(proposals), int(lengths.max(initial=0)) + 1), _PADDING, dtype=np.int64)
    for row, (_, members) in zip(flips, proposals, strict=True):
        row[: len(members)] = members
    return np.array([walk for walk, _ in proposals], dtype=np.int64), flips, lengths


@st.composite
def _proposals(draw: st.DrawFn, walks: int, members: int, *, one_each: bool) -> list[Proposal]:
    """Draw proposals for some of the walks, at most one for each if `one_each`."""
    numbers = draw(st.lists(st.integers(0, walks - 1), min_size=1, max_size=4, unique=one_each))
    flips = st.lists(st.integers(0, members - 1), max_size=4, unique=True)
    return [(walk, draw(flips)) for walk in numbers]


@functools.lru_cache(maxsize=64)  # Drawn once for all claims.
@st.composite
def _questions(draw: st.DrawFn, make_pool: MakePool) -> dict[str, Any]:
    """Draw sets to start from, and proposals."""
    pool = draw(pools(make_pool))
    sets = draw(rows(len(pool), 1, 3))
    return {"pool": pool, "sets": sets, "proposals": draw(_proposals(len(sets), len(pool), one_each=False))}


@functools.lru_cache(maxsize=64)  # Drawn once for all claims.
@st.composite
def _journeys(draw: st.DrawFn, make_pool: MakePool) -> dict[str, Any]:
    """Draw sets to start from, and proposals to apply, round by round."""
    pool = draw(pools(make_pool))
    sets = draw(rows(len(pool), 1, 3))
    rounds = st.lists(_proposals(len(sets), len(pool), one_each=True), min_size=1, max_size=5)
    return {"pool": pool, "sets": sets, "changes": draw(rounds)}


@WALKS.add("walks return one loss for each proposal, in an array of float64 of shape (proposals,)", of=FollowsWalks)
def one_loss_per_proposal(case: EnergyCase) -> None:
    """Check type, dtype and shape, also without proposals."""

    def claim(pool: Pool, sets: Sets, proposals: list[Proposal]) -> str | None:
        tracker = WalkTracker.start(case, pool, sets)
        for batch in (proposals, []):
            answer = tracker.ask(batch)
            if not isinstance(answer, np.ndarray):
                return f"{type(answer).__name__} instead of an array"
            if answer.dtype != np.float64 or answer.shape != (len(batch),):
                return f"an array of {answer.dtype} of shape {answer.shape} instead of float64 of shape ({len(batch)},)"
        return None

    require_claim(_questions(case.make_pool), claim)


@WALKS.add(
    "the loss of a proposal is that of the set it leads to, also with several proposals for one walk", of=FollowsWalks
)
def proposed_losses(case: EnergyCase) -> None:
    """Compare with losses computed from scratch."""

    def claim(pool: Pool, sets: Sets, proposals: list[Proposal]) -> str | None:
        return WalkTracker.start(case, pool, sets).find_wrong_loss(proposals)

    require_claim(_questions(case.make_pool), claim)


@WALKS.add("evaluating proposals does not move the walks", of=FollowsWalks)
def evaluating_moves_nothing(case: EnergyCase) -> None:
    """Evaluate proposals, and compare the walks with their sets."""

    def claim(pool: Pool, sets: Sets, proposals: list[Proposal]) -> str | None:
        tracker = WalkTracker.start(case, pool, sets)
        tracker.ask(proposals)
        return tracker.find_misplaced_walk()

    require_claim(_questions(case.make_pool), claim)


@WALKS.add("a returned array of walk losses does not change on later calls", of=FollowsWalks)
def walk_losses_stay(case: EnergyCase) -> None:
    """Detect a buffer that is returned twice."""

    def claim(pool: Pool, sets: Sets, proposals: list[Proposal]) -> str | None:
        tracker = WalkTracker.start(case, pool, sets)
        answer = tracker.ask(proposals)
        kept: FloatArray = np.array(answer)
        tracker.ask(_list_neighbours(sets))
        same = np.array_equal(np.asarray(answer), kept, equal_nan=True)
        return None if same else f"the first result was {kept.tolist()} and became {np.asarray(answer).tolist()}"

    require_claim(_questions(case.make_pool), claim)


@WALKS.add("flip() applies proposals to their walks and does not move the other walks", of=FollowsWalks)
def flips_are_applied(case: EnergyCase) -> None:
    """Flip without evaluating first, and compare all walks with their sets."""

    def claim(pool: Pool, sets: Sets, changes: list[list[Proposal]]) -> str | None:
        tracker = WalkTracker.start(case, pool, sets)
        for change in changes:
            tracker.flip(change)
        return tracker.find_misplaced_walk()

    require_claim(_journeys(case.make_pool), claim)


@WALKS.add("after any number of flips, the loss of a proposal is that of the set it leads to", of=FollowsWalks)
def losses_after_flips(case: EnergyCase) -> None:
    """After each round, evaluate flips of every member and of every two neighbours."""

    def claim(pool: Pool, sets: Sets, changes: list[list[Proposal]]) -> str | None:
        tracker = WalkTracker.start(case, pool, sets)
        for change in changes:
            tracker.flip(change)
            found = tracker.find_wrong_loss(_list_neighbours(sets))
            if found is not None:
                return found
        return None

    require_claim(_journeys(case.make_pool), claim)


@WALKS.add("walks neither modify the sets they start from nor depend on them later", of=FollowsWalks)
def starts_are_copied(case: EnergyCase) -> None:
    """Compare the sets after the flips; then complement them, and compare the walks."""

    def claim(pool: Pool, sets: Sets, changes: list[list[Proposal]]) -> str | None:
        given = sets.copy()
        tracker = WalkTracker.start(case, pool, given)
        for change in changes:
            tracker.flip(change)
        if not np.array_equal(given, sets):
            return f"after the flips, sets was {[np.flatnonzero(row).tolist() for row in given]}"
        np.logical_not(given, out=given)
        found = tracker.find_misplaced_walk()
        return None if found is None else f"after the sets were complemented, {found}"

    require_claim(_journeys(case.make_pool), claim)


@WALKS.add("walks started side by side do not affect each other", of=FollowsWalks)
def walks_side_by_side(case: EnergyCase) -> None:
    """Start twice, the second time from the complements, and move the first ones."""

    def claim(pool: Pool, sets: Sets, changes: list[list[Proposal]]) -> str | None:
        moved, resting = WalkTracker.start(case, pool, sets), WalkTracker.start(case, pool, ~sets)
        for change in changes:
            moved.flip(change)
        for name, tracker in (("that moved", moved), ("that rested", resting)):
            found = tracker.find_misplaced_walk()
            if found is not None:
                return f"of the walks {name}, {found}"
        return None

    require_claim(_journeys(case.make_pool), claim)


def _list_neighbours(sets: Sets) -> list[Proposal]:
    """Return proposals to flip no member, each member, and every two neighbours, in every walk."""
    walks, members = sets.shape
    several = [[], *([member] for member in range(members)), *([m, m + 1] for m in range(members - 1))]
    return [(walk, flips) for walk in range(walks) for flips in several]
