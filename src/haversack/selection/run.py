"""Algorithm 2: composes the parts of a run. Imports none of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.certify import MODES, WANTED
from haversack.api.cost import SetsBudget
from haversack.api.energy import ShowsValue
from haversack.api.incremental import FollowsWalks
from haversack.api.notes import HasNotes
from haversack.api.problem import Problem
from haversack.api.selection import Selection
from haversack.api.stopping import HasPlan, NeedsForecast
from haversack.config.build import build_part, describe_part
from haversack.errors import CapabilityError, ConfigError, HaversackError, InfeasibleError, SearchError
from haversack.monitor import RunMonitor, SearchOver
from haversack.plugins import default_catalog
from haversack.pools.pool import Pool
from haversack.selection.bound import bound_loss, clip_bound, find_prover
from haversack.selection.compatibility import check_capabilities, missing_capabilities
from haversack.selection.planning import ProblemForecaster
from haversack.validators import budget_check, seed_check

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from haversack.api.certify import Certify
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.forecast import Plan
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.plugins import Catalog

DEFAULT_ENERGY = "majority"
DEFAULT_STOPPING = "paper"
DEFAULT_STOPPING_OTHERWISE = {"kind": "stagnation", "steps": 200_000}

_SEED_BITS = 53  # What every JSON reader can hold.


def select(
    pool: Pool,
    budget: float | None = None,
    *,
    energy: str | Mapping[str, Any] | Energy | None = None,
    searcher: str | Mapping[str, Any] | Searcher | None = None,
    stopping: str | Mapping[str, Any] | StoppingRule | None = None,
    cost: str | Mapping[str, Any] | CostModel | None = None,
    seed: int | None = None,
    certify: Certify = "quick",
    on_progress: Callable[[Progress, Plan | None], None] | None = None,
    catalog: Catalog | None = None,
) -> Selection:
    """Choose the best set that the budget buys.

    Parameters
    ----------
    pool
        What there is to choose from.
    budget
        What the set may cost; no limit if left out.
    energy, searcher, stopping, cost
        Each a registered name, a dict with the key ``kind`` and options, or an object. Left out: ``majority``,
        ``paper`` and, as the paper has it, ``sherlock`` and ``additive`` for a pool with costs, ``annealing`` and
        ``none`` for one without; ``annealing`` also where energy or costs lack what ``sherlock`` needs, and where the
        energy follows walks. An energy that does, or that is no probability, stops by ``stagnation``, after 200,000
        steps without a better set.
    seed
        Same seed, same answer. Drawn, and told in the result, if left out.
    certify
        Whether to say how far from the best the answer is at most, where a searcher is installed that can tell:
        ``quick`` spends a tenth of the time of the search on it, or 50 ms if that is longer; ``prove`` goes on until
        the best set is found and proved, whatever the stopping rule says; ``off`` leaves it to the searcher.
    on_progress
        Called with the progress and the plan after every batch of candidates.
    catalog
        Where names are looked up; all installed plugins if left out.

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
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> chosen = select(pool, budget=8, stopping={"kind": "max-step", "limit": 100}, seed=1)
    >>> chosen.members, round(chosen.value, 3)
    ((0, 1, 2), 0.902)
    """
    catalog = catalog or default_catalog()
    parts = _resolved(pool, energy=energy, searcher=searcher, stopping=stopping, cost=cost, catalog=catalog)
    problem = _problem(pool, budget, parts)
    check_capabilities(parts["searcher"], problem, catalog)
    prover = _prover(certify, parts["searcher"], problem, catalog)
    seed = _checked_seed(seed)
    # A fixed order; whoever needs randomness later is added at the end, so that old answers stay.
    forecast_seeds, search_seeds, prover_seeds = np.random.SeedSequence(seed).spawn(3)
    rule, plan = _prepared(parts["stopping"], problem, forecast_seeds)

    listener = None if on_progress is None else lambda progress: on_progress(progress, plan)
    monitor = RunMonitor(problem, rule, listener=listener)
    reason = _searched(parts["searcher"], problem, monitor, np.random.default_rng(search_seeds))
    if monitor.best_set is None:
        raise SearchError(f"the search ended without a feasible set ({reason})")
    progress = monitor.finish()
    loss_bound = progress.loss_bound
    if prover is not None and loss_bound < monitor.best_loss:
        prover_rng = np.random.default_rng(prover_seeds)
        if certify == "prove":
            monitor.go_on()
            reason = f"{reason}; then {_searched(prover, problem, monitor, prover_rng)}"
            progress = monitor.finish()
            loss_bound = progress.loss_bound
        else:
            loss_bound = max(loss_bound, bound_loss(problem, monitor, progress.seconds, prover, prover_rng))
    members = tuple(np.flatnonzero(monitor.best_set).tolist())
    bound = None if loss_bound == -math.inf else clip_bound(loss_bound, monitor.best_loss)
    return Selection(
        members=members,
        names=tuple(pool.names[index] for index in members),
        value=problem.value(monitor.best_loss),
        error=monitor.best_loss if problem.is_probability else None,
        cost=monitor.best_cost,
        budget=problem.budget,
        steps=progress.steps,
        evaluations=progress.evaluations,
        seconds=progress.seconds,
        stop_reason=reason,
        seed=seed,
        trace=tuple(monitor.trace),
        pool=pool,
        plan=plan,
        bound=None if bound is None else problem.value(bound),
        error_bound=bound if problem.is_probability else None,
        gap=monitor.gap if bound is None else _gap(monitor.best_loss, bound),
        proven=bound is not None and bound >= monitor.best_loss,
        config=_config(parts, pool, problem.budget, seed, certify, catalog),
        notes=tuple(problem.energy.notes(pool, monitor.best_set)) if isinstance(problem.energy, HasNotes) else (),
    )


def make_plan(
    pool: Pool,
    budget: float | None = None,
    *,
    energy: str | Mapping[str, Any] | Energy | None = None,
    stopping: str | Mapping[str, Any] | StoppingRule | None = None,
    cost: str | Mapping[str, Any] | CostModel | None = None,
    seed: int | None = None,
    catalog: Catalog | None = None,
) -> Plan:
    """Compute what Algorithm 2 computes before the search, and do not search.

    Parameters are those of `select`; a stopping rule that is left out is ``paper``, whatever the energy.

    Examples
    --------
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> make_plan(pool, budget=8, stopping={"kind": "paper", "fit": "empirical"}).size
    4
    """
    catalog = catalog or default_catalog()
    rule = DEFAULT_STOPPING if stopping is None else stopping
    parts = _resolved(pool, energy=energy, searcher=None, stopping=rule, cost=cost, catalog=catalog)
    problem = _problem(pool, budget, parts)
    forecast_seeds, _ = np.random.SeedSequence(_checked_seed(seed)).spawn(2)
    _, plan = _prepared(parts["stopping"], problem, forecast_seeds)
    if plan is None:
        raise HaversackError("this stopping rule computes nothing beforehand, so there is no plan; 'paper' does")
    return plan


def default_stopping(energy: Energy) -> str | dict[str, Any]:
    """Return the rule for runs that name none.

    The paper's threshold is for probabilities, over panels drawn at random. An energy that follows walks finds such a
    panel in the first steps and much better ones soon after, so its search goes on for as long as better ones come up.
    """
    return DEFAULT_STOPPING_OTHERWISE if isinstance(energy, (ShowsValue, FollowsWalks)) else DEFAULT_STOPPING


def _resolved(pool: Pool, *, catalog: Catalog, **specs: Any) -> dict[str, Any]:
    if not isinstance(pool, Pool):
        raise ConfigError([f"pool: expected a haversack.Pool, got {pool!r:.80}; Pool.from_csv reads a file"])
    energy = build_part("energy", DEFAULT_ENERGY if specs["energy"] is None else specs["energy"], catalog)
    defaults: dict[str, Any] = {
        "stopping": default_stopping(energy),
        "cost": "none" if pool.costs is None else "additive",
    }
    parts = {"energy": energy} | {
        kind: build_part(kind, default if specs[kind] is None else specs[kind], catalog)  # type: ignore[arg-type]
        for kind, default in defaults.items()
    }
    searcher = specs["searcher"]
    if searcher is None:
        searcher = _default_searcher(pool, parts, catalog)
    return parts | {"searcher": build_part("searcher", searcher, catalog)}


def _default_searcher(pool: Pool, parts: Mapping[str, Any], catalog: Catalog) -> str:
    """Return the paper's choice, or annealing where that cannot be used or the energy is made for walks."""
    if pool.costs is None or isinstance(parts["energy"], FollowsWalks):
        return "annealing"
    problem = Problem(pool, parts["energy"], parts["cost"])
    sherlock = next((entry for entry in catalog.of_kind("searcher") if entry.name == "sherlock"), None)
    if sherlock is None or missing_capabilities(sherlock.factory, problem):
        return "annealing"
    return "sherlock"


