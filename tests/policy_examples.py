"""A policy with everything that can be known of it, for tests of texts and pages."""

from __future__ import annotations

import numpy as np

from haversack import Note
from haversack.api.expected import Expected
from haversack.policies.answer_model import AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.findings import CalibrationBin, PolicyAlternative, PolicyPoint
from haversack.policies.policy import FIXED, SINGLE, Policy

TABLE = np.log([[0.8, 0.2], [0.3, 0.7]])
BRANCHES = (
    Branch(["cheap"], share=0.25),
    Branch(["cheap", "<script>"], "bayes", "threshold", 0.9, share=0.75),
)


def make_policy(**changes):
    """Two branches, of members one of which has a name like a tag."""
    fields = {
        "branches": BRANCHES,
        "model": AnswerModel(["cheap", "<script>"], [1.0, 5.0], ["x", "y"], np.log([0.5, 0.5]), [TABLE, TABLE]),
        "accuracy": 0.85,
        "expected_cost": 2.5,
        "expected": Expected(0.85, 0.8, 0.9, "bootstrap", 25, 100.0, 0.9),
        "ends": (0.6, 0.4),
        "alternatives": (
            PolicyAlternative(FIXED, (("<script>",),), (1.0,), "plurality", 5.0, 0.8, 0.05, 0.7, 0.9, 0.01, 0.09),
            PolicyAlternative(SINGLE, (("cheap",),), (1.0,), "plurality", 1.0, 0.7, 0.15, 0.6, 0.8, 0.1, 0.2),
        ),
        "points": (PolicyPoint(1.0, 0.7, BRANCHES[0]), PolicyPoint(2.6, 0.86, BRANCHES[1])),
        "calibration": (CalibrationBin(0.5, 0.9, 40, 0.8, 0.7), CalibrationBin(0.9, 1.0, 60, 0.95, 0.9)),
        "budget": 3.0,
        "total_price": 6.0,
        "seed": 3,
        "notes": (Note("order", "as it is"), Note("votes", "are few", is_warning=True)),
        "provenance": {"items": 100},
    }
    return Policy(**(fields | changes))
