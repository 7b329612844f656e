"""For each promise of a part that prepares for a pool one that breaks it, and the message."""

from __future__ import annotations

import re

import attrs
import numpy as np
import pytest

from fakes import PreparedWeights, WeightedColumn, WrongShare
from haversack import Pool, Traits
from haversack.capabilities import HasTraits, ShowsValue
from haversack.testing import BrokenPromise, check_cost_model, check_energy, energy_checks
from haversack.testing.preparation import PREPARATION, follow_preparation

POOL = Pool(accuracies=[0.9, 0.8], costs=[1.0, 2.0], metadata={"weight": ["3", "4"]})
OTHER = Pool(accuracies=[0.9, 0.8], costs=[1.0, 2.0], metadata={"weight": ["5", "6"]})


def with_weights(accuracies, costs):
    return Pool(accuracies=accuracies, costs=costs, metadata={"weight": [str(cost) for cost in costs]})


@attrs.frozen
class LosesTraits(WeightedColumn):
    @property
    def traits(self):
        return Traits()


@attrs.frozen
class PreparesNothing(WeightedColumn):
    def prepare(self, pool):
        return None

    def losses(self, pool, sets):
        return np.zeros(len(sets))


@attrs.define
class FillsItself:
    """Keeps the table in itself, where the next pool replaces it."""

    table: tuple = attrs.field(default=(), init=False, eq=False)

    def prepare(self, pool):
        self.table = tuple(float(cell) for cell in pool.metadata["weight"])
        return self

    def losses(self, pool, sets):
        return -(sets @ np.array(self.table or pool.costs))

    def value(self, loss):
        return -loss


@attrs.frozen
class SortsThePool(WeightedColumn):
    def prepare(self, pool):
        pool.metadata["weight"] = tuple(sorted(pool.metadata["weight"]))[::-1]
        return super().prepare(pool)


@attrs.frozen
class Doubled(WeightedColumn):
    """A subclass that changes the losses and inherits the preparation."""

    def losses(self, pool, sets):
        return 2.0 * super().losses(pool, sets)


@attrs.frozen
class Tallies(WeightedColumn):
    def prepare(self, pool):
        return Tally(super().prepare(pool).weights)


@attrs.define
class Tally:
    weights: tuple
    calls: int = 0

    def losses(self, pool, sets):
        self.calls += 1
        return PreparedWeights(self.weights).losses(pool, sets)

    def value(self, loss):
        return -loss


BROKEN = [
    ("same-capabilities", LosesTraits(), r"offers HasTraits, and PreparedWeights\(.*\) has no traits"),
    ("same-capabilities", PreparesNothing(), r"found: None instead of an object with losses\(\)"),
    ("preparing-modifies-nothing", FillsItself(), "after the call, its attribute 'table' was different"),
    ("preparing-modifies-nothing", SortsThePool(), "after the call, the pool had different columns"),
    ("same-numbers", Doubled(), r"the set \[0\] has the loss -2.0, and -1.0 prepared"),
    ("preparations-stay-apart", FillsItself(), r"\[\S+ \S+\] before other_pool was prepared, \[\S+ \S+\] after it"),
    ("using-modifies-nothing", Tallies(), r"after losses\(\), its attribute 'calls' was different"),
]


@pytest.mark.parametrize(("name", "energy", "message"), BROKEN, ids=lambda value: str(value)[:30])
@pytest.mark.slow
def test_it_is_caught(name, energy, message, complaint):
    text = complaint(energy_checks(energy, make_pool=with_weights), name)
    assert text.startswith(f"energy {energy!r} breaks a promise: ")
    assert re.search(message, text), text


def test_there_is_a_broken_energy_for_every_promise():
    assert {name for name, _, _ in BROKEN} == {promise.name for promise in PREPARATION}


@pytest.mark.slow
def test_parts_that_keep_their_promises_pass_and_what_they_prepare_is_checked_for_all():
    check_energy(WeightedColumn(), make_pool=with_weights)
    names = [check.name for check in energy_checks(WeightedColumn(), make_pool=with_weights)]
    assert {"prepared-one-number-per-set", "prepared-value-falls-with-loss", "prepared-many-threads"} <= set(names)
    assert len(set(names)) == len(names)
    assert not any(check.name.startswith("prepared-") for check in energy_checks(WrongShare()))


def test_a_promise_that_only_what_is_prepared_breaks_is_named(complaint):
    @attrs.frozen
    class ReturnsLists(WeightedColumn):
        def prepare(self, pool):
            inner = super().prepare(pool)

            class Listed(type(inner)):
                def losses(self, pool, sets):
                    return super().losses(pool, sets).tolist()

            return Listed(inner.weights)

        def losses(self, pool, sets):
            return super().prepare(pool).losses(pool, sets)

    text = complaint(energy_checks(ReturnsLists(), make_pool=with_weights), "prepared-one-number-per-set")
    assert re.search("ReturnsLists.*, prepared, breaks a promise: .*\n(.*\n)*  found: list instead of an array", text)


@pytest.mark.slow
def test_a_cost_model_that_prepares_is_checked_too():
    @attrs.frozen
    class Cheaper:
        def prepare(self, pool):
            return self

        def costs(self, pool, sets):
            return np.where(sets.sum(axis=1) > 2, 0.5, 1.0) * (sets @ pool.costs)

    with pytest.raises(BrokenPromise, match="a set never costs less than a set that it contains"):
        check_cost_model(Cheaper())


def test_methods_with_a_pool_are_those_of_what_is_prepared_for_it():
    part = follow_preparation(WeightedColumn(), "losses", POOL)
    row = np.array([[True, True]])
    assert [part.losses(pool, row)[0] for pool in (POOL, OTHER, POOL)] == [-7.0, -11.0, -7.0]
    assert isinstance(part, ShowsValue)
    assert part.value(-7.0) == 7.0
    assert not isinstance(part, HasTraits)
    assert not hasattr(part, "prepare")
