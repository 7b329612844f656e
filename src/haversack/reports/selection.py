"""Text of a selection."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from haversack.pools.columns import ACCURACIES, list_shown_columns
from haversack.reports.expected import advise, describe_expected, describe_gain, describe_way
from haversack.reports.plan import describe_plan
from haversack.reports.rivals import find_rivals
from haversack.reports.tables import DEFAULT_WIDTH, TextColumn, write_section, write_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack.api.panel import Panel
    from haversack.api.selection import Selection
    from haversack.pools.votes import RecordedVotes

_MOST_MEMBERS = 30
_ALMOST_ALL = 0.995
_LONG_SETUP = 0.5
_NOTABLE_RATIO = 1.1


def summarise_selection(selection: Selection, *, plan: bool | None = None, width: int = DEFAULT_WIDTH) -> str:
    """Return the panel, its accuracy beside that of the best single member, its cost, and how close to optimal it is.

    Parameters
    ----------
    selection
        The result.
    plan
        Whether to add what Algorithm 2 computed, if anything; by default under a preset, whose subject that is.
    width
        Characters in a line.
    """
    sections = [_write_members(selection, width), write_section("result", _describe_result(selection), width=width)]
    shows_plan = selection.preset is not None if plan is None else plan
    if shows_plan and selection.plan is not None:
        sections.append(describe_plan(selection.plan, width=width))
    return "\n\n".join(sections)


def _write_members(selection: Selection, width: int) -> str:
    members = selection.members[:_MOST_MEMBERS]
    columns = [TextColumn("chosen", selection.names[:_MOST_MEMBERS], rank=1, least=8)]
    for rank, (title, values) in enumerate(list_shown_columns(selection.pool), start=2):
        columns.append(TextColumn(title, [f"{values[member]:.6g}" for member in members], rank, right=True))
        if title == ACCURACIES.header and selection.pool.has_estimated_accuracies:
            columns.append(_count_right_answers(selection.pool.require_votes(), members))
    hidden = len(selection.members) - len(members)
    return write_table(columns, width=width, footer=[f"... and {hidden} more"] if hidden > 0 else [])


def _count_right_answers(votes: RecordedVotes, members: Sequence[int]) -> TextColumn:
    """Return what the accuracies were estimated from."""
    given = votes.answered[:, members].sum(axis=0).tolist()
    right = (votes.answers[:, members] == votes.truth[:, None]).sum(axis=0).tolist()
    cells = [f"{each:,} of {all_:,}" for each, all_ in zip(right, given, strict=True)]
    return TextColumn("right answers", cells, rank=9, right=True)


def _describe_result(selection: Selection) -> list[tuple[str, str]]:
    rows = [("failed", selection.stop_reason.removeprefix("failed: "))] if selection.failed else []
    expected = selection.expected
    if expected is not None:
        rows += [("expected", describe_expected(expected)), ("recorded", f"items show {expected.shown:.3f}")]
    advice = advise(selection)
    if advice is not None:
        rows.append(("advice", advice))
    rows += [("members", f"{len(selection.members)} of {len(selection.pool)}")]
    if selection.error is None:
        rows.append(("value", f"{selection.value:.10g}{_describe_noise(selection)}"))
    else:
        condition = ", if members err independently" if selection.assumes_independence else ""
        rows.append(("accuracy", f"{selection.value:.10g}{_describe_noise(selection)}{condition}"))
        rows.append(("error", f"{selection.error:.6g}"))
    if selection.best_single is not None:
        rows.append(("best single", _describe_single(selection, selection.best_single)))
    if expected is not None:
        titles = {"best_single": "alone", "everybody": "everybody"}
        rows += [(titles[name], describe_gain(rival)) for name, rival in find_rivals(selection).items()]
        rows.append(("estimate", describe_way(expected)))
    if selection.pool.costs is not None or math.isfinite(selection.budget):
        limit = f"of {selection.budget:.6g}" if math.isfinite(selection.budget) else "(no limit)"
        rows.append(("cost", f"{selection.cost:.6g} {limit}"))
    optimality = _describe_optimality(selection)
    if optimality is not None:
        prover = "" if selection.bounded_by is None else f", according to {selection.bounded_by}"
        rows.append(("optimality", f"{optimality}{prover}"))
    if selection.best_known is not None:
        rows.append(("best known", _describe_better(selection, selection.best_known)))
    rows.extend((note.title, note.text) for note in selection.notes)
    if not selection.failed:
        rows.append(("stopped", selection.stop_reason))
    # Constraints are a list of parts, each of which counts by itself.
    listed = [
        ("constraint" if kind == "constraints" else kind, each)
        for kind, part in selection.parts.items()
        for each in (part.parts if kind == "constraints" else (part,))
    ]
    foreign = [f"{kind} {part}" for kind, part in listed if part.is_foreign]
    if foreign:
        rows.append(("parts", ", ".join(foreign)))
    steps = f"{selection.steps:,} step{'' if selection.steps == 1 else 's'}"
    setup = f" after {selection.setup_seconds:.2g} s of set-up" if selection.setup_seconds >= _LONG_SETUP else ""
    rows.append(("search", f"{steps} in {selection.seconds:.3g} s{setup}, seed {selection.seed}"))
    return rows


def _describe_noise(selection: Selection) -> str:
    """Return how exactly a noisy value is known, or nothing."""
    if selection.standard_error is None:
        return ""
    return f" ± {selection.standard_error:.2g}, mean of {selection.repeats} evaluations"


def _describe_single(selection: Selection, single: Panel) -> str:
    """Return the best member alone, and what the panel gains over it."""
    name = single.names[0]
    if single.members == selection.members:
        return f"{name}: the panel"
    if "constraints" in selection.parts:
        name = f"{name}, of those allowed"
    if selection.error is None or single.error is None:
        return f"{name}, {single.value:.6g}; the panel adds {selection.value - single.value:.6g}"
    if selection.error == 0.0:
        gain = "the panel makes no errors"
    elif selection.error < single.error:
        ratio = single.error / selection.error
        # "1.0 times fewer" would say nothing.
        fewer = _format_ratio(ratio) if ratio >= _NOTABLE_RATIO else f"{1.0 - 1.0 / ratio:.1%}"
        gain = f"the panel makes {fewer} fewer errors"
    elif selection.error == single.error:
        gain = "the panel is as good"
    else:
        gain = "better than the panel"
    return f"{name}, {single.value:.6g}; {gain}"


def _describe_better(selection: Selection, known: Panel) -> str:
    """Return a set that is better than the answer."""
    size = f"{len(known.members)} member{'' if len(known.members) == 1 else 's'}"
    if selection.error is None or known.error is None:
        return f"{known.value:.10g} by {size}, cost {known.cost:.6g}"
    ratio = "" if known.error == 0.0 else f", {_format_ratio(selection.error / known.error)} fewer"
    return f"{known.value:.10g} by {size}, error {known.error:.6g}{ratio}, cost {known.cost:.6g}"


def _format_ratio(ratio: float) -> str:
    """Return how many times fewer errors there are.

    Examples
    --------
    >>> _format_ratio(1.234), _format_ratio(27.31), _format_ratio(3.2e9)
    ('1.2 times', '27 times', '3.2e+09 times')
    """
    return f"{ratio:.1f} times" if ratio < 10.0 else f"{ratio:,.0f} times" if ratio < 1e6 else f"{ratio:.2g} times"


def _describe_optimality(selection: Selection) -> str | None:
    """Return how much better a feasible set could be at most, or None if no bound is known."""
    if selection.proven:
        return "proved: no set within the budget is better"
    if selection.error is None:
        # A share of the loss means nothing where only the value is shown.
        if selection.bound is None or not math.isfinite(selection.bound):
            return None
        return f"the value could rise by at most {selection.bound - selection.value:.6g}"
    if selection.gap is None:
        return None
    if selection.error_bound == 0.0:
        return "not proved: no bound above an error of 0 was found"
    if selection.error_bound is not None and selection.gap > _ALMOST_ALL:
        return f"no set has an error below {selection.error_bound:.6g}"
    return f"gap {selection.gap:.2%} of the error"
