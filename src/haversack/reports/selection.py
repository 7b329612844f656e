"""A selection in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.text import format_count, format_probability

if TYPE_CHECKING:
    from haversack.api.forecast import Plan
    from haversack.api.selection import Selection

_SHOWN_MEMBERS = 30
_ALMOST_ALL = 0.995


def summarise_selection(selection: Selection) -> str:
    """Tell who was chosen, what the set is worth and costs, the plan, and why the search stopped."""
    sections = [_member_table(selection), _outcome(selection)]
    if selection.plan is not None:
        sections.append(describe_plan(selection.plan))
    return "\n\n".join(sections)


def describe_plan(plan: Plan) -> str:
    """Tell what Algorithm 2 computed before the search.

    The words in brackets are the paper's symbols.
    """
    fitted: str = plan.accuracy_fit
    if plan.accuracy_fit == "beta" and plan.accuracy_alpha is not None and plan.accuracy_beta is not None:
        fitted = f"Beta({plan.accuracy_alpha:.4g}, {plan.accuracy_beta:.4g})"
    distribution: str = plan.rule
    if plan.rule == "beta" and plan.alpha is not None and plan.beta is not None:
        distribution = f"{plan.quantile} quantile of Beta({plan.alpha:.6g}, {plan.beta:.6g})"
    return format_section(
        "plan",
        [
            (
                "accuracy of a member",
                f"mean {plan.accuracy_mean:.6g}, variance {plan.accuracy_variance:.6g}, {fitted}",
            ),
            ("expected size (l-hat)", f"{plan.size}, by {plan.size_rule}"),
            ("mean of q there", format_probability(plan.mean, plan.mean_error)),
            ("variance of q there", f"{plan.variance:.6g}"),
            ("threshold (STOP)", f"{format_probability(plan.threshold, plan.error_threshold)}, {distribution}"),
            ("step limit (MAXSTEP)", format_count(plan.max_steps)),
        ],
    )


def _member_table(selection: Selection) -> str:
    pool = selection.pool
    columns: list[list[str]] = [["chosen", *selection.names[:_SHOWN_MEMBERS]]]
    shown = list(selection.members[:_SHOWN_MEMBERS])
    for title, values in (("accuracy", pool.accuracies), ("cost", pool.costs)):
        if values is not None:
            columns.append([title, *(f"{values[index]:.6g}" for index in shown)])
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for cells in zip(*columns, strict=True):
        padded = [
            cells[0].ljust(widths[0]),
            *(c.rjust(w) for c, w in zip(cells[1:], widths[1:], strict=True)),
        ]
        lines.append("  ".join(padded).rstrip())
    rule = "-" * max(len(line) for line in lines)
    lines.insert(1, rule)
    hidden = len(selection.members) - len(shown)
    if hidden > 0:
        lines.append(f"... and {hidden} more")
    return "\n".join(lines)


def _outcome(selection: Selection) -> str:
    rows = [("members", f"{len(selection.members)} of {len(selection.pool)}")]
    if selection.error is None:
        rows.append(("value", f"{selection.value:.10g}"))
    else:
        rows.append(("accuracy", f"{selection.value:.10g}"))
        rows.append(("error", f"{selection.error:.6g}"))
    if selection.pool.costs is not None or math.isfinite(selection.budget):
        limit = f"of {selection.budget:.6g}" if math.isfinite(selection.budget) else "(no limit)"
        rows.append(("cost", f"{selection.cost:.6g} {limit}"))
    if selection.proven:
        rows.append(("optimality", "proved: no set within the budget is better"))
    elif selection.gap is not None:
        rows.append(("optimality", _in_doubt(selection)))
    rows.extend((note.title, note.text) for note in selection.notes)
    rows.append(("stopped", selection.stop_reason))
    steps = f"{selection.steps:,} step{'' if selection.steps == 1 else 's'}"
    rows.append(("search", f"{steps} in {selection.seconds:.3g} s, seed {selection.seed}"))
    return format_section("result", rows)


def format_section(title: str, rows: list[tuple[str, str]]) -> str:
    """Return a title and below it a line per row, the second column aligned."""
    width = max(len(key) for key, _ in rows)
    return "\n".join([title, *(f"  {key.ljust(width)}  {text}" for key, text in rows)])


def _in_doubt(selection: Selection) -> str:
    """Tell how much better a set could be at most."""
    assert selection.gap is not None
    if selection.error_bound is not None and selection.gap > _ALMOST_ALL:
        return f"the error could still fall to {selection.error_bound:.6g}, not below"
    what = "loss" if selection.error is None else "error"
    return f"at most {selection.gap:.2%} of the {what} could still be removed"
