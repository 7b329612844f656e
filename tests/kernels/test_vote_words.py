"""Several items in a word."""

from __future__ import annotations

import numpy as np
import pytest

from haversack.kernels.vote_words import ALL, NONE, add_votes, count_fields, count_leads, weigh_fields

BITS = 8
LOW = sum(1 << place for place in range(0, 64, BITS))
PACKING = np.uint64(LOW << (BITS - 1)), np.uint64(LOW), np.uint64(BITS)


@pytest.mark.parametrize("words", [1, 3, 300])
def test_margins_are_added_and_leads_counted_in_all_fields_at_once(words):
    random = np.random.default_rng(words)
    margins = random.integers(-20, 20, 8 * words)
    votes, more = random.integers(-1, 2, (2, 8 * words))
    # A margin of 1 sets the highest bit.
    tally = sum_words(margins + 127)
    one, two = sum_words(votes), sum_words(more)
    changed = margins + votes - more
    leads = int((changed > 0).sum())
    assert count_leads(tally, one, two, NONE, ALL, PACKING) == leads
    after = np.empty_like(tally)
    add_votes(tally, one, two, NONE, ALL, after)
    won = after & PACKING[0]
    assert count_fields(won, PACKING) == leads
    weights = random.integers(1, 5, 8 * words).astype(float)
    lost = weights[changed <= 0].sum() / weights.sum()
    assert weigh_fields(won, PACKING, (8 * words, weights, False)) == pytest.approx(lost)


def sum_words(numbers):
    """Words in which each field adds its number, of either sign: carries pass to the next field and cancel there."""
    fields = np.asarray(numbers, dtype=object).reshape(-1, 8)
    totals = [sum(int(number) << (BITS * place) for place, number in enumerate(row)) % 2**64 for row in fields]
    return np.array(totals, dtype=np.uint64)
