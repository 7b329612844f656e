"""What a page says about a policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from haversack.pages.canvas import ACCENT, MUTED, draw_svg
from haversack.pages.model import Chapter, Column, Drawing, Section, Table
from haversack.pages.policy_verdict import (
    build_policy_tiles,
    list_policy_warnings,
    list_questions,
    write_policy_lead,
    write_policy_title,
)
from haversack.pages.wording import format_number, format_share, join_names, show_name
from haversack.plots.policy import plot_policy
from haversack.reports.policy import describe_branch

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from haversack.policies.policy import Policy

_MOST_POINTS = 40
_LONGEST_PANEL = 200
_MOST_QUESTIONS = 100
_MOST_BARS = 30


def build_policy_chapter(policy: Policy, key: str) -> Chapter:
    """Return the chapter on a policy.

    Parameters
    ----------
    policy
        The policy.
    key
        Begins the names in its figures.
    """
    sections = [_describe_questions(policy), _describe_costs(policy, key)]
    sections += [_describe_ends(policy, key)] if policy.ends else []
    sections += [_describe_calibration(policy, key)] if policy.calibration else []
    return Chapter(
        kind="policy",
        title=write_policy_title(policy),
        lead=write_policy_lead(policy),
        tiles=build_policy_tiles(policy),
        warnings=list_policy_warnings(policy),
        sections=[*sections, _describe_provenance(policy)],
        document=policy.to_dict(),
    )


def _describe_questions(policy: Policy) -> Section:
    tables = [list_questions(policy, branch, _MOST_QUESTIONS) for branch in policy.branches]
    mixed = "For each item one of the two ways is drawn at random, the same one for the same key."
    return Section("Whom to ask", paragraphs=[mixed] if len(policy.branches) > 1 else [], tables=tables)


def _describe_costs(policy: Policy, key: str) -> Section:
    drawing = draw_svg(
        lambda axes: plot_policy(policy, axes), key=f"{key}-cost", label="accuracy against mean cost per item"
    )
    caption = "What policies reach at each mean cost, and what this one and others are expected to reach."
    others = [
        [
            alternative.title,
            " or ".join(join_names(names, _LONGEST_PANEL) for names in alternative.panels),
            format_number(alternative.cost),
            format_share(alternative.accuracy),
            f"{100.0 * alternative.gain:+.1f}",
        ]
        for alternative in policy.alternatives
    ]
    titles = [
        Column("Instead"),
        Column("Members", is_name=True),
        *(Column(title, is_number=True) for title in _NUMBERS),
    ]
    tables = [Table(titles, others)] if others else []
    if policy.points:
        rows = [
            [format_number(point.cost), format_share(point.accuracy), show_name(", ".join(point.branch.order))]
            for point in policy.points[:_MOST_POINTS]
        ]
        columns = [
            Column("Mean cost", is_number=True),
            Column("Accuracy", is_number=True),
            Column("Order", is_name=True),
        ]
        tables.append(Table(columns, rows, caption=f"Frontier: {len(policy.points):,} policies", folded=True))
    return Section("Cost and accuracy", drawings=[Drawing(drawing, caption)], tables=tables)


_NUMBERS = ("Mean cost", "Accuracy", "Gain in points")


def _describe_ends(policy: Policy, key: str) -> Section:
    from matplotlib.ticker import MaxNLocator

    def draw(axes: Axes) -> None:
        ends = policy.ends[:_MOST_BARS]
        axes.bar(range(1, len(ends) + 1), [100.0 * share for share in ends], color=ACCENT)
        axes.set(xlabel="answers until the end", ylabel="% of the items")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))

    drawing = draw_svg(draw, key=f"{key}-ends", label="share of items that end after each answer", height=2.4)
    mean = sum(place * share for place, share in enumerate(policy.ends, 1))
    sentence = f"On average {mean:.2f} answers are bought per item."
    return Section("Where items end", paragraphs=[sentence], drawings=[Drawing(drawing, "Items by number of answers.")])


def _describe_calibration(policy: Policy, key: str) -> Section:
    bins = policy.calibration

    def draw(axes: Axes) -> None:
        axes.plot([0.0, 1.0], [0.0, 1.0], color=MUTED, linestyle="dashed", linewidth=1.0)
        axes.plot([each.posterior for each in bins], [each.right for each in bins], marker="o", color=ACCENT)
        axes.set(xlabel="posterior of the verdict", ylabel="share of right verdicts")

    items = sum(each.items for each in bins)
    claimed = sum(each.items * each.posterior for each in bins) / items
    right = sum(each.items * each.right for each in bins) / items
    sentence = f"Verdicts claim to be right {format_share(claimed)} of the time, and are {format_share(right)}."
    if claimed > right:
        sentence += " Members share mistakes, which posteriors do not know."
    rows = [
        [
            f"{each.low:.2f} to {each.high:.2f}",
            f"{each.items:,}",
            format_share(each.posterior),
            format_share(each.right),
        ]
        for each in bins
    ]
    columns = [Column("Posterior"), *(Column(title, is_number=True) for title in ("Items", "Mean", "Right"))]
    drawing = draw_svg(draw, key=f"{key}-calibration", label="share of right verdicts by posterior")
    return Section(
        "Calibration",
        paragraphs=[sentence],
        drawings=[Drawing(drawing, "On the dashed line, posteriors are as high as they should be.")],
        tables=[Table(columns, rows)],
    )


def _describe_provenance(policy: Policy) -> Section:
    facts: list[tuple[str, str]] = [("vote", branch.vote) for branch in policy.branches[:1]]
    facts += [("way", describe_branch(branch)) for branch in policy.branches]
    facts += [(note.title, note.text) for note in policy.notes if not note.is_warning]
    facts += [fact for key, value in policy.provenance.items() for fact in _describe_origin(key, value)]
    return Section("Provenance", facts=[*facts, ("seed", str(policy.seed))])


def _describe_origin(key: str, value: Any) -> list[tuple[str, str]]:
    if key == "pool_sha256":
        return [("digest of the pool", f"SHA-256 {show_name(str(value), 80)}")]
    if key == "versions" and isinstance(value, Mapping):
        return [(show_name(str(name)), show_name(str(version))) for name, version in value.items()]
    return [(show_name(key), show_name(str(value)))]