def _problem(pool: Pool, budget: float | None, parts: Mapping[str, Any]) -> Problem:
    if budget is None:
        limit = parts["cost"].own_budget() if isinstance(parts["cost"], SetsBudget) else math.inf
    else:
        limit = budget
    if not budget_check.accepts(limit):
        raise ConfigError([f"budget: must be {budget_check.wanted}, got {budget!r}"])
    problem = Problem(pool, parts["energy"], parts["cost"], float(limit))
    if math.isfinite(limit):
        if not _costs_anything(problem):
            told = "the pool has no costs" if pool.costs is None else "under this cost model nothing costs anything"
            raise ConfigError([f"budget: {limit:g} was given, but {told} to spend it on"])
        _check_something_fits(problem)
    return problem


def _costs_anything(problem: Problem) -> bool:
    return bool(problem.costs(np.ones((1, problem.size), dtype=np.bool_))[0] > 0)


def _check_something_fits(problem: Problem) -> None:
    if problem.members_that_fit().any():
        return
    cheapest = ""
    if problem.pool.costs is not None:
        index = int(np.argmin(problem.pool.costs))
        cheapest = f"; the cheapest, {problem.pool.names[index]!r}, costs {problem.pool.costs[index]:g}"
    raise InfeasibleError(f"budget: no member fits in {problem.budget:g}{cheapest}")


