"""The kit for constraints, tried on one that breaks each promise."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from haversack.capabilities import LinearRows
from haversack.testing import BrokenPromise, check_constraint, constraint_checks


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
