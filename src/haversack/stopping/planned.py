"""The base of the paper's rules: a threshold and a step limit computed from the problem."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Literal

import attrs

from haversack.api.forecast import Plan
from haversack.api.stopping import Limits, StoppingRule
from haversack.statistics.step_limits import compute_step_limit
from haversack.text import format_count
from haversack.validators import flag, one_of, optional, to_whole, whole

if TYPE_CHECKING:
    from haversack.api.forecast import Forecast, Forecaster
    from haversack.api.progress import Progress
    from haversack.statistics.thresholds import Threshold


@attrs.frozen(kw_only=True)
class PlannedRule(StoppingRule):
    """A rule that stops at a threshold on q or after a number of steps, both computed from the problem.

    Parameters
    ----------
    fit
        Source of the mean and variance of the accuracies: ``beta``, a fitted beta distribution; ``empirical``, the
        sample; ``auto``, the beta distribution if it fits, else the sample.
    odd_size
        Whether to round the expected size up to an odd number; the paper does not.
    count
        How to count the sets of the expected size for MAXSTEP: ``exact``, or the paper's approximation n^l / l!.
    min_steps
        Lower limit of MAXSTEP: the number of sets can be as small as 1, and the paper then asks for "a sufficiently
        large value".
    max_steps
        Upper limit of MAXSTEP; no limit if omitted.
    """

    fit: Literal["auto", "beta", "empirical"] = attrs.field(
        default="auto", validator=one_of("auto", "beta", "empirical")
    )
    odd_size: bool = attrs.field(default=False, validator=flag)
    count: Literal["exact", "approximate"] = attrs.field(default="exact", validator=one_of("exact", "approximate"))
    min_steps: int = attrs.field(default=10_000, converter=to_whole, validator=whole(1))
    max_steps: int | None = attrs.field(default=None, converter=to_whole, validator=optional(whole(1)))

    @abstractmethod
    def threshold(self, forecast: Forecast) -> Threshold:
        """Return STOP."""

    def prepare(self, forecaster: Forecaster) -> ReachPlan:
        """Compute STOP and MAXSTEP."""
        forecast = forecaster(fit=self.fit, odd_size=self.odd_size)
        steps = max(compute_step_limit(forecast.pool_size, forecast.size.size, self.count), self.min_steps)
        steps = steps if self.max_steps is None else min(steps, self.max_steps)
        return ReachPlan(_build_plan(forecast, self.threshold(forecast), steps))

    def __call__(self, progress: Progress) -> str | None:  # noqa: ARG002 - the interface's signature
        """Raise: without the problem there is no threshold."""
        raise RuntimeError("this rule must be prepared before use; haversack.select does so")


@attrs.frozen
class ReachPlan(StoppingRule):
    """Stop at the numbers of a plan.

    Parameters
    ----------
    plan
        Holds STOP and MAXSTEP.
    """

    plan: Plan

    @property
    def limits(self) -> Limits:
        """MAXSTEP."""
        return Limits(steps=self.plan.max_steps)

    def __call__(self, progress: Progress) -> str | None:
        """Fire at STOP or MAXSTEP."""
        if progress.best_loss <= self.plan.error_threshold:
            return f"STOP = {self.plan.threshold:.10g} reached"
        if progress.steps >= self.plan.max_steps:
            steps = format_count(self.plan.max_steps)
            return f"MAXSTEP = {steps} steps made, STOP = {self.plan.threshold:.10g} not reached"
        return None


def _build_plan(forecast: Forecast, threshold: Threshold, max_steps: int) -> Plan:
    moments, accuracy = forecast.moments, forecast.accuracy
    return Plan(
        accuracy_mean=accuracy.mean,
        accuracy_variance=accuracy.variance,
        accuracy_fit=accuracy.fit,
        size=forecast.size.size,
        mean=1.0 - moments.mean_error,
        variance=moments.standard_deviation**2,
        alpha=threshold.alpha,
        beta=threshold.beta,
        rule=threshold.rule,
        threshold=1.0 - threshold.error,
        max_steps=max_steps,
        mean_error=moments.mean_error,
        error_threshold=threshold.error,
        size_rule=forecast.size.how,
        mode=threshold.mode,
        gamma=threshold.gamma,
        quantile=threshold.quantile,
        accuracy_alpha=accuracy.alpha,
        accuracy_beta=accuracy.beta,
        accuracy_p_value=accuracy.p_value,
    )
