"""The runs on one case."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import attrs

from haversack.comparison.reference import settle_reference
from haversack.comparison.rows import ComparisonRow
from haversack.errors import CapabilityError, HaversackError, PartError, SearchError
from haversack.selection import defaults
from haversack.selection.planning import make_plan
from haversack.selection.run import select

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from haversack.api.forecast import Plan
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.api.selection import Selection
    from haversack.api.stopping import StoppingRule
    from haversack.comparison.cases import Case
    from haversack.comparison.contestants import Contestant
    from haversack.comparison.reference import Reference
    from haversack.plugins import Catalog
    from haversack.selection.failures import OnFailure


@attrs.frozen
class Stage:
    """Progress of a comparison.

    Parameters
    ----------
    done, planned
        Runs.
    what
        The case and the searcher that are running.
    progress, plan
        Their progress.
    """

    done: int
    planned: int
    what: str
    progress: Progress
    plan: Plan | None


def run_to_end(
    case: Case,
    searcher: Searcher,
    rule: StoppingRule,
    seed: int,
    catalog: Catalog,
    on_progress: Callable[[Progress, Plan | None], None] | None = None,
    on_failure: OnFailure = "keep",
) -> Selection:
    """Run a search to its end; raise KeyboardInterrupt if it is interrupted, for it then says nothing."""
    found = select(
        **case.arguments(),
        searcher=searcher,
        stopping=rule,
        seed=seed,
        certify="off",
        estimate="none",
        on_progress=on_progress,
        observers=None,
        on_failure=on_failure,
        catalog=catalog,
    )
    if found.interrupted:
        raise KeyboardInterrupt
    return found


_OUTCOMES = (PartError, SearchError)
"""Errors with which a run may end instead of a set."""
_REFERENCE = "the reference"


@attrs.define
class CaseRuns:
    """The runs on one case, while they are being made.

    Parameters
    ----------
    case, contestants, seeds
        What is run.
    on_stage
        Called with the progress of every run, its number and what it is.
    catalog
        Where names are looked up.
    on_failure
        As in `haversack.select`.
    """

    case: Case
    contestants: Sequence[Contestant]
    seeds: Sequence[int]
    on_stage: Callable[[int, str, Progress, Plan | None], None]
    catalog: Catalog
    on_failure: OnFailure = "keep"
    _plan: Plan | None = None
    _truths: list[Selection] = attrs.field(factory=list)
    _outcomes: list[tuple[Contestant, int, Selection | HaversackError]] = attrs.field(factory=list)
    _failures: list[str] = attrs.field(factory=list)

    def make(self, prover: Searcher | None, limit: StoppingRule) -> None:
        """Search for the reference, then run all contestants; after KeyboardInterrupt `rows` has the complete runs."""
        # Shown where the rule of a run has no STOP of its own; not every energy has one.
        with contextlib.suppress(HaversackError):
            self._plan = make_plan(
                **self.case.arguments(), stopping=defaults.PAPER_STOPPING, seed=self.seeds[0], catalog=self.catalog
            )
        if prover is not None:
            try:
                truth = self._run(_REFERENCE, prover, limit, self.seeds[0])
            except _OUTCOMES as error:
                self._note_failure(_REFERENCE, error)
            except CapabilityError:
                pass
            else:
                self._truths.append(truth)
                self._note_failure(_REFERENCE, truth)
        for contestant in self.contestants:
            for seed in self.seeds:
                outcome: Selection | HaversackError
                try:
                    outcome = self._run(contestant.searcher, contestant.part, contestant.rule, seed)
                except _OUTCOMES as error:
                    # Ending without a set is an outcome too, and one broken run must not cost the others.
                    outcome = error
                self._note_failure(f"{contestant.searcher}, seed {seed}", outcome)
                self._outcomes.append((contestant, seed, outcome))

    def rows(self, known: Reference | None) -> Iterator[ComparisonRow]:
        """Yield the complete runs, against the best reference that they give together."""
        answers = [outcome for _, _, outcome in self._outcomes if not isinstance(outcome, HaversackError)]
        reference = settle_reference([*self._truths, *answers], known)
        for contestant, seed, outcome in self._outcomes:
            yield self._row(contestant, seed, outcome, reference)

    def list_failures(self) -> list[str]:
        """Return a sentence for every complete run in which a part failed."""
        return self._failures

    def _note_failure(self, what: str, outcome: Selection | HaversackError) -> None:
        if has_failed(outcome):
            reason = str(outcome) if isinstance(outcome, HaversackError) else outcome.stop_reason
            self._failures.append(f"{self.case.name}: {what}: {reason.removeprefix('failed: ')}")

    def _run(self, what: str, searcher: Searcher, rule: StoppingRule, seed: int) -> Selection:
        number, label = len(self._outcomes), f"{self.case.name}: {what}"

        def listen(progress: Progress, plan: Plan | None) -> None:
            self.on_stage(number, label, progress, plan)

        return run_to_end(self.case, searcher, rule, seed, self.catalog, listen, self.on_failure)

    def _row(
        self, contestant: Contestant, seed: int, outcome: Selection | HaversackError, reference: Reference | None
    ) -> ComparisonRow:
        found = None if isinstance(outcome, HaversackError) else outcome
        plan = self._plan if found is None or found.plan is None else found.plan
        return ComparisonRow(
            pool=self.case.name,
            group=self.case.group,
            members=len(self.case.pool),
            budget=self.case.budget,
            searcher=contestant.searcher,
            stopping=contestant.stopping,
            seed=seed,
            reference=reference,
            stop=None if plan is None else plan.threshold,
            stop_error=None if plan is None else plan.error_threshold,
            stop_reason=str(outcome) if found is None else found.stop_reason,
            failed=has_failed(outcome),
            **({} if found is None else _answer_fields(found)),
        )


def has_failed(outcome: Selection | HaversackError) -> bool:
    """Return whether a part failed in a run, with or without an answer."""
    return isinstance(outcome, PartError) if isinstance(outcome, HaversackError) else outcome.failed


def _answer_fields(selection: Selection) -> dict[str, Any]:
    names = ("value", "error", "cost", "proven", "steps", "evaluations", "seconds", "trace")
    return {name: getattr(selection, name) for name in names} | {"chosen": len(selection.members)}