def _prover(certify: Certify, searcher: Searcher, problem: Problem, catalog: Catalog) -> Searcher | None:
    """Return whom to ask how good the answer is; nobody, if it is not wanted or the searcher itself can tell."""
    if certify not in MODES:
        raise ConfigError([f"certify: must be {WANTED}, got {certify!r}"])
    if certify == "off" or (certify == "quick" and getattr(searcher, "proves_optimality", False)):
        return None
    prover = find_prover(problem, catalog)
    if prover is None and certify == "prove":
        raise CapabilityError("certify: 'prove' was asked for, but no installed searcher can prove anything here")
    return prover


def _checked_seed(seed: int | None) -> int:
    if seed is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(64 - _SEED_BITS))
    if not seed_check.accepts(seed):
        raise ConfigError([f"seed: must be {seed_check.wanted}, got {seed!r}"])
    return int(seed)


def _prepared(rule: StoppingRule, problem: Problem, seeds: np.random.SeedSequence) -> tuple[StoppingRule, Plan | None]:
    if isinstance(rule, NeedsForecast):
        rule = rule.prepare(ProblemForecaster(problem, seeds))
    return rule, rule.plan if isinstance(rule, HasPlan) else None


def _searched(searcher: Searcher, problem: Problem, monitor: RunMonitor, rng: np.random.Generator) -> str:
    """Run the search and return why it ended."""
    own_reason = None
    try:
        own_reason = searcher.search(problem, monitor, rng)
    except SearchOver:
        pass
    except KeyboardInterrupt:
        if monitor.best_set is None:
            raise
        return "interrupted (Ctrl-C)"
    return monitor.stop_reason or own_reason or "the searcher had nothing left to try"


def _gap(loss: float, bound: float | None) -> float | None:
    """Return the share of the loss that could still be removed."""
    if bound is None:
        return None
    return 0.0 if loss == bound else (loss - bound) / abs(loss)


def _config(
    parts: Mapping[str, Any], pool: Pool, budget: float, seed: int, certify: Certify, catalog: Catalog
) -> dict[str, Any] | None:
    """Return the run as a configuration, or None if a part has no registered name."""
    sections = {kind: describe_part(kind, part, catalog) for kind, part in parts.items()}  # type: ignore[arg-type]
    if None in sections.values():
        return None
    limit = {"budget": budget} if math.isfinite(budget) else {}
    proof = {} if certify == "quick" else {"certify": certify}
    return {**limit, "seed": seed, **proof, "pool": pool.to_dict(), **sections}
