"""For each promise of a noisy energy, one that breaks it, and the message."""

from __future__ import annotations

import numpy as np
import pytest

from fakes import NoisyShare, WrongShare
from haversack.testing import check_energy, energy_checks


class Kept:
    """Keeps every promise; subclasses break one."""

    def __repr__(self):
        return type(self).__name__

    def draw_from(self, rng):
        return Drawn(self, rng)

    def losses(self, pool, sets):
        return self.draw_from(np.random.default_rng()).losses(pool, sets)

    def change(self, losses, rng):
        return losses


class Drawn:
    def __init__(self, energy, rng):
        self.energy, self.rng = energy, rng

    def losses(self, pool, sets):
        return self.energy.change(NoisyShare(self.rng).losses(pool, sets), self.rng)


class Shapeless(Kept):
    def change(self, losses, rng):
        return losses.tolist()


class Endless(Kept):
    def change(self, losses, rng):
        return losses + np.inf


class Short(Kept):
    def change(self, losses, rng):
        return losses[1:]


class OwnStream(Kept):
    def draw_from(self, rng):
        return Drawn(self, np.random.default_rng())


class SharedNoise(Kept):
    """One further draw for each call."""

    def change(self, losses, rng):
        return losses + rng.normal()


class Measured(Kept):
    """Its noise comes from elsewhere."""

    def draw_from(self, rng):
        return self

    def losses(self, pool, sets):
        return NoisyShare(np.random.default_rng()).losses(pool, sets)


BROKEN = {
    Shapeless: "list instead of an array",
    Endless: "the losses ",
    Short: "instead of float64 of shape ",
    OwnStream: ", then ",
    SharedNoise: " row by row",
}


@pytest.mark.parametrize("energy", [Kept, Measured])
def test_energies_that_keep_the_promises_pass(energy):
    check_energy(energy())


@pytest.mark.parametrize("energy", BROKEN)
def test_a_broken_promise_is_named(energy):
    with pytest.raises(AssertionError, match=BROKEN[energy]):
        check_energy(energy())


def test_promises_about_numbers_that_are_always_the_same_are_not_checked():
    names = {check.name for check in energy_checks(Kept())}
    others = {check.name for check in energy_checks(WrongShare())}
    assert "equal-streams" in names
    assert "one-set" in others - names
