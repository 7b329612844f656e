"""The verdict on a policy: title, lead, numbers and questions. Needs neither jinja2 nor matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.pages.model import Column, Table, Tile
from haversack.pages.wording import count_members, format_number, format_share, show_name

if TYPE_CHECKING:
    from haversack.policies.branch import Branch
    from haversack.policies.findings import PolicyAlternative
    from haversack.policies.policy import Policy


def write_policy_title(policy: Policy) -> str:
    """Return the verdict in one line."""
    return f"Right {format_share(policy.accuracy)} for {format_number(policy.expected_cost)} per item"


def write_policy_lead(policy: Policy) -> str:
    """Return the verdict in a sentence or two."""
    # Each item takes one of the branches.
    longest = max(len(branch.order) for branch in policy.branches)
    first = f"Up to {count_members(longest)} are asked one after the other, and none that is not needed."
    if longest == 1:
        first = "One member is asked about each item."
    if not policy.total_price:
        return first
    share = policy.expected_cost / policy.total_price
    return (
        f"{first} Asking everybody costs {format_number(policy.total_price)}; this costs {format_share(share)} of it."
    )


def build_policy_tiles(policy: Policy) -> list[Tile]:
    """Return the numbers of the verdict."""
    expected = policy.expected
    detail = "if members err independently" if policy.assumes_independence else "on the recorded items"
    if expected is not None:
        detail = f"on {expected.valid_for}; {format_share(expected.low)} to {format_share(expected.high)}"
    cost = f"budget {format_number(policy.budget)}" if policy.budget is not None else "on average"
    tiles = [
        Tile("Accuracy", format_share(policy.accuracy), detail),
        Tile("Mean cost", format_number(policy.expected_cost), cost),
    ]
    if policy.ends:
        tiles.append(Tile("One answer is enough", format_share(policy.ends[0]), "of the items"))
    return tiles + [_build_gain_tile(each) for each in policy.alternatives[:1]]


def _build_gain_tile(alternative: PolicyAlternative) -> Tile:
    points = f"{100.0 * alternative.gain:+.1f} points"
    detail = f"{format_share(alternative.accuracy)} for {format_number(alternative.cost)}"
    is_sure = alternative.gain > 0.0 and (alternative.gain_low is None or alternative.gain_low > 0.0)
    return Tile(f"Against the {alternative.title}", points, detail, "good" if is_sure else "doubtful")


def list_policy_warnings(policy: Policy) -> list[str]:
    """Return what casts doubt on the policy."""
    warnings = [f"{note.title}: {note.text}." for note in policy.notes if note.is_warning]
    if policy.interrupted:
        warnings.append("The search was interrupted: the policy is the best one found until then.")
    return warnings


def list_questions(policy: Policy, branch: Branch, most: int | None = None) -> Table:
    """Return the members of a branch in order with their prices, and until when they are asked.

    Parameters
    ----------
    policy
        The policy.
    branch
        One of its branches.
    most
        How many of them to list; all if omitted.
    """
    share = "" if branch.share == 1.0 else f"{format_share(branch.share)} of the items: "
    order = "the most informative per price is asked next" if branch.adaptive else "they are asked in this order"
    return Table(
        [Column("Ask"), Column("Member", is_name=True), Column("Price", is_number=True)],
        [
            [str(place), show_name(name), format_number(policy.model.price(name))]
            for place, name in enumerate(branch.order[:most], 1)
        ],
        caption=f"{share}{order}, until {_describe_end(branch)}",
    )


def _describe_end(branch: Branch) -> str:
    """Return until when members are asked, without terms of probability."""
    if branch.threshold is None:
        return "the remaining answers cannot change the verdict"
    return f"one answer is at least {format_share(branch.threshold)} likely to be right"
