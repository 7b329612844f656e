"""The rows of one case, from the records of its runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from haversack.comparison.answers import RunAnswer
from haversack.comparison.reference import settle_reference
from haversack.comparison.rows import ComparisonRow
from haversack.comparison.runs import REFERENCE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack.comparison.reference import Reference
    from haversack.comparison.runs import CaseRun, CaseWork


def collect_rows(
    work: CaseWork, tasks: Sequence[CaseRun], records: Mapping[str, dict[str, Any]], known: Reference | None
) -> tuple[list[ComparisonRow], list[str]]:
    """Return the complete runs of a case against the best reference that they give together, and what failed.

    Parameters
    ----------
    work, tasks
        The case and its tasks.
    records
        Those that there are, by key.
    known
        The reference that the caller gave.
    """
    done = [(task, RunAnswer.of(records[task.key])) for task in tasks if task.key in records]
    reference = settle_reference([answer for _, answer in done if answer.fields], known)
    paper = next((answer for task, answer in done if task.number is None), None)
    rows, failures = [], []
    for task, answer in done:
        contestant = None if task.number is None else work.contestants[task.number]
        if answer.failed:
            what = REFERENCE if contestant is None else f"{contestant.searcher}, seed {task.seed}"
            failures.append(f"{work.case.name}: {what}: {answer.stop_reason.removeprefix('failed: ')}")
        if contestant is None:
            continue
        # Where the rule of a run has no STOP of its own, that of the paper.
        stop = answer if answer.has_plan or paper is None else paper
        rows.append(
            ComparisonRow(
                pool=work.case.name,
                group=work.case.group,
                members=len(work.case.pool),
                budget=work.case.budget,
                searcher=contestant.searcher,
                stopping=contestant.stopping,
                seed=task.seed,
                reference=reference,
                stop=stop.stop,
                stop_error=stop.stop_error,
                stop_reason=answer.stop_reason,
                failed=answer.failed,
                **answer.fields,
            )
        )
    return rows, failures
