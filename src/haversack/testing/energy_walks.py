"""What an energy promises that follows walks: the same losses as from nothing, at every turn."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.incremental import FollowsWalks
from haversack.testing.batches import differing, scale_of
from haversack.testing.examples import pools, rows, st
from haversack.testing.promises import Promises

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.pools.pool import Pool
    from haversack.testing.energy_case import EnergyCase
    from haversack.testing.examples import MakePool

Proposal = tuple[int, list[int]]
"""The number of a walk, and the members who change sides."""

_MEANINGLESS = -1  # What stands behind the members of a proposal.

WALKS: Promises[EnergyCase] = Promises()


@attrs.define
class Followed:
    """The walks of an energy, and beside them the sets that they stand at.

    Parameters
    ----------
    case
        The energy.
    pool
        What the sets are chosen from.
    sets
        Where the walks stand.
    walks
        What the energy made of them.
    """

    case: EnergyCase
    pool: Pool
    sets: Sets
    walks: Any

    @classmethod
    def start(cls, case: EnergyCase, pool: Pool, sets: Sets) -> Followed:
        """Start walks."""
        return cls(case, pool, sets.copy(), case.part.walks(pool, sets))

    def ask(self, proposals: list[Proposal]) -> Any:
        """Return what the walks say."""
        return self.walks.losses(*_arrays(proposals))

    def flip(self, proposals: list[Proposal]) -> None:
        """Make proposals come true, here and there."""
        self.walks.flip(*_arrays(proposals))
        self.sets[[walk for walk, _ in proposals]] = self._led_to(proposals)

    def misled(self, proposals: list[Proposal]) -> str | None:
        """Tell the first proposal whose loss is not that of the set it leads to."""
        told = np.asarray(self.ask(proposals), dtype=np.float64)
        expected = self.case.numbers(self.pool, self._led_to(proposals))
        if told.shape != expected.shape:
            return f"shape {told.shape} instead of {expected.shape}"
        place = differing(told, expected, scale_of(expected))
        if place is None:
            return None
        walk, members = proposals[place]
        moved = f"{members} change sides" if members else "nobody changes sides"
        return f"the loss {told[place]} if in walk {walk} {moved}, and {expected[place]} from nothing"

    def misplaced(self) -> str | None:
        """Tell the first walk that does not stand where it should."""
        return self.misled([(walk, []) for walk in range(len(self.sets))])

    def _led_to(self, proposals: list[Proposal]) -> Sets:
        sets = self.sets[[walk for walk, _ in proposals]].reshape(len(proposals), len(self.pool))
        for row, (_, members) in zip(sets, proposals, strict=True):
            row[members] ^= True
        return sets


def _arrays(proposals: list[Proposal]) -> tuple[IntArray, IntArray, IntArray]:
    """Return walks, members and their numbers, with something meaningless behind the members."""
    lengths = np.array([len(members) for _, members in proposals], dtype=np.int64)
    flips = np.full((len(proposals), int(lengths.max(initial=0)) + 1), _MEANINGLESS, dtype=np.int64)
    for row, (_, members) in zip(flips, proposals, strict=True):
        row[: len(members)] = members
    return np.array([walk for walk, _ in proposals], dtype=np.int64), flips, lengths


@st.composite
def _proposals(draw: st.DrawFn, walks: int, members: int, *, one_each: bool) -> list[Proposal]:
    """Draw proposals about some of the walks, at most one for each if that is asked for."""
    numbers = draw(st.lists(st.integers(0, walks - 1), min_size=1, max_size=4, unique=one_each))
    flipped = st.lists(st.integers(0, members - 1), max_size=4, unique=True)
    return [(walk, draw(flipped)) for walk in numbers]


@functools.lru_cache(maxsize=64)  # Drawn once for all claims.
@st.composite
def _questions(draw: st.DrawFn, make_pool: MakePool) -> dict[str, Any]:
    """Draw sets to start from, and proposals to ask about."""
    pool = draw(pools(make_pool))
    sets = draw(rows(len(pool), 1, 3))
    return {"pool": pool, "sets": sets, "proposals": draw(_proposals(len(sets), len(pool), one_each=False))}


@functools.lru_cache(maxsize=64)  # Drawn once for all claims.
@st.composite
def _journeys(draw: st.DrawFn, make_pool: MakePool) -> dict[str, Any]:
    """Draw sets to start from, and proposals that come true, round by round."""
    pool = draw(pools(make_pool))
    sets = draw(rows(len(pool), 1, 3))
    rounds = st.lists(_proposals(len(sets), len(pool), one_each=True), min_size=1, max_size=5)
    return {"pool": pool, "sets": sets, "changes": draw(rounds)}


@WALKS.add(
    "for each proposal to a walk, it returns one loss, in an array of float64 of shape (proposals,)", of=FollowsWalks
)
def one_loss_per_proposal(case: EnergyCase) -> None:
    """Check type, dtype and shape, also where nothing is asked."""

    def claim(pool: Pool, sets: Sets, proposals: list[Proposal]) -> str | None:
        followed = Followed.start(case, pool, sets)
        for asked in (proposals, []):
            answer = followed.ask(asked)
            if not isinstance(answer, np.ndarray):
                return f"{type(answer).__name__} instead of an array"
            if answer.dtype != np.float64 or answer.shape != (len(asked),):
                return f"an array of {answer.dtype} of shape {answer.shape} instead of float64 of shape ({len(asked)},)"
        return None

    case.holds(_questions(case.make_pool), claim)


@WALKS.add(
    "the loss that a proposal leads to is that of the whole set, also of several about one walk", of=FollowsWalks
)
def proposed_losses(case: EnergyCase) -> None:
    """Compare with losses from nothing."""

    def claim(pool: Pool, sets: Sets, proposals: list[Proposal]) -> str | None:
        return Followed.start(case, pool, sets).misled(proposals)

    case.holds(_questions(case.make_pool), claim)


@WALKS.add("asking what a proposal leads to leaves the walks where they are", of=FollowsWalks)
def asking_changes_nothing(case: EnergyCase) -> None:
    """Ask, and look where the walks stand."""

    def claim(pool: Pool, sets: Sets, proposals: list[Proposal]) -> str | None:
        followed = Followed.start(case, pool, sets)
        followed.ask(proposals)
        return followed.misplaced()

    case.holds(_questions(case.make_pool), claim)


@WALKS.add("an answer about walks stays as it is when the next question is asked", of=FollowsWalks)
def walk_answers_stay(case: EnergyCase) -> None:
    """Catch a buffer that is handed out twice."""

    def claim(pool: Pool, sets: Sets, proposals: list[Proposal]) -> str | None:
        followed = Followed.start(case, pool, sets)
        answer = followed.ask(proposals)
        kept: FloatArray = np.array(answer)
        followed.ask(_next_to(sets))
        same = np.array_equal(np.asarray(answer), kept, equal_nan=True)
        return None if same else f"the first answer was {kept.tolist()} and became {np.asarray(answer).tolist()}"

    case.holds(_questions(case.make_pool), claim)


@WALKS.add(
    "flip() makes proposals come true, and leaves the walks that they are not about where they are", of=FollowsWalks
)
def flips_come_true(case: EnergyCase) -> None:
    """Flip without asking first, and look where all walks stand."""

    def claim(pool: Pool, sets: Sets, changes: list[list[Proposal]]) -> str | None:
        followed = Followed.start(case, pool, sets)
        for change in changes:
            followed.flip(change)
        return followed.misplaced()

    case.holds(_journeys(case.make_pool), claim)


@WALKS.add("wherever a walk has come to, the loss that a proposal leads to is that of the whole set", of=FollowsWalks)
def losses_on_the_way(case: EnergyCase) -> None:
    """Walk about, and ask for every member and every two in a row after each round."""

    def claim(pool: Pool, sets: Sets, changes: list[list[Proposal]]) -> str | None:
        followed = Followed.start(case, pool, sets)
        for change in changes:
            followed.flip(change)
            found = followed.misled(_next_to(sets))
            if found is not None:
                return found
        return None

    case.holds(_journeys(case.make_pool), claim)


@WALKS.add("the sets that walks start from are not written to, and not kept without a copy", of=FollowsWalks)
def starts_are_copied(case: EnergyCase) -> None:
    """Compare them afterwards; turn them inside out, and look where the walks stand."""

    def claim(pool: Pool, sets: Sets, changes: list[list[Proposal]]) -> str | None:
        given = sets.copy()
        followed = Followed.start(case, pool, given)
        for change in changes:
            followed.flip(change)
        if not np.array_equal(given, sets):
            return f"afterwards sets were {[np.flatnonzero(row).tolist() for row in given]}"
        np.logical_not(given, out=given)
        found = followed.misplaced()
        return None if found is None else f"once the sets were turned inside out, {found}"

    case.holds(_journeys(case.make_pool), claim)


@WALKS.add("walks that are started side by side do not disturb each other", of=FollowsWalks)
def walks_side_by_side(case: EnergyCase) -> None:
    """Start twice, once from the sets turned inside out, and move those that started first."""

    def claim(pool: Pool, sets: Sets, changes: list[list[Proposal]]) -> str | None:
        moved, resting = Followed.start(case, pool, sets), Followed.start(case, pool, ~sets)
        for change in changes:
            moved.flip(change)
        for name, followed in (("that moved", moved), ("that rested", resting)):
            found = followed.misplaced()
            if found is not None:
                return f"in the walks {name}, {found}"
        return None

    case.holds(_journeys(case.make_pool), claim)


def _next_to(sets: Sets) -> list[Proposal]:
    """Return proposals that nobody, each member, and every two in a row change sides, in every walk."""
    walks, members = sets.shape
    several = [[], *([member] for member in range(members)), *([m, m + 1] for m in range(members - 1))]
    return [(walk, flipped) for walk in range(walks) for flipped in several]
