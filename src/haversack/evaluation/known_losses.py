"""The losses of the sets evaluated so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack import kernels

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import FloatArray, IntArray, Sets

_SMALL_POOL = 16
_FIRST, _GROWTH, _MOST = 2**12, 4, 2**18
_MOST_WORDS = 2**22
_SLOTS_EACH = 2
_WORD_BITS = 64


@attrs.frozen(eq=False)
class KnownBatch:
    """Some sets, one row each, and what is known about them.

    Parameters
    ----------
    known
        The losses of all entries; not a number where one is unknown.
    entries
        The entry of each row.
    """

    known: FloatArray
    entries: IntArray

    @property
    def losses(self) -> FloatArray:
        """The loss of each row; not a number where it is unknown."""
        return self.known[self.entries]

    def find_missing(self) -> IntArray:
        """Return the rows to evaluate, rising: the first of each unknown set."""
        unknown = np.flatnonzero(np.isnan(self.losses))
        if unknown.size < 2:
            return unknown
        wanted = self.entries[unknown]
        if (wanted[1:] > wanted[:-1]).all():
            # Mostly so: new sets get rising entries.
            return unknown
        return unknown[np.sort(np.unique(wanted, return_index=True)[1])]

    def record(self, rows: IntArray, losses: FloatArray) -> None:
        """Record the losses of some rows."""
        self.known[self.entries[rows]] = losses


class KnownLosses:
    """Remembers sets and their losses; a bounded number, beyond which it forgets all and starts again.

    Which sets it knows depends on the sets alone, never on a clock. One thread at a time may look up.

    Parameters
    ----------
    members
        Number of members of the pool.
    most
        How many sets to remember at most; by default 262,144, and fewer in pools of more than 1,000 members. In a pool
        of up to 16 members, always all.
    """

    def __init__(self, members: int, most: int | None = None) -> None:
        self._members = members
        self._words = -(-members // _WORD_BITS)
        self.most = max(1, min(_MOST, _MOST_WORDS // self._words) if most is None else most)
        """The most rows of a batch."""
        self._count = 0
        self._start_again(min(_FIRST, self.most))

    def look_up(self, sets: Sets) -> KnownBatch:
        """Find sets, at most `most` rows, and make room for those that are new."""
        if self._members <= _SMALL_POOL:
            return KnownBatch(self._known, sets @ (1 << np.arange(self._members)))
        words = _pack(sets, self._words)
        self._make_room(len(sets))
        return KnownBatch(self._known, self._find_or_add(words))

    def _start_again(self, size: int) -> None:
        # New arrays: batches that other threads still evaluate keep the old ones.
        if self._members <= _SMALL_POOL:
            self._known = np.full(2**self._members, np.nan)
            return
        self._known = np.full(size, np.nan)
        self._stored = np.empty((size, self._words), dtype=np.uint64)
        self._slots = np.full(_SLOTS_EACH << (size - 1).bit_length(), -1)
        self._count = 0

    def _make_room(self, rows: int) -> None:
        size, wanted = len(self._known), self._count + rows
        if wanted <= size:
            return
        while size < min(wanted, self.most):
            size = min(size * _GROWTH, self.most)
        known, stored = self._known[: self._count], self._stored[: self._count]
        self._start_again(size)
        if wanted <= size:
            self._known[self._find_or_add(stored)] = known

    def _find_or_add(self, words: npt.NDArray[np.uint64]) -> IntArray:
        entries = np.empty(len(words), dtype=np.int64)
        self._count = kernels.known_losses.find_or_add(words, self._slots, self._stored, self._count, entries)
        return entries


def _pack(sets: Sets, words: int) -> npt.NDArray[np.uint64]:
    """Return each row as bits."""
    packed = np.packbits(sets, axis=1)
    padded = np.zeros((len(sets), words * 8), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view(np.uint64)
