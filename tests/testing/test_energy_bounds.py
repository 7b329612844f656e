"""For each promise about bounds of losses, an energy that breaks it, and the message."""

from __future__ import annotations

import re

import numpy as np
import pytest

from fakes import MeanLoss
from haversack.testing import energy_checks
from haversack.testing.energy_bounds import BOUNDS


class Bounded(MeanLoss):
    """No set is better than its best allowed member: a true bound, up to rounding."""

    def loss_bounds(self, problem, required, allowed):
        best = np.where(allowed, problem.pool.accuracies, 0.0).max(axis=1)
        return np.where(allowed.any(axis=1), (1.0 - best) * (1 + 1e-13), np.inf)


class Overrates(Bounded):
    """Takes the mean of the allowed members for the best."""

    def loss_bounds(self, problem, required, allowed):
        return self.mean_errors(problem.pool, allowed)


class IgnoresRequired(Bounded):
    """True for all allowed sets with a required member, and false where nothing is required."""

    def loss_bounds(self, problem, required, allowed):
        return np.where(required.any(axis=1), super().loss_bounds(problem, required, allowed), 0.9)


class OneForAll(Bounded):
    def loss_bounds(self, problem, required, allowed):
        return super().loss_bounds(problem, required, allowed)[:1]


class LooksAround(Bounded):
    def loss_bounds(self, problem, required, allowed):
        return super().loss_bounds(problem, required, allowed) - 0.1 * len(required)


class Scribbles(Bounded):
    def loss_bounds(self, problem, required, allowed):
        bounds = super().loss_bounds(problem, required, allowed)
        allowed[:] = True
        return bounds


class NeedsRows(Bounded):
    def loss_bounds(self, problem, required, allowed):
        if not len(required):
            return np.zeros((0, 1))
        return super().loss_bounds(problem, required, allowed)


class NotANumber(Bounded):
    def loss_bounds(self, problem, required, allowed):
        return super().loss_bounds(problem, required, allowed) * np.nan


BROKEN = [
    ("bounds-are-below", Overrates(), r"the bound of row \d is \S+, but the set \[.*\] has the loss"),
    ("bounds-are-below", IgnoresRequired(), r"the bound of row \d is 0.9, but the set \[.*\] has the loss"),
    ("bounds-row-by-row", OneForAll(), r"\[\S+\] for [234] rows"),
    ("bounds-row-by-row", LooksAround(), r"\S+ in one call, \S+ alone"),
    ("bounds-row-by-row", Scribbles(), "after the call, the sets were different"),
    ("bounds-row-by-row", NeedsRows(), r"shape \(0, 1\) for no rows"),
    ("bounds-row-by-row", NotANumber(), r"\[nan\] for 1 rows"),
]


@pytest.mark.parametrize(("name", "energy", "found"), BROKEN, ids=lambda value: str(value) if value else None)
@pytest.mark.slow
def test_it_is_caught(name, energy, found, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r:.80} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in BOUNDS}


@pytest.mark.slow
def test_an_honest_bound_is_accepted():
    for check in energy_checks(Bounded()):
        check()
