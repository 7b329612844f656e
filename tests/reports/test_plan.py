"""Plans as text."""

from __future__ import annotations

import attrs
import pytest

from haversack import Plan
from haversack.reports.plan import describe_plan


@pytest.fixture
def plan():
    return Plan(
        accuracy_mean=0.75,
        accuracy_variance=0.01,
        accuracy_fit="empirical",
        size=51,
        mean=1.0,
        variance=1e-30,
        alpha=None,
        beta=None,
        rule="normal",
        threshold=1.0,
        max_steps=10**30,
        mean_error=2e-12,
        error_threshold=1e-20,
        size_rule="the size of the pool",
    )


def test_a_plan_without_fits_names_the_rule_and_shows_complements(plan):
    assert describe_plan(plan) == (
        "plan\n"
        "  accuracy of a member   mean 0.75, variance 0.01, empirical\n"
        "  expected size (l-hat)  51, by the size of the pool\n"
        "  mean of q there        1 (1 - 2e-12)\n"
        "  variance of q there    1e-30\n"
        "  threshold (STOP)       1 (1 - 1e-20), normal\n"
        "  step limit (MAXSTEP)   1e+30"
    )


def test_parameters_of_a_fit_that_was_not_used_are_not_shown(plan):
    rejected = attrs.evolve(plan, accuracy_alpha=3.0, accuracy_beta=2.0, alpha=5.0, beta=6.0)
    assert describe_plan(rejected) == describe_plan(plan)


def test_fitted_distributions_are_shown_with_their_parameters(plan):
    fitted = attrs.evolve(
        plan, accuracy_fit="beta", accuracy_alpha=16.83456, accuracy_beta=5.161, rule="beta", alpha=5.0, beta=6.0,
        quantile=0.8, threshold=0.9, error_threshold=0.1,
    )  # fmt: skip
    lines = describe_plan(fitted).splitlines()
    assert lines[1] == "  accuracy of a member   mean 0.75, variance 0.01, Beta(16.83, 5.161)"
    assert lines[5] == "  threshold (STOP)       0.9, 0.8 quantile of Beta(5, 6)"


def test_a_narrow_plan_continues_on_further_lines(plan):
    lines = describe_plan(plan, width=54).splitlines()
    assert max(map(len, lines)) <= 54
    assert lines[1:3] == ["  accuracy of a member   mean 0.75, variance 0.01,", " " * 25 + "empirical"]
