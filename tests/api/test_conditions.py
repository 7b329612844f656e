"""All constraints of a problem together."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

import haversack as hs
from constrained import example_pool, random_case
from haversack import ConstraintError, build_part
from haversack.api.conditions import Conditions
from haversack.capabilities import FixedMembers, LinearRows
from oracles import every_set


def build(specs):
    return [build_part("constraint", spec) for spec in specs]


@pytest.mark.parametrize("seed", range(20))
def test_rows_and_fixed_members_say_what_the_predicates_say(seed):
    pool, _, specs, meanings = random_case(np.random.default_rng(seed), members=8)
    constraints, sets = build(specs), every_set(len(pool))[1:]
    conditions = Conditions.of(pool, constraints)
    expected = np.all([allows(sets) for allows in meanings], axis=0)
    assert (conditions.allow(sets) == expected).all()
    assert (np.all([each.allows(pool, sets) for each in constraints], axis=0) == expected).all()
    usage, limits = conditions.fixing_inequalities
    assert ((sets @ usage <= limits).all(axis=1) == expected).all()
    kept = conditions.are_limits_kept(sets)
    assert not (expected & ~kept).any()
    if not conditions.has_demands:
        assert (kept == expected).all()


def test_what_only_limits_makes_no_demands():
    limits = [
        {"kind": "size", "most": 2},
        {"kind": "exclude", "members": ["a"]},
        {"kind": "apart", "members": ["b", "c"]},
    ]
    conditions = Conditions.of(example_pool(), build(limits))
    assert not conditions.has_demands
    assert Conditions.of(example_pool(), build([*limits, {"kind": "size", "least": 1}])).has_demands
    assert Conditions.of(example_pool(), build([{"kind": "together", "members": ["a", "b"]}])).has_demands


@attrs.frozen
class Odd:
    """Only odd sizes: no linear constraint."""

    answer: object = None

    def allows(self, pool, sets):
        return sets.sum(axis=1) % 2 == 1 if self.answer is None else self.answer


@attrs.frozen
class Rows(Odd):
    result: object = None

    def rows(self, pool):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@attrs.frozen
class Fixed(Odd):
    result: object = None

    def fixed(self, pool):
        return self.result


def test_a_predicate_is_asked():
    conditions = Conditions.of(example_pool(), [Odd()])
    assert conditions.has_demands
    assert not conditions.is_linear
    assert conditions.allow(np.array([[1, 1, 0, 0, 0], [1, 0, 0, 0, 0]], dtype=bool)).tolist() == [False, True]


NO_ROWS = LinearRows(np.zeros((4, 1)), np.zeros(1), np.zeros(1))


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (Odd(np.zeros(3)), r"allows\(\): expected one boolean per set, shape \(1,\), got shape \(3,\) of float64"),
        (Rows(result=3), r"rows\(\): expected haversack.capabilities.LinearRows, got 3"),
        (Rows(result=NO_ROWS), r"rows\(\): expected usage of shape \(5, rows\)"),
        (Rows(result=attrs.evolve(NO_ROWS, usage=np.full((5, 1), np.nan))), r"rows\(\): expected finite usage"),
        (Rows(result=ZeroDivisionError("oops")), r"rows\(\) raised ZeroDivisionError: oops"),
        (Fixed(result=None), r"fixed\(\): expected haversack.capabilities.FixedMembers"),
        (
            Fixed(result=FixedMembers(np.zeros(4, bool), np.zeros(5, bool))),
            r"fixed\(\): expected two boolean arrays of length 5",
        ),
    ],
)
def test_a_broken_contract_is_named(constraint, message):
    with pytest.raises(ConstraintError, match=message):
        Conditions.of(example_pool(), [constraint]).allow(np.ones((1, 5), dtype=bool))


def test_a_large_value_of_another_member_leaves_no_room():
    """Rounding is in proportion to the limit, not to what somebody uses who does not fit."""
    pool = hs.Pool(accuracies=[0.9, 0.8, 0.7, 0.6], metadata={"seconds": [1.5, 1.5, 1.0, 1e13]})
    chosen = hs.select(pool, constraints=[{"kind": "limit", "column": "seconds", "most": 2.0}], seed=0)
    assert chosen.members == (0,)
    assert chosen.proven
