"""Energies and cost models that keep something of one pool for the next, and the messages."""

from __future__ import annotations

import re

import attrs
import numpy as np
import pytest

from fakes import MeanLoss, WeightedColumn
from haversack import Pool
from haversack.costs import Additive
from haversack.testing import check_energy, cost_model_checks, energy_checks
from haversack.testing.pools_in_turn import POOLS_IN_TURN


def with_weights(accuracies, costs):
    return Pool(accuracies=accuracies, costs=costs, metadata={"weight": [str(cost) for cost in costs]})


class FirstPoolStays(MeanLoss):
    """Reads the accuracies once."""

    def __init__(self):
        self.table = {}

    def losses(self, pool, sets):
        kept = self.table.setdefault(len(pool), pool.accuracies)
        return self.mean_errors(Pool(accuracies=kept), sets)


class KeptByTheClass(MeanLoss):
    """The same, for all instances."""

    table = {}  # noqa: RUF012

    def losses(self, pool, sets):
        kept = self.table.setdefault(len(pool), pool.accuracies)
        return self.mean_errors(Pool(accuracies=kept), sets)


class KeptByAddress(MeanLoss):
    """Pools that are deleted leave their address to others."""

    table = {}  # noqa: RUF012

    def losses(self, pool, sets):
        kept = self.table.setdefault((id(pool), len(pool)), pool.accuracies)
        return self.mean_errors(Pool(accuracies=kept), sets)


@attrs.frozen
class KeptWeights(WeightedColumn):
    """What it prepared for one pool it returns for every other of that size."""

    known: dict = attrs.field(factory=dict, init=False, eq=False, repr=False)

    def prepare(self, pool):
        return self.known.setdefault(len(pool), super().prepare(pool))


@attrs.frozen
class FirstFees(Additive):
    """A cost model of this kind."""

    known: dict = attrs.field(factory=dict, init=False, eq=False, repr=False)

    def costs(self, pool, sets):
        return sets @ self.known.setdefault(len(pool), pool.costs)


BROKEN = [
    (
        "fresh-instance",
        FirstPoolStays(),
        r"_pool: the set \[0\] has the loss \S+, and \S+ from a fresh instance",
    ),
    ("fresh-instance", FirstPoolStays, r"after calls with other pools, \w+_pool: the set \[0\] has the loss"),
    ("new-process", KeptByTheClass(), r"after a call with other_pool, the set \[\d\] has the loss \S+, and \S+ in a n"),
    ("deleted-pools", KeptByAddress(), r"after another pool was deleted, the set \[\d\] has the loss \S+, and \S+ bef"),
]


@pytest.mark.parametrize(("name", "energy", "message"), BROKEN, ids=lambda value: str(value)[:20])
@pytest.mark.slow
def test_it_is_caught(name, energy, message, complaint):
    text = complaint(energy_checks(energy), name)
    assert re.search(message, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in POOLS_IN_TURN}


@pytest.mark.slow
def test_it_is_caught_in_what_is_prepared(complaint):
    checks = energy_checks(KeptWeights(), make_pool=with_weights)
    text = complaint(checks, "prepared-fresh-instance")
    assert text.startswith("energy KeptWeights(column='weight'), prepared, breaks a promise: after calls with")


def test_it_is_caught_in_cost_models(complaint):
    text = complaint(cost_model_checks(FirstFees()), "fresh-instance")
    assert re.search(r"(other|third)_pool: the set \[0\] has the cost \S+, and \S+ from a fresh instance", text), text


@pytest.mark.slow
def test_parts_that_keep_nothing_or_one_table_per_pool_pass():
    check_energy(MeanLoss())
    check_energy(WeightedColumn(), make_pool=with_weights)


def test_a_part_that_cannot_be_sent_to_a_new_process_passes_that_check():
    class Local(MeanLoss):
        table = {}  # noqa: RUF012

        def losses(self, pool, sets):
            return self.mean_errors(Pool(accuracies=self.table.setdefault(len(pool), pool.accuracies)), sets)

    (check,) = [check for check in energy_checks(Local) if check.name == "new-process"]
    check()


def test_an_exception_for_one_of_the_pools_is_reported(complaint):
    class AtMostFour(MeanLoss):
        def losses(self, pool, sets):
            if len(pool) > 4:
                raise ValueError("too many")
            return self.mean_errors(pool, np.asarray(sets))

    assert "found: it raised ValueError: too many" in complaint(energy_checks(AtMostFour), "deleted-pools")
