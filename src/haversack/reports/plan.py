"""Text of a plan: what Algorithm 2 computed before the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.reports.tables import DEFAULT_WIDTH, write_section
from haversack.text import format_count, format_probability

if TYPE_CHECKING:
    from haversack.api.forecast import Plan


def describe_plan(plan: Plan, *, width: int = DEFAULT_WIDTH) -> str:
    """Return the stochastic model, STOP and MAXSTEP as text. The words in brackets are the paper's symbols."""
    rows = [
        (
            "accuracy of a member",
            f"mean {plan.accuracy_mean:.6g}, variance {plan.accuracy_variance:.6g}, {_describe_fit(plan)}",
        ),
        ("expected size (l-hat)", f"{plan.size}, by {plan.size_rule}"),
        ("mean of q there", format_probability(plan.mean, plan.mean_error)),
        ("variance of q there", f"{plan.variance:.6g}"),
        ("threshold (STOP)", f"{format_probability(plan.threshold, plan.error_threshold)}, {_describe_rule(plan)}"),
        ("step limit (MAXSTEP)", format_count(plan.max_steps)),
    ]
    return write_section("plan", rows, width=width)


def _describe_fit(plan: Plan) -> str:
    if plan.accuracy_fit == "beta" and plan.accuracy_alpha is not None and plan.accuracy_beta is not None:
        return f"Beta({plan.accuracy_alpha:.4g}, {plan.accuracy_beta:.4g})"
    return plan.accuracy_fit


def _describe_rule(plan: Plan) -> str:
    if plan.rule == "beta" and plan.alpha is not None and plan.beta is not None:
        return f"{plan.quantile} quantile of Beta({plan.alpha:.6g}, {plan.beta:.6g})"
    return plan.rule
