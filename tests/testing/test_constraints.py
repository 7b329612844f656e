"""The kit for constraints, tried on one that breaks each promise."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from haversack import Pool
from haversack.capabilities import LinearRows
from haversack.testing import BrokenPromise, check_constraint, constraint_checks


def make_pool(accuracies, costs):
    members = range(len(accuracies))
    columns = {"vendor": [f"v{place % 2}" for place in members], "latency": [1.0 + place for place in members]}
    return Pool(accuracies, costs, [f"m{place}" for place in members], columns)


SPECS = [
    {"kind": "include", "members": ["m0"]},
    {"kind": "exclude", "members": ["m0"]},
    {"kind": "together", "members": ["m0"]},
    {"kind": "apart", "members": ["m0"]},
    {"kind": "size", "least": 2},
    {"kind": "at-most", "group": "vendor", "count": 1},
    {"kind": "at-least", "group": "vendor", "value": "v0", "count": 1},
    {"kind": "limit", "column": "latency", "most": 4.0},
    {"kind": "limit", "column": "latency", "most": 2.0, "of": "each"},
]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec["kind"])
def test_built_in_constraints_keep_their_promises(spec):
    check_constraint(spec, make_pool=make_pool)


@attrs.frozen
class Broken:
    """Breaks the promise that it is given."""

    how: str = "rows"

    def rows(self, pool):
        most = np.inf if self.how == "rows" else 2.0
        return LinearRows(np.ones((len(pool), 1)), np.array([-np.inf]), np.array([most]))

    def allows(self, pool, sets):
        if self.how == "shape":
            return np.ones(len(sets) + 1, dtype=bool)
        if self.how == "batch":
            return np.arange(len(sets)) % 2 == 0
        return sets.sum(axis=1) <= 1


@pytest.mark.parametrize(
    ("how", "promise"),
    [
        ("shape", "`allows` returns one boolean per set"),
        ("batch", "the answer for a set does not depend on the others"),
        ("rows", "rows and fixed members allow exactly the sets that `allows` allows"),
    ],
)
def test_a_broken_promise_is_named(how, promise):
    with pytest.raises(BrokenPromise, match=promise):
        check_constraint(Broken(how))


def test_checks_have_names():
    assert {"answers-are-booleans", "rows-agree-with-the-predicate"} <= {
        check.name for check in constraint_checks(Broken())
    }
