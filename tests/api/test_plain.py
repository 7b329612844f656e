"""Tests of results as plain values."""

from __future__ import annotations

import math
from pathlib import Path

import attrs
import numpy as np

from haversack import Pool
from haversack.api.panel import Panel
from haversack.api.plain import arrange_run, plan_to_dict, to_plain


def test_values_become_what_json_can_hold():
    panel = Panel((1, 2), ("b", "c"), 0.9, None, 3.0)
    assert to_plain({1: (np.float64(0.5), None, True), "panel": panel}) == {
        "1": [0.5, None, True],
        "panel": {"members": [1, 2], "names": ["b", "c"], "value": 0.9, "error": None, "cost": 3.0},
    }
    assert to_plain([math.inf, Path("a"), np.longdouble(1.5)]) == ["inf", "a", "1.5"]
    assert to_plain(np.array([[0.5, math.nan], [1.0, 2.0]])) == [[0.5, "nan"], [1.0, 2.0]]


def test_a_step_limit_beyond_what_json_readers_print_becomes_text(plan):
    """Python refuses to print whole numbers of more than 4,300 digits."""
    assert plan_to_dict(attrs.evolve(plan, max_steps=10**4000))["max_steps"] == "more than 10^4000"
    largest_shown = 10**4000 - 1
    assert plan_to_dict(attrs.evolve(plan, max_steps=largest_shown))["max_steps"] == largest_shown


def test_a_run_is_arranged_as_a_run_file():
    settings = {"energy": {"kind": "majority"}, "seed": 3, "frugal": True, "budget": 2.0}
    arranged = arrange_run(settings, Pool(accuracies=[0.9]))
    assert list(arranged) == ["budget", "seed", "frugal", "pool", "energy"]
    assert list(settings) == ["energy", "seed", "frugal", "budget"], "the settings stay as they are"
