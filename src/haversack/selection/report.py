"""From the monitor of a run to its Selection."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.gap import measure_gap
from haversack.api.notes import HasNotes, Note
from haversack.api.selection import Selection
from haversack.config.describe import describe_with_absolute_paths
from haversack.errors import EnergyError
from haversack.kinds import PART_KINDS
from haversack.noisy_monitor import NoisyMonitor
from haversack.selection.best_single import describe_panel, find_best_single_in_time
from haversack.selection.bound import clip_bound
from haversack.selection.options import SelectOptions
from haversack.selection.voting import describe_vote
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.vote import FitsVote
    from haversack.arrays import Sets
    from haversack.evaluation.evaluator import RunEvaluator
    from haversack.monitor import RunMonitor
    from haversack.plugins import Catalog
    from haversack.selection.assembly import Parts
    from haversack.selection.failures import Failure, Failures

_USUAL = SelectOptions()


def report_selection(
    evaluator: RunEvaluator,
    monitor: RunMonitor,
    best: RunMonitor,
    failures: Failures,
    *,
    seconds: float,
    stop_reason: str,
    **details: Any,
) -> Selection:
    """Return the best set of the monitor with the bound and the best set that another knows, or the same.

    The best single member is left out if it takes longer than so many seconds to find.

    A part that fails here leaves out what was asked of it, and the selection is marked `failed`.
    """
    assert monitor.best_set is not None
    known = best.best_set
    assert known is not None
    problem = evaluator.problem
    estimate = None
    if isinstance(monitor, NoisyMonitor) and failures.can_evaluate:
        evaluator.watch(lambda: math.inf)
        estimate = failures.attempt(lambda: monitor.estimate_answer(seconds), None)
    pool, row, loss = problem.pool, monitor.best_set, monitor.best_loss
    steps, evaluations, search_seconds = monitor.count()
    members = tuple(np.flatnonzero(row).tolist())
    bound = None if best.loss_bound == -math.inf else clip_bound(best.loss_bound, loss)
    shown_bound = None
    if bound is not None:
        shown_bound = monitor.best_value if bound == loss else failures.attempt(lambda: problem.value(bound), None)
    better, single = None, None
    notes: tuple[Note, ...] = ()
    if best.best_loss < loss:
        better = failures.attempt(lambda: describe_panel(problem, known, best.best_loss, best.best_cost), None)
    if failures.can_evaluate and not evaluator.is_noisy:
        single = failures.attempt(lambda: find_best_single_in_time(evaluator, seconds), None)
    if failures.can_evaluate:
        notes = failures.attempt(lambda: collect_notes(problem, row), ())
    return Selection(
        members=members,
        names=tuple(pool.names[index] for index in members),
        value=monitor.best_value,
        error=loss if problem.is_probability else None,
        cost=monitor.best_cost,
        budget=problem.budget,
        steps=steps,
        evaluations=evaluator.count if evaluator.counts_all else evaluations,
        seconds=search_seconds,
        trace=tuple(monitor.trace),
        pool=pool,
        bound=shown_bound,
        error_bound=bound if problem.is_probability else None,
        gap=monitor.gap if bound is None else measure_gap(loss, bound),
        proven=bound is not None and bound >= loss,
        best_single=single,
        best_known=better,
        standard_error=None if estimate is None else estimate.standard_error,
        repeats=None if estimate is None else estimate.repeats,
        assumes_independence=failures.attempt(lambda: problem.traits.assumes_independence, default=False),
        notes=notes,
        failed=failures.first is not None,
        stop_reason=stop_reason if failures.first is None else describe_stop(failures.first, stop_reason),
        **details,
    )


def describe_stop(failure: Failure, reason: str) -> str:
    """Return the stop reason of a run in which a part failed, with the reason why the search had ended before."""
    sentence = f"failed: {failure}"
    return reason if reason.startswith(sentence) else f"{sentence} (after the search had ended: {reason})"


def mark_failed(selection: Selection, failure: Failure) -> Selection:
    """Return the selection with a failure that came after it."""
    return attrs.evolve(selection, failed=True, stop_reason=describe_stop(failure, selection.stop_reason))


def collect_notes(problem: Problem, chosen: Sets) -> tuple[Note, ...]:
    """Return the notes of the energy, or raise `EnergyError` where they are something else."""
    energy = problem.energy
    if not isinstance(energy, HasNotes):
        return ()
    notes: tuple[Any, ...] = tuple(energy.notes(problem.pool, chosen))
    wrong = [note for note in notes if not isinstance(note, Note)]
    if wrong:
        raise EnergyError(f"energy {energy!r:.80}: expected notes of the class Note, got {format_value(wrong[0])}")
    return notes


def describe_run(
    parts: Parts, budget: float, options: SelectOptions, vote: FitsVote | None, catalog: Catalog
) -> dict[str, Any] | None:
    """Return the run as a configuration without its pool, or None if a part has no registered name."""
    sections = {
        field.name: describe_with_absolute_paths(field.name, getattr(parts, field.name), catalog)
        for field in attrs.fields(type(parts))
        if field.name in PART_KINDS
    }
    decides = describe_vote(vote, catalog)
    constraints = [describe_with_absolute_paths("constraint", constraint, catalog) for constraint in parts.constraints]
    if None in [*sections.values(), *constraints] or decides is None:
        return None
    limit = {"budget": budget} if math.isfinite(budget) else {}
    words = {name: getattr(options, name) for name in ("certify", "estimate", "preset", "frugal")}
    changed = {name: word for name, word in words.items() if word != getattr(_USUAL, name)}
    conditions = {"constraints": constraints} if constraints else {}
    return {**limit, "seed": options.seed, **changed, **sections, **decides, **conditions}
