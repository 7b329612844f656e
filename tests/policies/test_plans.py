"""Costs and verdicts of the kernels agree with sessions, item by item."""

from __future__ import annotations

import itertools

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack.policies.answer_model import UNIT, AnswerModel
from haversack.policies.branch import Branch
from haversack.policies.plans import (
    THRESHOLDS,
    AskingPlan,
    keep_envelope,
    plan_adaptive,
    plan_order,
    trace_panel,
    trace_plan,
)
from haversack.policies.records import Records
from haversack.policies.session import Session
from recorded_pools import make_pool

NAMES = ("a", "b", "c", "d")


def run_session(records, row, plan):
    """The same row by a session, with the tables of its fold."""
    prior, tables = (part[records.folds[row]] * UNIT for part in records.fitted)
    model = AnswerModel(NAMES, records.prices, range(records.labels), prior, tables.transpose(0, 2, 1))
    order = [NAMES[place] for place in plan.order]
    if plan.threshold is None:
        branch = Branch(order)
    else:
        branch = Branch(order, "bayes", "threshold", plan.threshold, plan.adaptive)
    session = Session(branch, model)
    while (name := session.next()) is not None:
        answer = records.answers[row, NAMES.index(name)]
        if answer < 0:
            session.skip(name)
        else:
            session.answer(name, int(answer))
    return session


@given(
    seed=st.integers(0, 50),
    labels=st.integers(2, 4),
    threshold=st.sampled_from([None, 0.6, 0.8, 0.93, 0.999]),
    adaptive=st.booleans(),
    order=st.permutations(range(4)),
)
def test_rows_end_as_sessions_do(seed, labels, threshold, adaptive, order):
    records = Records.cross_fit(make_pool(items=24, labels=labels, seed=seed, missing=0.2))
    plan = AskingPlan(tuple(order[: 1 + seed % 4]), threshold, adaptive and threshold is not None, 0.0, 0.0)
    trace = trace_plan(plan, records)
    for row in range(len(records.truth)):
        session = run_session(records, row, plan)
        verdict = -1 if session.verdict is None else session.verdict
        assert (trace.verdicts[row], trace.asked[row]) == (verdict, len(session.asked))
        assert trace.spent[row] == pytest.approx(session.cost)
        if threshold is not None and session.verdict is not None:
            assert trace.posteriors[row] == pytest.approx(session.posterior)


@pytest.mark.parametrize("blend", [(0.0, 1.0), (0.5, 0.7)])
def test_all_lengths_and_thresholds_at_once_are_each_one_alone(blend):
    records = attrs.evolve(Records.cross_fit(make_pool(missing=0.2)), blend=blend)
    order = (2, 0, 3, 1)
    costs, rights = records.value_order(order, THRESHOLDS)
    for step, level in itertools.product(range(4), range(len(THRESHOLDS))):
        trace = trace_plan(AskingPlan(order[: step + 1], float(THRESHOLDS[level]), False, 0.0, 0.0), records)
        assert costs[step, level] == pytest.approx(records.weights @ trace.spent)
        assert rights[step, level] == pytest.approx(records.weights @ records.rate(trace.verdicts, trace.posteriors))


@given(labels=st.integers(1, 4), data=st.data())
def test_stopping_when_decided_never_changes_the_verdict(labels, data):
    """Ties, missing answers and more than two labels; for each order."""
    pool = make_pool(items=40, labels=labels, seed=data.draw(st.integers(0, 99)), missing=0.3)
    records = Records.cross_fit(pool)
    panel = data.draw(st.permutations(range(4)))[: data.draw(st.integers(1, 4))]
    full, early = trace_panel(panel, records), trace_plan(AskingPlan(tuple(panel), None, False, 0.0, 0.0), records)
    assert full.verdicts.tolist() == early.verdicts.tolist()
    assert np.all(early.spent <= full.spent)


def test_plans_say_what_they_cost_and_reach():
    records = attrs.evolve(Records.cross_fit(make_pool()), blend=(0.0, 1.0))
    for plan in (*plan_order(records, (1, 2, 0)), *plan_adaptive(records, (0, 1, 2, 3))):
        trace = trace_plan(plan, records)
        assert plan.cost == pytest.approx(records.weights @ trace.spent)
        assert plan.accuracy == pytest.approx(records.weights @ (trace.verdicts == records.truth))


def test_the_envelope_keeps_the_corners():
    plans = [AskingPlan((0,), None, False, cost, right) for cost, right in ((1, 0.5), (2, 0.55), (3, 0.9), (4, 0.8))]
    assert keep_envelope(plans) == [plans[0], plans[2]]
