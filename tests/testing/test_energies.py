"""For each promise of every energy, an energy that breaks it, and the message."""

from __future__ import annotations

import re

import attrs
import numpy as np
import pytest

from fakes import MeanLoss
from haversack import Pool
from haversack.testing import BrokenPromise, check_energy, energy_checks
from haversack.testing.energies import ENERGIES


class AsList(MeanLoss):
    def losses(self, pool, sets):
        return self.mean_errors(pool, sets).tolist()


class ProfitInDisguise(MeanLoss):
    def losses(self, pool, sets):
        return -(sets @ pool.accuracies)


class NobodyIsRight(MeanLoss):
    def losses(self, pool, sets):
        return np.where(sets.any(axis=1), self.mean_errors(pool, sets), 0.0)


class SameSign(ProfitInDisguise):
    def value(self, loss):
        return loss


class NoValue(ProfitInDisguise):
    def value(self, loss):
        return None


BROKEN = [
    ("losses-are-probabilities", ProfitInDisguise(), r"an energy that is not a probability needs value\(\)"),
    ("empty-set", NobodyIsRight(), "the empty set has the loss 0.0"),
    ("value-falls-with-loss", SameSign(), r"value\(-\S+\) is -\S+, value\(\S+\) is"),
    ("value-falls-with-loss", NoValue(), r"value\(\S+\) is None"),
]


@pytest.mark.parametrize(("name", "energy", "found"), BROKEN, ids=lambda value: str(value) if value else None)
@pytest.mark.slow
def test_it_is_caught(name, energy, found, complaint):
    text = complaint(energy_checks(energy), name)
    assert text.startswith(f"energy {energy!r:.80} breaks a promise: ")
    assert re.search(found, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in ENERGIES}


@pytest.mark.slow
def test_an_energy_that_keeps_its_promises_passes_and_offers_no_more_checks_than_it_has_capabilities():
    checks = energy_checks(MeanLoss)
    for check in checks:
        check()
    assert not {"copies-of-a-member", "moments-by-sampling", "options-round-trip"} & {str(check) for check in checks}


def test_all_at_once_tells_the_first():
    with pytest.raises(BrokenPromise, match="one number, in an array of float64") as caught:
        check_energy(AsList())
    assert isinstance(caught.value, AssertionError)
    assert caught.value.found == "list instead of an array"
    assert set(caught.value.example) == {"pool", "sets"}


@pytest.mark.slow
def test_a_pool_of_ones_own_may_be_needed():
    @attrs.frozen
    class Weight:
        def losses(self, pool, sets):
            return np.asarray(-(sets @ np.array(pool.metadata["weight"])))

        def value(self, loss):
            return -loss

    def heavy(accuracies, costs):
        return Pool(metadata={"weight": (10.0 * costs).tolist()})

    check_energy(Weight(), make_pool=heavy)
    with pytest.raises(BrokenPromise, match="it raised KeyError: 'weight'"):
        check_energy(Weight())


def test_a_pool_that_cannot_be_made_is_the_authors_own_mistake():
    def impossible(accuracies, costs):
        raise LookupError("out of stock")

    with pytest.raises(LookupError, match="out of stock"):
        check_energy(MeanLoss(), make_pool=impossible)


def test_the_message_is_the_same_every_time(complaint):
    assert len({complaint(energy_checks(AsList()), "one-number-per-set") for _ in range(2)}) == 1
