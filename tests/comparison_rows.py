"""Rows of comparisons."""

from __future__ import annotations

from haversack import TraceRow
from haversack.comparison import ComparisonRow, Reference

OPTIMUM = Reference("optimum", 0.99, 0.01)


def row(**changes):
    usual = {
        "pool": "a",
        "group": "n=5",
        "members": 5,
        "budget": 3.0,
        "searcher": "sweep",
        "stopping": "paper",
        "seed": 0,
        "value": 0.98,
        "error": 0.02,
        "cost": 2.5,
        "chosen": 3,
        "reference": OPTIMUM,
        "stop": 0.96,
        "stop_error": 0.04,
        "steps": 10,
        "evaluations": 20,
        "seconds": 0.5,
        "stop_reason": "enough",
        "trace": (TraceRow(1, 0.1, 0.9, 0.1, 2.0), TraceRow(7, 0.3, 0.98, 0.02, 2.5)),
    }
    return ComparisonRow(**(usual | changes))


def failed(**changes):
    gone = dict.fromkeys(("value", "error", "cost", "chosen", "steps", "evaluations", "seconds"))
    return row(**(gone | {"trace": (), "stop_reason": "the search ended without a feasible set (tired)"} | changes))


def profit(value, **changes):
    return row(value=value, error=None, stop=None, stop_error=None, reference=Reference("best-known", 200.0), **changes)
