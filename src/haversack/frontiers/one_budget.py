"""The search at one budget; the sets it finds count for all budgets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.errors import InfeasibleError, PartError
from haversack.forwarding import ForwardingMonitor
from haversack.frontiers.budgets import find_free_budget
from haversack.selection.options import SelectOptions
from haversack.selection.run import run_selection

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor, Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.arrays import FloatArray, Sets
    from haversack.frontiers.record import FrontierRecord
    from haversack.plugins import Catalog
    from haversack.selection.options import OnFailure


def search_budget(
    problem: Problem,
    budget: float,
    searcher: Searcher,
    rule: StoppingRule,
    record: FrontierRecord,
    seed: int,
    catalog: Catalog,
    on_failure: OnFailure = "keep",
) -> None:
    """Search at one budget and record every candidate in the frontier, and a failure of a part.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C; what was found is on record.
    """
    options = SelectOptions(
        energy=problem.energy,
        searcher=_RecordedSearcher(searcher, record, budget),
        stopping=rule,
        cost=problem.cost_model,
        constraints=problem.constraints,
        seed=seed,
        certify="off",
        estimate="none",
        on_failure=on_failure,
    )
    try:
        limit = budget or find_free_budget(problem.single_costs().tolist())
        chosen = run_selection(problem.pool, limit, options, catalog=catalog)
    except InfeasibleError:
        if not problem.constraints:
            raise
        # Budgets within which constraints cannot be met have no set.
        return
    except PartError as error:
        if on_failure == "raise":
            raise
        # The sets found for other budgets stay.
        record.failures.setdefault(budget, error)
        return
    record.search_steps += chosen.steps
    if chosen.error is not None:
        # Found after the search, where that found nothing.
        record.keep(np.isin(np.arange(len(problem.pool)), chosen.members), chosen.error, chosen.cost)
    if chosen.failed:
        record.failures.setdefault(budget, PartError(chosen.stop_reason.removeprefix("failed: ")))
    if chosen.interrupted:
        raise KeyboardInterrupt


@attrs.frozen(eq=False)
class _RecordedSearcher:
    """A searcher that starts from the best set known for its budget, and whose candidates are recorded."""

    searcher: Searcher
    record: FrontierRecord
    budget: float

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        known = self.record.best(self.budget)
        if known is not None and not monitor.offer(known[None, :]):
            return None
        forwarding = _RecordingMonitor(monitor, self.record, self.budget)
        untouched = _state(rng)
        try:
            return self.searcher.search(problem, forwarding, rng)
        finally:
            self.record.is_random |= _state(rng) != untouched
            if forwarding.loss_bound > -math.inf:
                self.record.bound(self.budget, forwarding.loss_bound)


def _state(rng: np.random.Generator) -> tuple[object, ...]:
    """Return what changes when random numbers are drawn or streams are spawned."""
    return repr(rng.bit_generator.state), getattr(rng.bit_generator.seed_seq, "n_children_spawned", 0)


class _RecordingMonitor(ForwardingMonitor):
    """Records what it forwards."""

    def __init__(self, monitor: Monitor, record: FrontierRecord, budget: float) -> None:
        super().__init__(monitor)
        self._record, self._budget = record, budget

    def offer(self, sets: Sets, losses: FloatArray | None = None, **counts: Any) -> bool:
        best_before = self.best_loss
        try:
            going = super().offer(sets, losses, **counts)
        finally:
            # Without losses, the others have not been evaluated where the monitor had no need to.
            if self.best_set is not None and self.best_loss < best_before:
                self._record.keep(self.best_set, self.best_loss)
        if losses is not None:
            self._record.offer(sets, losses, steps=0)
        self._record.reach(self._budget)
        return going
