"""Walks over recorded votes, compared with the losses of their sets."""

from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool
from haversack.energies import PluralityVote


@pytest.mark.parametrize("ties", ["wrong", "coin"])
@pytest.mark.parametrize("weights", ["equal", "whole", "large", "fractions"])
@pytest.mark.parametrize(("members", "labels"), [(3, 2), (7, 4), (130, 3)])
def test_walks_have_the_losses_of_their_sets_after_any_number_of_flips(members, labels, weights, ties):
    """Widths of 8 and 16 bits, items that fill words and items that do not, items repeated and items weighed."""
    random = np.random.default_rng(members)
    for items in (1, 8, 31, 300):
        truth = random.integers(0, labels, items)
        answers = random.integers(0, labels, (items, members)).astype(object)
        answers[random.random((items, members)) < 0.3] = None
        answers[0] = truth[0]
        chosen = {
            "equal": None,
            "whole": random.integers(1, 4, items).astype(float),
            "large": random.integers(1, 1_000, items).astype(float),
            "fractions": random.uniform(0.1, 1.0, items),
        }[weights]
        pool = Pool.from_votes(answers, truth=truth, item_weights=chosen)
        energy, sets = PluralityVote(ties), random.random((3, members)) < 0.5
        walks, rows = energy.walks(pool, sets), np.arange(3)
        for _ in range(5):
            flips = np.array([random.permutation(members)[: min(members, 4)] for _ in rows])
            lengths = random.integers(0, flips.shape[1] + 1, 3)
            led = sets.copy()
            for row, length in enumerate(lengths):
                led[row, flips[row, :length]] ^= True
            assert walks.losses(rows, flips, lengths) == pytest.approx(energy.losses(pool, led), abs=1e-12)
            walks.flip(rows, flips, lengths)
            sets = led
