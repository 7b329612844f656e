"""The energy against enumeration in exact fractions, and through the front door."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from haversack_example import Veto
from hypothesis import example, given
from hypothesis import strategies as st

import haversack as hs

probabilities = st.one_of(st.floats(0.0, 1.0), st.sampled_from([0.0, 1.0, 0.5, 1e-40, 1 - 1e-12, 1 - 2**-53]))


def chance_of_too_many_wrong(accuracies: list[float], tolerated: int) -> Fraction:
    """Sum over all ways in which the members can be right and wrong."""
    total = Fraction(0)
    for wrongs in product([False, True], repeat=len(accuracies)):
        if sum(wrongs) > tolerated:
            pairs = zip(accuracies, wrongs, strict=True)
            total += math.prod(1 - Fraction(p) if wrong else Fraction(p) for p, wrong in pairs)
    return total


@given(st.lists(probabilities, min_size=1, max_size=7), st.integers(0, 9))
@example([1 - 2**-53] * 7, 5)
@example([1e-40, 1.0, 0.5], 1)
def test_loss_equals_enumeration_to_full_relative_precision(accuracies, tolerated):
    panel = np.ones((1, len(accuracies)), dtype=bool)
    (loss,) = Veto(tolerated=tolerated).losses(hs.Pool(accuracies=accuracies), panel)
    assert loss == pytest.approx(float(chance_of_too_many_wrong(accuracies, tolerated)), rel=1e-13, abs=1e-300)


@given(st.lists(probabilities, min_size=4, max_size=4), st.integers(0, 3))
def test_every_set_of_a_batch_is_evaluated_by_itself(accuracies, tolerated):
    sets = np.array(list(product([False, True], repeat=4)))
    pool, energy = hs.Pool(accuracies=accuracies), Veto(tolerated=tolerated)
    together = energy.losses(pool, sets)
    assert together.tolist() == [energy.losses(pool, row[np.newaxis])[0] for row in sets]
    alone = [chance_of_too_many_wrong([accuracies[i] for i in np.flatnonzero(row)], tolerated) for row in sets[1:]]
    assert together[1:] == pytest.approx([float(loss) for loss in alone], rel=1e-13, abs=1e-300)


def test_without_tolerance_one_wrong_member_spoils_the_panel():
    losses = Veto().losses(hs.Pool(accuracies=[0.75, 0.5]), np.array([[True, False], [True, True]]))
    assert losses.tolist() == [0.25, 0.625]


@pytest.mark.parametrize("tolerated", [0, 1, 10**12])
def test_the_empty_set_is_wrong_for_certain(tolerated):
    losses = Veto(tolerated=tolerated).losses(hs.Pool(accuracies=[0.9, 0.8]), np.zeros((1, 2), dtype=bool))
    assert losses.tolist() == [1.0]


@pytest.mark.parametrize("tolerated", [0, 3])
def test_no_sets_have_no_losses(tolerated):
    losses = Veto(tolerated=tolerated).losses(hs.Pool(accuracies=[0.9, 0.8]), np.zeros((0, 2), dtype=bool))
    assert losses.shape == (0,)


@pytest.mark.parametrize("tolerated", [-1, 0.5, True, "one"])
def test_tolerated_must_be_a_whole_number_of_at_least_0(tolerated):
    with pytest.raises(ValueError, match="tolerated must be a whole number of at least 0, got"):
        Veto(tolerated=tolerated)


def test_it_can_be_asked_for_by_name():
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7], costs=[1.0, 1.0, 1.0])
    chosen = hs.select(
        pool,
        budget=2.0,
        energy={"kind": "veto", "tolerated": 0},
        searcher="monte-carlo",
        stopping={"kind": "max-step", "limit": 200},
        seed=0,
    )
    assert chosen.names == ("member-0",)
    assert chosen.error == pytest.approx(0.1)


def test_a_mistaken_option_is_told_in_one_sentence():
    with pytest.raises(hs.ConfigError, match=r"energy\.tolerated: must be a whole number of at least 0, got -1"):
        hs.select(hs.Pool(accuracies=[0.9]), energy={"kind": "veto", "tolerated": -1})
