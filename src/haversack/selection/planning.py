"""The first half of Algorithm 2: what can be computed about the energy before any search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.cost import EstimatesSize, SizeEstimate
from haversack.api.energy import HasMoments, Moments
from haversack.api.forecast import Forecast
from haversack.api.stopping import HasPlan, Limits, NeedsForecast, StoppingRule, find_limits
from haversack.errors import CapabilityError, HaversackError
from haversack.monitor import SearchOver
from haversack.plugins import get_catalog
from haversack.selection import defaults
from haversack.selection.assembly import build_parts, check_seed, pose_problem
from haversack.selection.choosing import settle_energy
from haversack.selection.failures import naming_failures
from haversack.statistics.accuracies import fit_accuracies

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from haversack.api.accuracy import AccuracyModel
    from haversack.api.constraint import Constraint
    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.forecast import FitChoice, Plan
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.evaluation.evaluator import RunEvaluator
    from haversack.plugins import Catalog
    from haversack.pools.pool import Pool

_SAMPLES = 4_096
_SAMPLE_CELLS = 4_000_000


def make_plan(
    pool: Pool,
    budget: float | None = None,
    *,
    energy: str | Mapping[str, Any] | Energy | None = None,
    stopping: str | Mapping[str, Any] | StoppingRule | None = None,
    cost: str | Mapping[str, Any] | CostModel | None = None,
    constraints: Iterable[str | Mapping[str, Any] | Constraint] = (),
    seed: int | None = None,
    catalog: Catalog | None = None,
) -> Plan:
    """Compute what Algorithm 2 computes before the search, without searching.

    Parameters are those of `select`; the default stopping rule is ``paper``, whatever the energy.

    Examples
    --------
    >>> from haversack import Pool
    >>> pool = Pool(accuracies=[0.9, 0.8, 0.7, 0.6], costs=[4, 2, 2, 1])
    >>> make_plan(pool, budget=8, stopping={"kind": "paper", "fit": "empirical"}).size
    4
    """
    catalog = get_catalog(catalog)
    rule = defaults.PAPER_STOPPING if stopping is None else stopping
    energy, _ = settle_energy(energy, pool, budget, cost, catalog)
    built = build_parts(pool, energy=energy, stopping=rule, cost=cost, constraints=constraints, catalog=catalog)
    forecast_seeds, _ = np.random.SeedSequence(check_seed(seed)).spawn(2)
    with naming_failures(built, catalog, "keep"):
        parts, problem = pose_problem(built, pool, budget, catalog)
        _, plan = prepare_rule(parts.stopping, problem, forecast_seeds, catalog)
    if plan is None:
        raise HaversackError(
            f"this stopping rule computes nothing before the search, so there is no plan; "
            f"{defaults.PAPER_STOPPING!r} does"
        )
    return plan


def prepare_rule(
    rule: StoppingRule, problem: Problem, seeds: np.random.SeedSequence, catalog: Catalog
) -> tuple[StoppingRule, Plan | None]:
    """Let a rule that needs it look at the problem; return the rule of this run, and its plan if it has one.

    Raises
    ------
    CapabilityError
        If the rule needs a forecast, and there is none for this energy or cost model.
    """
    if isinstance(rule, NeedsForecast):
        try:
            rule = rule.prepare(ProblemForecaster(problem, seeds))
        except _NoForecastError as error:
            raise CapabilityError(f"{error}; rules that need no forecast: {_other_rules(catalog)}") from error
    return rule, rule.plan if isinstance(rule, HasPlan) else None


def prepare_rule_in_time(
    rule: StoppingRule, evaluator: RunEvaluator, seeds: np.random.SeedSequence, catalog: Catalog
) -> tuple[StoppingRule, Plan | None]:
    """Prepare a rule; one that ends the run at once if the evaluations alone take as long as the run may."""
    limit = find_limits(rule).seconds

    def watch_clock() -> float:
        if evaluator.seconds >= limit:
            raise SearchOver
        return limit - evaluator.seconds

    evaluator.watch(watch_clock)
    try:
        return prepare_rule(rule, evaluator.problem, seeds, catalog)
    except SearchOver:
        return PlanningOver(limit), None


@attrs.frozen
class PlanningOver(StoppingRule):
    """Stops a run whose time was over before its stopping rule was prepared.

    Parameters
    ----------
    seconds
        The limit.
    """

    seconds: float

    @property
    def limits(self) -> Limits:
        """The limit on time, which is used up."""
        return Limits(seconds=self.seconds)

    def __call__(self, progress: Progress) -> str | None:  # noqa: ARG002 - the interface's signature
        """Fire."""
        return f"limit of {self.seconds:g} seconds, reached while the stopping rule was prepared"


class _NoForecastError(CapabilityError):
    """No forecast can be made for this energy or cost model."""


def _other_rules(catalog: Catalog) -> str:
    """Return the names of the rules that need no forecast."""
    return ", ".join(
        entry.name
        for entry in catalog.of_kind("stopping")
        if not (isinstance(entry.factory, type) and issubclass(entry.factory, NeedsForecast))
    )


@attrs.frozen
class ProblemForecaster:
    """Makes the forecast for one problem.

    Parameters
    ----------
    problem
        The problem.
    seeds
        Source of randomness for the goodness-of-fit test and for sampled moments.
    """

    problem: Problem
    seeds: np.random.SeedSequence

    def __call__(self, *, fit: FitChoice = "auto", odd_size: bool = False) -> Forecast:
        """Fit the accuracies, estimate the size, and compute the moments of the energy there."""
        problem = self.problem
        if not problem.is_probability:
            raise _NoForecastError(
                f"the stopping rule needs an energy that is a probability, and {problem.original_energy!r} is not"
            )
        cost_model = problem.cost_model
        if not isinstance(cost_model, EstimatesSize):
            raise _NoForecastError(
                f"the stopping rule needs a cost model that estimates how many members the budget buys, with "
                f"expected_size(), and {problem.original_cost_model!r} does not"
            )
        fit_seeds, sample_seeds = self.seeds.spawn(2)
        accuracy = fit_accuracies(problem.pool.require_accuracies(), np.random.default_rng(fit_seeds), fit)
        size = cost_model.expected_size(problem.pool, problem.budget, accuracy)
        # Whatever a cost model estimates, a panel has at least one member and at most all.
        size = SizeEstimate(min(max(1, int(size.size)), len(problem.pool)), size.how)
        if problem.constraints:
            size = _respect_constraints(size, problem)
        if odd_size and size.size % 2 == 0 and not problem.conditions.has_demands:
            # Upwards, unless the pool is too small for that.
            rounded = size.size + 1 if size.size < len(problem.pool) else size.size - 1
            size = SizeEstimate(max(1, rounded), f"{size.how}, made odd")
        moments = self._moments(size.size, accuracy, np.random.default_rng(sample_seeds))
        return Forecast(len(problem.pool), accuracy, size, moments)

    def _moments(self, size: int, accuracy: AccuracyModel, rng: np.random.Generator) -> Moments:
        energy = self.problem.energy
        if isinstance(energy, HasMoments):
            return energy.moments(size, accuracy.mean, accuracy.variance)
        return sample_moments(self.problem, size, rng)


def _respect_constraints(size: SizeEstimate, problem: Problem) -> SizeEstimate:
    """Return the size moved to where constraints on sizes and fixed members allow it; says what is not considered."""
    least, most = problem.conditions.sizes
    moved = min(max(size.size, least), max(least, most))
    how = size.how if moved == size.size else f"{size.how}, moved to a size that the constraints allow"
    if not problem.conditions.only_fixes_sizes:
        how = f"{how}; constraints on groups and sums are not considered"
    return SizeEstimate(moved, how)


def sample_moments(problem: Problem, size: int, rng: np.random.Generator) -> Moments:
    """Estimate the moments of an energy from random sets of one size, whatever they cost."""
    members = len(problem.pool)
    losses = []
    rows = max(1, min(_SAMPLES, _SAMPLE_CELLS // members))
    for start in range(0, _SAMPLES, rows):
        keys = rng.random((min(rows, _SAMPLES - start), members))
        sets = np.zeros(keys.shape, dtype=np.bool_)
        np.put_along_axis(sets, np.argpartition(keys, size - 1, axis=1)[:, :size], True, axis=1)
        losses.append(problem.losses(sets))
    sample = np.concatenate(losses)
    # Rounding gives the mean of equal numbers an error, and so a spread above 0.
    spread = 0.0 if sample.min() == sample.max() else float(sample.std(ddof=1))
    return Moments(float(sample.mean()), spread)
