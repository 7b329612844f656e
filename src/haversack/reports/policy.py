"""Text of a policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.reports.expected import describe_expected, describe_way
from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_paragraph, write_section, write_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.policies.branch import Branch
    from haversack.policies.findings import PolicyAlternative
    from haversack.policies.policy import Policy

_MOST_STEPS = 20
_MOST_NAMES = 6


def summarise_policy(policy: Policy, *, width: int = DEFAULT_WIDTH) -> str:
    """Return the questions of each branch, what they cost and reach, and what else would."""
    parts = [_write_branch(policy, branch, width) for branch in policy.branches]
    parts.append(write_section("policy", _describe(policy), width=width))
    if policy.alternatives:
        rows = [(each.title, describe_alternative(each)) for each in policy.alternatives]
        parts.append(write_section("instead", rows, width=width))
    if policy.notes:
        parts.append(write_section("notes", [(note.title, note.text) for note in policy.notes], width=width))
    return "\n\n".join(parts)


def describe_branch(branch: Branch) -> str:
    """Return how a branch asks and stops.

    Examples
    --------
    >>> from haversack.policies.branch import Branch
    >>> describe_branch(Branch(["a", "b"], "bayes", "threshold", 0.95, adaptive=True))
    'ask the most informative per price; stop once the posterior is at least 0.95'
    """
    order = "ask the most informative per price" if branch.adaptive else "ask in this order"
    return f"{order}; stop once {branch.condition}"


def describe_alternative(alternative: PolicyAlternative) -> str:
    """Return what an alternative asks, costs and reaches, and what the policy gains over it."""
    mixed = zip(alternative.shares, alternative.panels, strict=True)
    panels = [
        _list_names(names) + ("" if share == 1.0 else f" ({100 * share:.0f} % of the items)") for share, names in mixed
    ]
    reached = _format_interval(alternative.accuracy, alternative.low, alternative.high)
    gain = _format_interval(alternative.gain, alternative.gain_low, alternative.gain_high)
    return f"{' or '.join(panels)}: {reached} for {alternative.cost:.4g}; the policy gains {gain}"


def _list_names(names: Sequence[str]) -> str:
    hidden = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {hidden:,} more" if hidden > 0 else "")


def _format_interval(value: float, low: float | None, high: float | None) -> str:
    return f"{value:.3f}" if low is None or high is None else f"{value:.3f} ({low:.3f} to {high:.3f})"


def _write_branch(policy: Policy, branch: Branch, width: int) -> str:
    shown = branch.order[:_MOST_STEPS]
    columns = [
        TextColumn("ask", [str(place) for place in range(1, len(shown) + 1)], 2, right=True),
        TextColumn("member", list(shown), 1, least=12),
        TextColumn("price", [f"{policy.model.price(name):.6g}" for name in shown], 3, right=True),
    ]
    hidden = len(branch.order) - len(shown)
    table = write_table(columns, width=width, footer=[f"... and {hidden:,} more"] if hidden else [])
    share = "" if branch.share == 1.0 else f"{100 * branch.share:.1f} % of the items: "
    return f"{table}\n{write_paragraph(f'{share}{describe_branch(branch)}; take the {branch.winner}', width=width)}"


def _describe(policy: Policy) -> list[tuple[str, str]]:
    expected = policy.expected
    if expected is None:
        how = " if members err independently" if policy.assumes_independence else ""
        rows = [("accuracy", f"{policy.accuracy:.6g}{how}")]
    else:
        rows = [("accuracy", describe_expected(expected)), ("", describe_way(expected))]
    limits = "" if policy.cost_low is None else f" ({policy.cost_low:.4g} to {policy.cost_high:.4g})"
    share = "" if not policy.total_price else f"; asking everybody costs {policy.total_price:.6g}"
    rows.append(("mean cost", f"{policy.expected_cost:.6g}{limits} per item{share}"))
    if policy.budget is not None:
        rows.append(("budget", f"{policy.budget:.6g} per item, on average"))
    if policy.target is not None:
        rows.append(("wanted", f"an accuracy of {policy.target:g}"))
    if policy.ends:
        rows.append(("items end", describe_ends(policy.ends)))
    return [*rows, ("seed", str(policy.seed))]


def describe_ends(ends: tuple[float, ...], first: int = 1) -> str:
    """Return the share of items that end after each question, those that do.

    Examples
    --------
    >>> describe_ends((0.6, 0.0, 0.4))
    'after 1 answer 60.0 %, after 3 40.0 %'
    """
    parts = [
        f"after {count}{' answer' if count == 1 else ''} {100 * share:.1f} %"
        for count, share in enumerate(ends, first)
        if share > 0.0
    ]
    hidden = len(parts) - _MOST_STEPS
    return ", ".join(parts[:_MOST_STEPS]) + (f", and {hidden:,} more" if hidden > 0 else "")
