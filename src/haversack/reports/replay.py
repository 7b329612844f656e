"""Text of a policy on recorded answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.reports.policy import describe_ends
from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_section, write_table

if TYPE_CHECKING:
    from haversack.policies.findings import CalibrationBin
    from haversack.policies.replay import Replay

_MOST_LABELS = 5


def summarise_replay(replay: Replay, *, width: int = DEFAULT_WIDTH) -> str:
    """Return what the policy reached and cost, where items ended, and how often posteriors are right."""
    rows = [
        ("items", f"{replay.items:,}"),
        ("accuracy", f"{replay.accuracy:.4g} ({replay.low:.3f} to {replay.high:.3f})"),
        ("", f"{replay.expected_accuracy:.4g} was expected"),
        ("mean cost", f"{replay.mean_cost:.6g} ({replay.cost_low:.4g} to {replay.cost_high:.4g}) per item"),
        ("", f"{replay.expected_cost:.6g} was expected"),
        ("items end", describe_ends(replay.ends, first=0)),
    ]
    if replay.undecided:
        rows.append(("undecided", f"{100 * replay.undecided:.1f} % of the items, which count as wrong"))
    if replay.missing_answers:
        rows.append(("missing", f"{replay.missing_answers:,} answers, which cost nothing"))
    if replay.absent_members:
        rows.append(("absent", f"{', '.join(replay.absent_members)}: no answers in this log"))
    if replay.unknown_labels:
        rows.append(("unknown", _describe_unknown(replay)))
    parts = [write_section("replay", rows, width=width)]
    if replay.calibration:
        parts.append(write_calibration(replay.calibration, width=width))
    return "\n\n".join(parts)


def write_calibration(bins: tuple[CalibrationBin, ...], *, width: int = DEFAULT_WIDTH) -> str:
    """Return a table of how often verdicts with about the same posterior are right."""
    columns = [
        TextColumn("posterior", [f"{each.low:.2f} to {each.high:.2f}" for each in bins], 1),
        TextColumn("items", [f"{each.items:,}" for each in bins], 4, right=True),
        TextColumn("mean", [f"{each.posterior:.3f}" for each in bins], 2, right=True),
        TextColumn("right", [f"{each.right:.3f}" for each in bins], 3, right=True),
    ]
    return write_table(columns, width=width)


def _describe_unknown(replay: Replay) -> str:
    total = sum(count for _, count in replay.unknown_labels)
    shown = ", ".join(f"{label} ({count:,})" for label, count in replay.unknown_labels[:_MOST_LABELS])
    hidden = len(replay.unknown_labels) - _MOST_LABELS
    return f"{total:,} answers that are no labels of the policy: {shown}{f' and {hidden:,} more' if hidden > 0 else ''}"
