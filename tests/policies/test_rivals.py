from __future__ import annotations

import itertools

import attrs
import numpy as np
import pytest

from haversack.policies.envelope import find_corners, interpolate
from haversack.policies.plans import trace_panel
from haversack.policies.records import Records
from haversack.policies.rivals import choose_fixed, choose_single
from recorded_pools import make_pool

POOL = make_pool(costs=[3.0, 1.0, 5.0, 4.0], missing=0.1)
ACCURACIES = POOL.votes.shrunk_accuracies
RECORDS = attrs.evolve(Records.cross_fit(POOL), blend=(0.0, 1.0))


def value(mixture):
    traces = mixture.trace(RECORDS)
    right = sum(share * float(RECORDS.weights @ (trace.verdicts == RECORDS.truth)) for trace, share in traces)
    return sum(share * float(RECORDS.weights @ trace.spent) for trace, share in traces), right


def test_fixed_panels_are_the_best_mixture_of_all_panels():
    panels = [panel for size in range(1, 5) for panel in itertools.combinations(range(4), size)]
    traces = [trace_panel(panel, RECORDS) for panel in panels]
    costs = np.array([RECORDS.weights @ trace.spent for trace in traces])
    rights = np.array([RECORDS.weights @ (trace.verdicts == RECORDS.truth) for trace in traces])
    corners = find_corners(costs, rights)
    for budget in (1.5, 4.0, 7.0):
        expected = interpolate(costs[corners], rights[corners], budget)
        assert value(choose_fixed(RECORDS, ACCURACIES, budget)) == (pytest.approx(budget), pytest.approx(expected))


def test_the_best_single_member_is_affordable():
    assert choose_single(RECORDS, ACCURACIES, 1.0).panels == ((1,),)
    best = choose_single(RECORDS, ACCURACIES, 9.0).panels[0][0]
    assert best == np.argmax(ACCURACIES * (POOL.votes.answers >= 0).mean(axis=0))


def test_nobody_may_be_affordable():
    assert choose_single(RECORDS, ACCURACIES, 0.5) is None
    assert choose_fixed(RECORDS, ACCURACIES, 0.5) is None
