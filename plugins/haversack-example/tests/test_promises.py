"""Both energies keep what every energy promises."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from haversack_example import Veto, lookout
from haversack_example.lookout import Lookout

import haversack as hs
from haversack.testing import energy_checks


@pytest.mark.parametrize("check", energy_checks(Lookout()), ids=str)
@pytest.mark.slow
def test_lookout(check):
    check()


@pytest.mark.parametrize("check", energy_checks(Veto()), ids=str)
@pytest.mark.slow
def test_veto(check):
    check()


@pytest.mark.parametrize("check", energy_checks(Veto(tolerated=2)), ids=str)
@pytest.mark.slow
def test_veto_with_tolerance(check):
    check()


def test_lookout_has_ten_lines():
    text = inspect.getsource(lookout).split('"""')[2]
    assert len([line for line in text.splitlines() if line.strip()]) == 10


def test_one_lookout_is_enough():
    losses = Lookout().losses(hs.Pool(accuracies=[0.75, 0.5]), np.array([[True, True], [True, False]]))
    assert losses.tolist() == [0.125, 0.25]


def test_lookout_can_be_asked_for_by_name():
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7], costs=[3.0, 1.0, 1.0])
    panel = hs.select(
        pool, 2.0, energy="lookout", searcher="greedy-forward", stopping={"kind": "max-step", "limit": 100}
    )
    assert panel.members == (1, 2)
