"""Algorithm 2: composes the parts of a run. Imports none of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.clock import end_all_setup, read_setup_seconds, setting_up
from haversack.evaluation.evaluator import RunEvaluator
from haversack.monitor import RunMonitor
from haversack.noisy_monitor import NoisyMonitor
from haversack.plugins import get_catalog
from haversack.selection import defaults
from haversack.selection.assembly import build_parts, check_listener, check_seed, find_preset, pose_problem
from haversack.selection.best_single import SECONDS_TO_END
from haversack.selection.bound import check_certify, limit_bounding
from haversack.selection.bounding import BoundedAnswer
from haversack.selection.choosing import settle_energy
from haversack.selection.estimating import check_estimate, check_workers, find_estimator, report_shares
from haversack.selection.failures import (
    Failures,
    ListenerError,
    Suspects,
    check_on_failure,
    guard_listener,
    naming_failures,
)
from haversack.selection.frugal import check_frugal, spare_cost
from haversack.selection.infeasible import find_first_set
from haversack.selection.observing import Watch, gather_observers
from haversack.selection.options import SelectOptions
from haversack.selection.part_records import record_parts
from haversack.selection.planning import prepare_rule_in_time
from haversack.selection.report import describe_run, report_selection
from haversack.selection.reselection import Reselection
from haversack.selection.search import find_answer
from haversack.selection.voting import build_vote, check_vote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from haversack.api.certify import Certify
    from haversack.api.constraint import Constraint
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.expected import Estimate
    from haversack.api.forecast import Plan
    from haversack.api.observer import Observer
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.api.selection import Selection
    from haversack.api.stopping import StoppingRule
    from haversack.api.vote import FitsVote
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool
    from haversack.selection.options import OnFailure


def select(
    pool: Pool,
    budget: float | None = None,
    *,
    energy: str | Mapping[str, Any] | Energy | None = None,
    searcher: str | Mapping[str, Any] | Searcher | None = None,
    stopping: str | Mapping[str, Any] | StoppingRule | None = None,
    cost: str | Mapping[str, Any] | CostModel | None = None,
    constraints: Iterable[str | Mapping[str, Any] | Constraint] = (),
    preset: str | None = None,
    seed: int | None = None,
    certify: Certify = defaults.CERTIFY,
    estimate: Estimate = defaults.ESTIMATE,
    estimate_workers: int = 1,
    vote: str | Mapping[str, Any] | FitsVote | None = None,
    frugal: bool = False,
    on_failure: OnFailure = "keep",
    on_progress: Callable[[Progress, Plan | None], None] | None = None,
    observers: Iterable[str | Mapping[str, Any] | Observer] | None = (),
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
        Each a registered name, a dict with the key ``kind`` and options, or an object. Defaults: ``votes`` for a pool
        with recorded votes, else ``majority``; ``auto``, the best known way for the problem; ``auto``, until the best
        set is proved optimal or the search stands still; ``additive`` for a pool with costs, else ``none``.
    constraints
        What the set must meet beside the budget: each a registered name, a dict with the key ``kind`` and options, or
        an object.
    preset
        Name of a preset, which chooses the parts that are left out: ``paper`` is Algorithm 2 as the paper has it.
    seed
        Same seed, same answer. If omitted, drawn at random and recorded in the result.
    certify
        Effort spent on bounding the answer of a searcher that proves nothing itself: ``quick`` explores a limited
        number of nodes; ``prove`` goes on until the best set is found and proved, whatever the stopping rule says;
        ``off`` leaves it to the searcher. If bounding finds a better set, that is the answer, except under a preset
        that keeps its own, where it is `Selection.best_known`. Where built-in searchers leave a gap, those of plugins
        are asked: under ``quick`` for a short time, and without a change of the answer.
    estimate
        How the accuracy on new items is estimated where the pool has recorded votes, see `Selection.expected`:
        ``bootstrap`` selects again on 25 samples of the items, ``nested`` in 5 folds 3 times; ``holdout`` keeps 30 % of
        the items aside, so that the panel is chosen by the others alone; ``auto`` is ``bootstrap``, or what the
        recorded items show where that is right as it is, and within the limit on time if the stopping rule has one;
        ``none`` leaves it out.
    estimate_workers
        Number of threads for these selections. It changes the speed and never the numbers.
    vote
        How the panel decides on new items, where that is not the vote of the energy: an energy that offers
        `haversack.capabilities.FitsVote`, such as ``bayes``, as `energy` takes it. See `Selection.decide`.
    frugal
        Take the cheapest panel found whose loss on the recorded items exceeds that of the best panel by at most one
        standard error of the difference. `Selection.best_known` is then the best panel.
    on_failure
        What to do when a part raises an exception after a set has been found: ``keep`` returns that set in a Selection
        that is marked `failed`; ``raise`` lets the exception through.
    on_progress
        Called with the progress and the plan after every batch of candidates. What it raises ends the run and reaches
        the caller.
    observers
        Who watches the run: each a registered name, a dict with the key ``kind`` and options, or an object. Those that
        the environment variable ``HAVERSACK_OBSERVERS`` names are added; None is for no observers at all. The answer is
        the same with and without them.
    catalog
        Where names are looked up; by default all installed plugins.

    Returns
    -------
    Selection
        The best feasible set found, also when the search is interrupted by Ctrl-C, or when a part fails.

    Raises
    ------
    HaversackError
        For any mistake in the arguments, in one of its subclasses.
    InfeasibleError
        If no set meets budget and constraints; names constraints that exclude each other.
    PartError
        If a part raises an exception before any set is found.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> chosen = select(pool, budget=8)
    >>> chosen.members, round(chosen.value, 3), chosen.proven
    ((0, 1, 2), 0.902, True)
    """
    options = SelectOptions(
        energy=energy,
        searcher=searcher,
        stopping=stopping,
        cost=cost,
        constraints=constraints,
        preset=preset,
        seed=seed,
        certify=certify,
        estimate=estimate,
        estimate_workers=estimate_workers,
        vote=vote,
        frugal=frugal,
        on_failure=on_failure,
    )
    return run_selection(pool, budget, options, on_progress=on_progress, observers=observers, catalog=catalog)


