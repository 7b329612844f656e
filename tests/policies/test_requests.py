"""What is asked of a policy; tests/policies/test_run.py has the messages about single arguments."""

from __future__ import annotations

import numpy as np
import pytest

import haversack as hs
from haversack.policies.choosing import Goal, Options, PolicyChoice
from haversack.policies.plans import AskingPlan
from haversack.policies.requests import check_goal, check_options, check_pool, check_reached
from recorded_pools import make_graded, make_pool


def test_a_pool_is_needed():
    with pytest.raises(hs.ConfigError, match=r"pool: expected a haversack\.Pool, got \[0\.9\]"):
        check_pool([0.9])


def test_numbers_of_numpy_are_numbers():
    pool = make_pool(costs=[1, 2, 3, 4])
    assert check_goal(pool, np.int64(2), None) == Goal(budget=2.0)
    assert check_goal(pool, None, np.float32(0.5)) == Goal(accuracy=0.5)
    assert check_options(pool, "auto", np.bool_(True)) == Options("auto", "on")


@pytest.mark.parametrize("budget", [True, float("nan"), -1])
def test_other_budgets_are_refused(budget):
    with pytest.raises(hs.ConfigError, match="budget: must be a finite number of at least 0"):
        check_goal(make_pool(), budget, None)


def test_the_cheapest_price_is_a_budget():
    assert check_goal(make_pool(costs=[3, 2, 5, 4]), 2, None) == Goal(budget=2.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [(("bayes", False), "vote 'bayes' needs the answers"), (("auto", True), "an adaptive order needs the answers")],
)
def test_votes_that_say_right_or_wrong_only_have_no_posterior(options, message):
    with pytest.raises(hs.PoolError, match=message):
        check_options(make_graded(), *options)


def test_an_accuracy_that_nothing_reaches_is_refused():
    plan = AskingPlan((0,), None, False, 2.0, 0.8)
    choice = PolicyChoice((plan,), ((plan, 1.0),))
    check_reached(Goal(accuracy=0.8), choice)
    check_reached(Goal(budget=1.0), choice)
    with pytest.raises(hs.InfeasibleError, match=r"reaches 0\.81; the most accurate one reaches 0\.8 at a mean price"):
        check_reached(Goal(accuracy=0.81), choice)
