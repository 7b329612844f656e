from __future__ import annotations

import json

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from failing_parts import FAILING, WORDS, FailingEnergy, FailingSearcher, FailingValue
from fakes import ListSearcher, MeanLoss
from haversack import HaversackError, PartError, Pool, frontier

POOL = Pool(accuracies=[0.9, 0.8, 0.7, 0.6, 0.85], costs=[4.0, 2.0, 2.0, 1.0, 3.0])
STEPS = {"kind": "max-step", "limit": 60}
BUDGETS = [1.0, 3.0, 6.0, 9.0]


def attempt(**parts):
    """Return the frontier, or the error."""
    arguments = {"budgets": BUDGETS, "searcher": "monte-carlo", "stopping": STEPS, "seed": 1} | parts
    try:
        return frontier(POOL, **arguments)
    except HaversackError as error:
        return error


@given(kind=st.sampled_from(sorted(FAILING)), calls=st.integers(1, 60))
def test_a_part_that_fails_at_any_call_keeps_the_points_of_other_budgets(kind, calls):
    found = attempt(**{kind: FAILING[kind](calls)})
    name = f"{WORDS[kind]} {FAILING[kind].__name__} raised ValueError: out of order"
    if isinstance(found, HaversackError):
        assert isinstance(found, PartError)
        assert str(found).startswith(name)
        return
    assert found.points
    for point in found.points:
        assert point.cost == pytest.approx(float(POOL.costs[list(point.members)].sum()))
    assert found.failed == found.stop_reason.startswith("failed: ")
    if found.failed:
        assert found.stop_reason.startswith(f"failed: {name}")
        assert set(found.failed_budgets) <= set(BUDGETS)
        assert {row.budget for row in found.rows() if row.failed} <= set(found.failed_budgets)
        assert "failed" in found.summary()
        assert found.to_dict()["failed"] is True
    if kind == "stopping":
        # Where a search takes long, the clock has the rule asked between two offers, too.
        return
    again = attempt(**{kind: FAILING[kind](calls)})
    assert (again.points, again.stop_reason) == (found.points, found.stop_reason)


def test_only_the_budgets_at_which_a_part_fails_are_marked():
    class Small(MeanLoss):
        """Fails for sets of three and more."""

        def losses(self, pool, sets):
            if len(sets) and sets.sum(axis=1).max() > 2:
                raise ValueError("too large")
            return super().losses(pool, sets)

    found = attempt(energy=Small(), searcher=ListSearcher(((3,), (1,), (0,), (0, 1, 2))))
    assert [row.failed for row in found.rows()] == [False, False, False, True]
    assert found.failed_budgets == (9.0,)
    assert found.rows()[-1].members == (0,)
    assert found.stop_reason == "failed: energy Small raised ValueError: too large"
    assert [row["failed"] for row in json.loads(found.to_json())["rows"]] == [False, False, False, True]
    assert found.to_csv().splitlines()[-1].split(",")[9] == "true"
    assert not found.whole


def test_a_search_over_all_budgets_that_fails_keeps_its_points():
    @attrs.frozen
    class Tracer:
        def search(self, problem, monitor, rng):
            raise AssertionError("all budgets are searched at once")

        def trace_frontier(self, problem, monitor):
            monitor.offer(np.eye(len(problem.pool), dtype=bool))
            raise ValueError("out of budgets")

    found = frontier(POOL, searcher=Tracer())
    assert (found.failed, found.failed_budgets, found.whole) == (True, (), False)
    assert found.stop_reason == "failed: searcher Tracer raised ValueError: out of budgets"
    assert found.points[-1].members == (0,)
    with pytest.raises(ValueError, match="out of budgets"):
        frontier(POOL, searcher=Tracer(), on_failure="raise")


def test_points_whose_value_cannot_be_shown_are_left_out():
    found = attempt(energy=FailingValue(4))
    assert isinstance(found, PartError) or found.failed


@pytest.mark.parametrize("searcher", [None, "monte-carlo"])
def test_what_the_listener_of_the_caller_raises_reaches_the_caller(searcher):
    def listen(progress):
        raise LookupError("mine")

    budgets = {} if searcher is None else {"budgets": BUDGETS, "stopping": STEPS}
    with pytest.raises(LookupError, match="mine"):
        frontier(POOL, searcher=searcher, on_progress=listen, **budgets)


def test_raise_lets_the_exception_through():
    with pytest.raises(ValueError, match="out of order"):
        attempt(searcher=FailingSearcher(3), on_failure="raise")


def test_the_parts_are_recorded():
    found = attempt(energy=FailingEnergy(10**9))
    assert found.parts["energy"].name == "failing_parts.FailingEnergy"
    assert found.to_dict()["parts"]["searcher"]["name"] == "monte-carlo"
    assert found.parts["stopping"].distribution == "haversack"
