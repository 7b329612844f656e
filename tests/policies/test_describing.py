from __future__ import annotations

import numpy as np
import pytest

from haversack import Pool, __version__
from haversack.execution.digests import digest_columns
from haversack.policies.branch import Branch
from haversack.policies.choosing import PolicyChoice
from haversack.policies.describing import (
    build_branch,
    build_branches,
    build_model,
    build_points,
    build_provenance,
    count_ends,
    measure_calibration,
)
from haversack.policies.plans import AskingPlan, Trace, trace_plan
from haversack.policies.records import Records
from haversack.statistics.log_tables import fit_tables
from recorded_pools import make_graded, make_pool

NAMES = ("a", "b", "c")
VOTES = AskingPlan((2, 0), None, False, 3.0, 0.8)
BAYES = AskingPlan((1, 2), 0.9, False, 1.0, 0.7)
CHOICE = PolicyChoice((BAYES, VOTES), ((BAYES, 0.25), (VOTES, 0.75)))


@pytest.mark.parametrize(
    ("plan", "branch"),
    [
        (VOTES, Branch(["c", "a"])),
        (BAYES, Branch(["b", "c"], "bayes", "threshold", 0.9)),
        (AskingPlan((0,), 0.9, False, 1.0, 0.7), Branch(["a"], "bayes", "decided")),
        (AskingPlan((0, 1), 0.9, True, 1.0, 0.7), Branch(["a", "b"], "bayes", "threshold", 0.9, adaptive=True)),
    ],
)
def test_plans_become_branches_by_name(plan, branch):
    assert build_branch(plan, NAMES) == branch


def test_a_mixture_keeps_its_shares_and_the_frontier_all_corners():
    assert [branch.share for branch in build_branches(CHOICE, NAMES)] == [0.25, 0.75]
    assert [(point.cost, point.accuracy) for point in build_points(CHOICE, NAMES)] == [(1.0, 0.7), (3.0, 0.8)]


def test_the_model_has_the_tables_of_all_items_for_the_members_it_needs():
    pool = make_pool(members=4, items=80)
    model = build_model(pool, PolicyChoice((VOTES,), ((VOTES, 1.0),)))
    assert model.names == (pool.names[0], pool.names[2])
    fitted = fit_tables(pool.votes, [0, 2])
    assert np.array(model.log_tables) == pytest.approx(fitted.tables[0].transpose(0, 2, 1), abs=1e-12)
    assert np.exp(model.log_tables).sum(axis=2) == pytest.approx(np.ones((2, 3)))


def test_graded_votes_have_accuracies_instead_of_tables():
    pool = make_graded()
    model = build_model(pool, CHOICE)
    assert (model.labels, model.log_tables) == ((), ())
    assert model.accuracies == pytest.approx(tuple(pool.accuracies))


def test_ends_are_shares_of_items():
    records = Records.cross_fit(make_pool(members=3, items=60))
    traces = [(trace_plan(plan, records), share) for plan, share in CHOICE.parts]
    ends = count_ends(traces, records)
    assert sum(ends) == pytest.approx(1.0)
    means = [share * float(records.weights @ trace.asked) for trace, share in traces]
    assert sum(place * end for place, end in enumerate(ends, 1)) == pytest.approx(sum(means))


def test_calibration_counts_right_verdicts_by_posterior():
    records = Records.cross_fit(make_pool(members=3, items=60))
    rows = len(records.truth)
    posteriors = np.where(np.arange(rows) % 2, 0.55, 0.995)
    verdicts = np.where(posteriors > 0.9, records.truth, -1)
    trace = Trace(verdicts, np.zeros(rows), np.ones(rows, dtype=np.int64), posteriors)
    low, high = measure_calibration([(trace, 1.0)], records, 60.0)
    assert (low.low, low.high, low.right, low.posterior) == (0.5, 0.6, 0.0, pytest.approx(0.55))
    assert (high.low, high.high, high.right, high.posterior) == (0.99, 1.0, pytest.approx(1.0), pytest.approx(0.995))
    assert low.items + high.items == 60


def test_votes_have_no_posterior_to_calibrate():
    records = Records.cross_fit(make_pool(members=3, items=60))
    assert measure_calibration([(trace_plan(VOTES, records), 1.0)], records, 60.0) == ()


def test_provenance_names_the_pool_and_the_version():
    pool = Pool.from_votes([["a", "b"], ["a", "a"]], truth=["a", "a"])
    assert build_provenance(pool) == {
        "items": 2,
        "members": 2,
        "pool_sha256": digest_columns(pool.to_dict()),
        "versions": {"haversack": __version__},
    }
    assert "items" not in build_provenance(Pool([0.9, 0.8]))
