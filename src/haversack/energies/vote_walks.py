"""Walks whose votes on recorded items are updated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack import kernels

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.api.moves import Found, Moves, Positions, Proposals
    from haversack.arrays import FloatArray, IntArray, Sets
    from haversack.kernels.vote_walks import VoteWalkState
    from haversack.kernels.vote_words import Rule
    from haversack.pools.votes import RecordedVotes

_WIDTHS = {8: 120, 16: 32_000, 32: 2**30}
"""Bits of a field, and the number of members up to which margins fit into it."""
_MOST_COPIES = 4  # An item of whole weight may stand for so many others, on average.


@attrs.frozen(eq=False)
class PluralityWalks:
    """The votes of panels that change a few members at a time.

    Parameters
    ----------
    rule
        How errors are counted.
    state
        The walks.
    """

    rule: Rule
    state: VoteWalkState

    @classmethod
    def of(cls, votes: RecordedVotes, sets: Sets, *, by_coin: bool) -> PluralityWalks:
        """Start one walk from each set."""
        copies = _count_copies(votes.weights)
        ballots = votes.ballots if copies is None else np.repeat(votes.ballots, copies, axis=1)
        weights = votes.weights if copies is None else np.zeros(0)
        bits = next(bits for bits, most in _WIDTHS.items() if votes.members <= most)
        low = np.uint64(sum(1 << place for place in range(0, 64, bits)))
        sets = np.array(sets, dtype=np.bool_, order="C")
        words = _pack_ballots(ballots, votes.most_answers, bits, by_coin=by_coin)
        # From here on each vote counts one: the margin 1 sets the highest bit, and so does no item at the end.
        even = low * np.uint64((1 << (bits - 1)) - 1)
        empty = np.full(words.shape[1:], even)
        behind = np.arange(words.shape[2] * (64 // bits)) >= ballots.shape[1]
        empty += _pack_fields(behind[None, :], bits)
        tallies = empty + np.array([words[:-1][row].sum(axis=0, dtype=np.uint64) for row in sets])
        packing = low * np.uint64(1 << (bits - 1)), low, np.uint64(bits)
        state = kernels.vote_walks.VoteWalkState(words, sets, np.ascontiguousarray(tallies), packing)
        return cls((ballots.shape[1], weights, by_coin), kernels.jit.plain(state))

    def losses(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> FloatArray:
        """Return 1 - q of the set that each proposal leads to."""
        errors = np.empty(len(rows))
        proposals = rows, np.ascontiguousarray(flips), lengths
        kernels.vote_walks.evaluate_walks(self.state, self.rule, proposals, errors)
        return errors

    def flip(self, rows: IntArray, flips: IntArray, lengths: IntArray) -> None:
        """Apply proposals."""
        kernels.vote_walks.flip_walks(self.state, (rows, np.ascontiguousarray(flips), lengths))

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
        """Make many moves in one call."""
        made, noted = kernels.vote_walks.make_moves(
            self.state, self.rule, moves, positions, proposals, losses, schedule, best_loss, found
        )
        return made, noted


def _count_copies(weights: FloatArray) -> IntArray | None:
    """Return how often each item is to be repeated instead of weighed, or None where it is not."""
    if not len(weights) or (weights != np.rint(weights)).any() or weights.sum() > _MOST_COPIES * len(weights):
        return None
    return weights.astype(np.int64)


def _pack_ballots(
    ballots: npt.NDArray[np.signedinteger[Any]], answers: int, bits: int, *, by_coin: bool
) -> npt.NDArray[np.uint64]:
    """Return words by member, layer and word: in each field 1 for the right answer, -1 for the rival of the layer.

    Nobody votes for the last rival if a coin decides; the last member has no votes at all.
    """
    rivals = max(answers, 2) if by_coin else max(answers - 1, 1)
    layers = [_pack_fields(ballots == 0, bits) - _pack_fields(ballots == rival, bits) for rival in range(1, rivals + 1)]
    words = np.stack(layers, axis=1)
    return np.ascontiguousarray(np.concatenate([words, np.zeros_like(words[:1])]))


def _pack_fields(flags: npt.NDArray[np.bool_], bits: int) -> npt.NDArray[np.uint64]:
    """Return words of which the lowest bit of each field is a flag."""
    fields = 64 // bits
    padded = np.zeros((len(flags), -(-flags.shape[1] // fields) * fields), dtype=f"<u{bits // 8}")
    padded[:, : flags.shape[1]] = flags
    return padded.view("<u8").astype(np.uint64, copy=False)
