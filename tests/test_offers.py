from __future__ import annotations

import numpy as np
import pytest

from haversack import SearchError
from haversack.offers import check_offer

SETS = np.zeros((2, 3), dtype=bool)


def test_an_offer_of_the_right_shape_passes():
    check_offer(SETS, None, steps=2, at=np.array([1, 2]), members=3)
    check_offer(SETS, np.zeros(2), steps=9, at=np.array([4, 4]), members=3)
    check_offer(SETS[:0], None, steps=0, at=np.array([], dtype=int), members=3)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"members": 4}, r"^searcher offered sets of shape \(2, 3\); expected \(rows, 4\), a row per set$"),
        ({"losses": np.zeros(3)}, r"^searcher offered losses of shape \(3,\); expected \(2,\), one per set$"),
        ({"steps": -1}, "^searcher took -1 steps; expected at least 0$"),
        ({"at": np.array([2, 1])}, r"^searcher offered steps \[2, 1\]; expected one per set, rising, from 1 to 2$"),
        ({"at": np.array([1])}, r"^searcher offered steps \[1\]; expected one per set"),
        ({"at": np.array([0, 1])}, "rising, from 1 to 2$"),
        ({"at": np.array([1, 3])}, "rising, from 1 to 2$"),
    ],
)
def test_any_other_is_refused(changes, message):
    right = {"sets": SETS, "losses": None, "steps": 2, "at": np.array([1, 2]), "members": 3}
    with pytest.raises(SearchError, match=message):
        check_offer(**right | changes)
