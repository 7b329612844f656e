"""What is kept of a run survives JSON."""

from __future__ import annotations

import json
import math

import attrs

from haversack import select
from haversack.api.selection import TraceRow
from haversack.comparison.answers import RunAnswer, describe_answer


def test_an_answer_is_the_same_after_json(small_pool):
    found = select(small_pool, 8, seed=1)
    rows = (*found.trace, TraceRow(9, 0.1, -math.inf, None, math.inf))
    found = attrs.evolve(found, trace=rows, bound=math.inf, value=math.nan)
    record = {"key": "k", **describe_answer(found)}
    answer = RunAnswer.of(json.loads(json.dumps(record, allow_nan=False)))
    assert answer.fields["trace"] == rows
    assert (answer.bound, answer.error, answer.proven) == (math.inf, found.error, found.proven)
    assert math.isnan(answer.value)
    assert (answer.fields["chosen"], answer.fields["steps"]) == (len(found.members), found.steps)


def test_a_run_without_an_answer_has_no_fields():
    answer = RunAnswer.of({"key": "k", "status": "failed", "reason": "why"})
    assert (answer.failed, answer.stop_reason, answer.fields, answer.has_plan) == (True, "why", {}, False)
