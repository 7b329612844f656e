"""Algorithm 2: composes the parts of a run. Imports none of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.notes import HasNotes
from haversack.api.selection import Selection
from haversack.config.describe import describe_part
from haversack.errors import SearchError
from haversack.monitor import INTERRUPTED, RunMonitor, SearchOver
from haversack.plugins import default_catalog
from haversack.selection import defaults
from haversack.selection.assembly import assemble, check_seed
from haversack.selection.bound import bound_loss, clip_bound, find_prover
from haversack.selection.planning import prepare_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from haversack.api.certify import Certify
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.forecast import Plan
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.selection.assembly import Parts


def select(
    pool: Pool,
    budget: float | None = None,
    *,
    energy: str | Mapping[str, Any] | Energy | None = None,
    searcher: str | Mapping[str, Any] | Searcher | None = None,
    stopping: str | Mapping[str, Any] | StoppingRule | None = None,
    cost: str | Mapping[str, Any] | CostModel | None = None,
    seed: int | None = None,
    certify: Certify = defaults.CERTIFY,
    on_progress: Callable[[Progress, Plan | None], None] | None = None,
    catalog: Catalog | None = None,
) -> Selection:
    """Choose the best set that the budget buys.

    Parameters
    ----------
    pool
        The members to choose from.
    budget
        What the set may cost; no limit if omitted.
    energy, searcher, stopping, cost
        Each a registered name, a dict with the key ``kind`` and options, or an object. Defaults: ``majority``,
        ``paper`` and, as the paper has it, ``sherlock`` and ``additive`` for a pool with costs, ``annealing`` and
        ``none`` for one without; ``annealing`` also where energy or costs lack what ``sherlock`` needs, and where the
        energy follows walks. An energy that does, or that is not a probability, stops by ``stagnation``, after 200,000
        steps without a better set.
    seed
        Same seed, same answer. If omitted, drawn at random and recorded in the result.
    certify
        Effort spent on bounding the optimality gap, where a searcher is installed that proves bounds: ``quick`` spends
        a tenth of the time of the search, at least 50 ms; ``prove`` goes on until the best set is found and proved,
        whatever the stopping rule says; ``off`` leaves it to the searcher.
    on_progress
        Called with the progress and the plan after every batch of candidates.
    catalog
        Where names are looked up; by default all installed plugins.

    Returns
    -------
    Selection
        The best feasible set found, also when the search is interrupted by Ctrl-C.

    Raises
    ------
    HaversackError
        For any mistake in the arguments, in one of its subclasses.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> chosen = select(pool, budget=8, stopping={"kind": "max-step", "limit": 100}, seed=1)
    >>> chosen.members, round(chosen.value, 3)
    ((0, 1, 2), 0.902)
    """
    catalog = catalog or default_catalog()
    parts, problem = assemble(
        pool, budget, energy=energy, searcher=searcher, stopping=stopping, cost=cost, catalog=catalog
    )
    prover = find_prover(certify, parts.searcher, problem, catalog)
    seed = check_seed(seed)
    # A fixed order; new consumers of randomness are added at the end, so that old answers stay.
    forecast_seeds, search_seeds, prover_seeds = np.random.SeedSequence(seed).spawn(3)
    rule, plan = prepare_rule(parts.stopping, problem, forecast_seeds, catalog)

    listener = None if on_progress is None else lambda progress: on_progress(progress, plan)
    monitor = RunMonitor(problem, rule, listener=listener)
    reason, interrupted = _search(parts.searcher, problem, monitor, np.random.default_rng(search_seeds))
    if monitor.best_set is None:
        raise SearchError(f"the search ended without a feasible set ({reason})")
    progress = monitor.finish()
    loss_bound = progress.loss_bound
    if prover is not None and not interrupted and loss_bound < monitor.best_loss:
        prover_rng = np.random.default_rng(prover_seeds)
        if certify == "prove":
            monitor.go_on()
            proof_reason, interrupted = _search(prover, problem, monitor, prover_rng)
            reason = f"{reason}; then {proof_reason}"
            progress = monitor.finish()
            loss_bound = progress.loss_bound
        else:
            loss_bound = max(loss_bound, bound_loss(problem, monitor, progress.seconds, prover, prover_rng))
    return _report_selection(
        problem,
        monitor,
        progress,
        loss_bound,
        stop_reason=reason,
        interrupted=interrupted,
        seed=seed,
        plan=plan,
        settings=_describe_run(parts, problem.budget, seed, certify, catalog),
    )


def _search(searcher: Searcher, problem: Problem, monitor: RunMonitor, rng: np.random.Generator) -> tuple[str, bool]:
    """Run the search; return why it ended, and whether by Ctrl-C."""
    own_reason = None
    try:
        own_reason = searcher.search(problem, monitor, rng)
    except SearchOver:
        pass
    except KeyboardInterrupt:
        if monitor.best_set is None:
            raise
        return INTERRUPTED, True
    return monitor.stop_reason or own_reason or "the searcher had nothing left to try", False


def _report_selection(
    problem: Problem, monitor: RunMonitor, progress: Progress, loss_bound: float, **details: Any
) -> Selection:
    """Return the best set of the monitor with its bound."""
    assert monitor.best_set is not None
    pool, energy, loss = problem.pool, problem.energy, monitor.best_loss
    members = tuple(np.flatnonzero(monitor.best_set).tolist())
    bound = None if loss_bound == -math.inf else clip_bound(loss_bound, loss)
    return Selection(
        members=members,
        names=tuple(pool.names[index] for index in members),
        value=problem.value(loss),
        error=loss if problem.is_probability else None,
        cost=monitor.best_cost,
        budget=problem.budget,
        steps=progress.steps,
        evaluations=progress.evaluations,
        seconds=progress.seconds,
        trace=tuple(monitor.trace),
        pool=pool,
        bound=None if bound is None else problem.value(bound),
        error_bound=bound if problem.is_probability else None,
        gap=monitor.gap if bound is None else _gap(loss, bound),
        proven=bound is not None and bound >= loss,
        notes=tuple(energy.notes(pool, monitor.best_set)) if isinstance(energy, HasNotes) else (),
        **details,
    )


def _gap(loss: float, bound: float) -> float:
    """Return the share of the loss that could still be removed."""
    return 0.0 if loss == bound else (loss - bound) / abs(loss)


def _describe_run(parts: Parts, budget: float, seed: int, certify: Certify, catalog: Catalog) -> dict[str, Any] | None:
    """Return the run as a configuration without its pool, or None if a part has no registered name."""
    sections = {
        field.name: describe_part(field.name, getattr(parts, field.name), catalog)
        for field in attrs.fields(type(parts))
    }
    if None in sections.values():
        return None
    limit = {"budget": budget} if math.isfinite(budget) else {}
    proof = {} if certify == defaults.CERTIFY else {"certify": certify}
    return {**limit, "seed": seed, **proof, **sections}