def run_selection(
    pool: Pool,
    budget: float | None,
    options: SelectOptions,
    *,
    on_progress: Callable[[Progress, Plan | None], None] | None = None,
    observers: Iterable[Any] | None = None,
    catalog: Catalog | None = None,
) -> Selection:
    """Choose the best set, as `select` does, with the options as one value and, by default, without observers."""
    with Watch() as watch:
        catalog = get_catalog(catalog)
        began = time.perf_counter()
        energy, choice = settle_energy(options.energy, pool, budget, options.cost, catalog, select)
        choosing_seconds = time.perf_counter() - began
        options = attrs.evolve(options, energy=energy)
        selection = _select(pool, budget, options, on_progress, observers, catalog, watch)
        if choice is not None:
            setup_seconds = selection.setup_seconds + choosing_seconds
            selection = attrs.evolve(selection, notes=(choice, *selection.notes), setup_seconds=setup_seconds)
        return watch.ended(selection)


def _select(
    pool: Pool,
    budget: float | None,
    options: SelectOptions,
    on_progress: Callable[[Progress, Plan | None], None] | None,
    observers: Iterable[Any] | None,
    catalog: Catalog,
    watch: Watch,
) -> Selection:
    """Choose the best set, and show the run to those who watch."""
    end_all_setup()
    setup_before = read_setup_seconds()
    with setting_up():
        check_listener(on_progress)
        named_observers = gather_observers(observers, catalog)
        certify, on_failure = check_certify(options.certify), check_on_failure(options.on_failure)
        estimate, workers = check_estimate(options.estimate), check_workers(options.estimate_workers)
        habits = find_preset(options.preset, catalog)
        built = build_parts(pool, **options.named_parts, preset=habits, catalog=catalog)
        seed, voter = check_seed(options.seed), build_vote(options.vote, catalog)
        options = attrs.evolve(options, seed=seed)
        # A fixed order; new consumers of randomness are added at the end, so that old answers stay.
        forecast_seeds, search_seeds, *bound_seeds, noise_seeds, estimate_seeds = np.random.SeedSequence(seed).spawn(6)
        estimator = find_estimator(estimate, pool, built.energy if voter is None else voter, estimate_seeds)
        with naming_failures(built, catalog, on_failure):
            seen = pool if estimator is None else estimator.find_visible_pool()
            parts, problem = pose_problem(built, seen, budget, catalog)
            check_vote(voter, pool)
            frugal = check_frugal(options.frugal, problem)
            evaluator = RunEvaluator.for_run(problem, noise_seeds)
            problem = evaluator.problem
            first = find_first_set(problem, catalog) if problem.constraints else None
            rule, plan = prepare_rule_in_time(parts.stopping, evaluator, forecast_seeds, catalog)
            planning_seconds = evaluator.seconds
        settings = describe_run(parts, problem.budget, options, voter, catalog)
    facts = {"plan": plan, "seed": seed, "certify": certify, "preset": options.preset}
    watch.start(named_observers, problem, parts, catalog, settings=settings, **facts)

    used = {"energy": problem.energy, "cost": problem.cost_model, "stopping": rule}
    failures = Failures(Suspects.of(parts, catalog, **used), on_failure)
    listener = None if on_progress is None else guard_listener(lambda progress: on_progress(progress, plan))
    monitor_class = NoisyMonitor if evaluator.is_noisy else RunMonitor
    monitor = monitor_class(problem, rule, listener=listener, audience=watch.audience, spent=planning_seconds)
    try:
        if first is not None:
            # A searcher may not find a set that meets the constraints by itself.
            with failures.guarding():
                monitor.offer_late(first)
        reason, interrupted = find_answer(parts.searcher, evaluator, monitor, search_seeds, failures, catalog)
        answer = BoundedAnswer(monitor, monitor, reason, interrupted)
        keeps_answer = getattr(habits, "keeps_answer", False)
        with failures.guarding():
            if not evaluator.is_noisy:
                answer.bound(parts, problem, rule, certify, bound_seeds, catalog, failures, keeps_answer=keeps_answer)
        watch.add_bound(monitor, answer.best)
        left = 0.0 if answer.interrupted else limit_bounding(certify, rule).seconds - monitor.count()[2]
        selection = report_selection(
            evaluator,
            monitor,
            answer.best,
            failures,
            seconds=max(SECONDS_TO_END, left),
            stop_reason=answer.reason,
            interrupted=answer.interrupted,
            bounded_by=answer.bounded_by,
            seed=seed,
            plan=plan,
            preset=options.preset,
            parts=record_parts(parts, catalog, preset=options.preset),
            settings=settings,
            setup_seconds=max(0.0, read_setup_seconds() - setup_before - planning_seconds),
        )
        if frugal and not selection.failed:
            selection = spare_cost(problem, selection)
        selection = attrs.evolve(selection, pool=pool)
        if estimator is None:
            return selection
        reselection = Reselection.of_run(
            built, parts, problem, monitor, catalog, failures, frugal=frugal, evaluated=evaluator.count
        )
        return estimator.extend(selection, reselection, rule, workers, on_share=report_shares(monitor, listener))
    except ListenerError as carried:
        if on_progress is None:
            # That of a caller who searches several budgets.
            raise
        listener_error = carried.error
    # Outside of the block above, so that it shows no trace of the wrapping.
    raise listener_error
