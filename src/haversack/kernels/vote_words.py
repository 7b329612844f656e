"""Margins of several items in a word of 64 bits: added, counted and weighed.

`haversack.kernels.vote_walks` says what a field of a word holds, and what `packing` and a rule are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack.kernels.jit import jit_inline, jit_uncounted

if TYPE_CHECKING:
    import numpy.typing as npt

    from haversack.arrays import FloatArray

    Words = npt.NDArray[np.uint64]
    Packing = tuple[np.uint64, np.uint64, np.uint64]
    Rule = tuple[int, FloatArray, bool]

NONE, ONE = np.uint64(0), np.uint64(1)
ALL = np.uint64(2**64 - 1)
_WORDS_AT_ONCE = 255  # So many bits add up within a field.


@jit_inline
def count_fields(won: Words, packing: Packing) -> int:
    """Return the number of set bits, of which there is at most one in each field, the highest."""
    _, low, bits = packing
    mask = (ONE << bits) - ONE
    total = 0
    for start in range(0, won.shape[0], _WORDS_AT_ONCE):
        part = won[start : start + _WORDS_AT_ONCE]
        count = NONE
        for word in range(part.shape[0]):
            count += (part[word] >> (bits - ONE)) & low
        while count != NONE:
            total += int(count & mask)
            count >>= bits
    return total


@jit_inline
def count_leads(tally: Words, votes: Words, more: Words, one: np.uint64, two: np.uint64, packing: Packing) -> int:
    """Return the number of leads in one layer once two members have joined, or left where a sign is all ones."""
    _, low, bits = packing
    last, mask = bits - ONE, (ONE << bits) - ONE
    total = 0
    for start in range(0, tally.shape[0], _WORDS_AT_ONCE):
        part = tally[start : start + _WORDS_AT_ONCE]
        first, second = votes[start : start + _WORDS_AT_ONCE], more[start : start + _WORDS_AT_ONCE]
        count = NONE
        for word in range(part.shape[0]):
            changed = part[word] + ((first[word] ^ one) - one) + ((second[word] ^ two) - two)
            count += (changed >> last) & low
        while count != NONE:
            total += int(count & mask)
            count >>= bits
    return total


@jit_inline
def add_votes(tally: Words, votes: Words, more: Words, one: np.uint64, two: np.uint64, changed: Words) -> None:
    """Write the margins once two members have joined, or left where a sign is all ones."""
    for word in range(changed.shape[0]):
        changed[word] = tally[word] + ((votes[word] ^ one) - one) + ((more[word] ^ two) - two)


@jit_uncounted
def weigh_fields(won: Words, packing: Packing, rule: Rule) -> float:
    """Return the share of the weight on items that are not won."""
    bits, (items, weights, _) = packing[2], rule
    fields = 64 // int(bits)
    error = total = 0.0
    for item in range(items):
        place = np.uint64(item % fields) * bits + bits - ONE
        error += 0.0 if (won[item // fields] >> place) & ONE else weights[item]
        total += weights[item]
    return float(error / total)
