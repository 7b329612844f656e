"""Moves of walks from set to set, as compiled code takes them: plain tuples of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from haversack.api.incremental import Walks

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray, Sets


class Positions(NamedTuple):
    """Where the walks are, and the sets proposed to them; one row per walk.

    Parameters
    ----------
    sets, left
        The proposed sets, and what they leave of each resource.
    sizes
        How many members are inside before the proposal.
    orders, places
        All members, those inside first, and where in this order each of them is, before the proposal: drawing a member
        takes one number.
    """

    sets: Sets
    sizes: IntArray
    orders: IntArray
    places: IntArray
    left: FloatArray


class Proposals(NamedTuple):
    """What the proposed sets change, one row per walk.

    Parameters
    ----------
    flips, lengths
        The members who join or leave, and their number.
    left
        What was left of each resource before.
    """

    flips: IntArray
    lengths: IntArray
    left: FloatArray


class Moves(NamedTuple):
    """How moves are drawn.

    Parameters
    ----------
    usage
        How much of each resource each member uses.
    states
        Random streams, one per row.
    swap_share
        Share of the moves that exchange two members; the others add or remove.
    unit
        How many members are added or removed at once: 2 keeps an odd size odd.
    by_usage, ranks
        The members in the order of what they use, and where in this order each of them is: swaps prefer members that
        use about as much. Both are empty where any member is as good.
    has_demands
        Whether a set may use too little of something: usage may then be negative, and a proposal that leaves less than
        nothing of a resource is repaired by members who join as well as by some who leave.
    """

    usage: FloatArray
    states: npt.NDArray[np.uint64]
    swap_share: float
    unit: int
    by_usage: IntArray
    ranks: IntArray
    has_demands: bool = False


class Found(NamedTuple):
    """Sets that are better than all before them, one row per set.

    Parameters
    ----------
    sets, losses
        The sets and their losses.
    steps
        The steps in which they were found, from 1: a step is a move of one walk, and the walks take turns.
    """

    sets: Sets
    losses: FloatArray
    steps: IntArray


@runtime_checkable
class MakesMoves(Walks, Protocol):
    """Walks that make many moves in one call.

    For energies in compiled code. Without it, each move of all walks takes some calls from Python.
    """

    def make_moves(
        self,
        moves: Moves,
        positions: Positions,
        proposals: Proposals,
        losses: FloatArray,
        schedule: tuple[FloatArray, bool],
        best_loss: float,
        found: Found,
    ) -> tuple[int, int]:
        """Settle the proposals of all walks and make new ones, many times: the same moves as one by one.

        For each walk in turn: evaluate its proposal, note it in `found` if its loss is below `best_loss` and below that
        of all noted before, call `haversack.kernels.annealing_state.settle_row`, update the walk if that accepted the
        proposal, and call `propose_row`. Stop early when `found` might not hold what another turn of all walks finds.

        Parameters
        ----------
        moves, positions, proposals
            Passed on to the functions above, which change them. Plain tuples.
        losses
            The losses of the walks, which `settle_row` changes.
        schedule
            The temperature of each move, and whether rises are taken on logarithms.
        best_loss
            What is worth noting.
        found
            Receives what is noted.

        Returns
        -------
        tuple of int
            The number of moves that each walk has made, and how many sets were noted.
        """
