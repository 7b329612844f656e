"""Constraints that no set meets."""

from __future__ import annotations

import numpy as np
import pytest

import haversack as hs
from constrained import example_pool

SIZE = {"kind": "size", "least": 4}
VENDOR = {"kind": "at-most", "group": "vendor", "count": 1}


@pytest.mark.parametrize(
    ("budget", "constraints", "message"),
    [
        (
            12,
            [SIZE, {"kind": "include", "members": "a"}, VENDOR],
            "constraints: no set meets all of these together: size (least = 4); at-most (count = 1, group = 'vendor')",
        ),
        (
            5,
            [VENDOR, {"kind": "include", "members": ["a", "c"]}],
            "constraints: no set meets all of these together: include (members = ['a', 'c']); the budget of 5",
        ),
        (
            12,
            [{"kind": "include", "members": "a"}, {"kind": "exclude", "members": "a"}, SIZE],
            "constraints: no set meets all of these together: include (members = ['a']); exclude (members = ['a'])",
        ),
        (12, [SIZE, {"kind": "size", "least": 6}], "constraints: no set meets size (least = 6)"),
        (
            12,
            [{"kind": "exclude", "members": list("abcde")}],
            "constraints: no set meets exclude (members = ['a', 'b', 'c', 'd', 'e'])",
        ),
    ],
)
def test_a_smallest_list_of_constraints_that_exclude_each_other_is_named(budget, constraints, message):
    with pytest.raises(hs.InfeasibleError) as error:
        hs.select(example_pool(), budget, constraints=constraints)
    assert str(error.value) == message


def test_of_many_constraints_none_can_be_left_out_of_the_conflict():
    pool = hs.Pool(accuracies=np.full(20, 0.6), names=[f"m{place}" for place in range(20)])
    harmless = [{"kind": "exclude", "members": f"m{place}"} for place in range(12)]
    conflict = [{"kind": "include", "members": "m15"}, {"kind": "apart", "members": ["m15", "m16"]}]
    with pytest.raises(hs.InfeasibleError) as error:
        hs.select(pool, constraints=[*harmless, *conflict, {"kind": "include", "members": "m16"}])
    assert str(error.value).count(";") == 2
    assert "exclude" not in str(error.value)


class OddSize:
    """No linear constraint, and without a registered name."""

    def allows(self, pool, sets):
        return sets.sum(axis=1) % 2 == 1


def test_constraints_of_any_kind_can_be_met():
    pool = hs.Pool(accuracies=np.linspace(0.55, 0.9, 20), costs=np.arange(1, 21))
    chosen = hs.select(
        pool,
        60,
        constraints=[OddSize(), {"kind": "size", "least": 3}],
        stopping={"kind": "max-step", "limit": 300},
        seed=1,
    )
    assert len(chosen.members) % 2 == 1
    assert len(chosen.members) >= 3
    assert chosen.settings is None
    with pytest.raises(hs.CapabilityError, match="constraint OddSize offers neither HasRows nor FixesMembers"):
        hs.select(pool, 60, constraints=[OddSize()], searcher="exact")
