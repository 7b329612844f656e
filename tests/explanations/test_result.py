"""Explanations as values."""

from __future__ import annotations

import json
import math

from haversack.explanations.result import Alternative, BudgetStep, Explanation

FREE = Alternative("size (least = 2)", ("d",), 0.95, 4.0, -0.05, proven=True)


def test_a_constraint_binds_where_a_better_set_breaks_it():
    assert FREE.is_better
    assert not Alternative("x", ("d",), 0.9, 4.0, -1e-16, proven=True).is_better
    assert not Alternative("x", (), None, None, None, proven=True).is_better


def test_json_holds_everything():
    step = BudgetStep(7.0, ("a", "b", "c"), 0.96, 2.0, 0.06, 0.03, proven=True)
    plain = json.loads(Explanation(0.9, 4.0, math.inf, (), (), (FREE,), (step,), selections=3).to_json())
    assert plain["budget"] is None
    assert plain["selections"] == 3
    assert plain["constraints"][0]["binds"] is True
    assert plain["budgets"][0] == {
        "budget": 7.0,
        "names": ["a", "b", "c"],
        "value": 0.96,
        "extra": 2.0,
        "gain": 0.06,
        "rate": 0.03,
        "proven": True,
    }
