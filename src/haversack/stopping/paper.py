"""The stopping rule of Algorithm 2."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import attrs

from haversack.api.forecast import Plan
from haversack.api.stopping import StoppingRule
from haversack.statistics.thresholds import paper_threshold
from haversack.validators import one_of, optional, whole

if TYPE_CHECKING:
    from haversack.api.forecast import Forecast, Forecaster
    from haversack.api.progress import Progress


@attrs.frozen
class Paper(StoppingRule):
    """Stop when q reaches the paper's STOP, or after MAXSTEP steps.

    From the distribution of accuracies and the size that the budget is expected to buy follow mean and variance of
    q over random sets, from those a threshold that few of them pass (STOP), and from the sizes a number of steps
    (MAXSTEP).

    Parameters
    ----------
    fit
        Where mean and variance of the accuracies come from: ``beta``, a fitted beta distribution; ``empirical``,
        the sample; ``auto``, the former if it fits.
    odd_size
        Round the expected size up to an odd number; the paper does not.
    min_steps
        MAXSTEP is at least this: the number of sets of the expected size can be as small as 1, and the paper asks
        for "a sufficiently large value" then.
    max_steps
        MAXSTEP is at most this; no limit if left out.

    References ---------- Hajdu, Terdik, Tiba, Tomán, section 4.3 and Algorithm 2. The text stops at q >= STOP, the
    algorithm prints >; the text is followed.
    """

    fit: Literal["auto", "beta", "empirical"] = attrs.field(
        default="auto", validator=one_of("auto", "beta", "empirical")
    )
    odd_size: bool = False
    min_steps: int = attrs.field(default=10_000, validator=whole(1))
    max_steps: int | None = attrs.field(default=None, validator=optional(whole(1)))

    def prepare(self, forecaster: Forecaster) -> ReachPlan:
        """Compute STOP and MAXSTEP."""
        return ReachPlan(self._plan(forecaster(fit=self.fit, odd_size=self.odd_size)))

    def __call__(self, progress: Progress) -> str | None:  # noqa: ARG002 - the interface's signature
        """Refuse: without the problem there is no threshold."""
        raise RuntimeError("the paper's rule must be prepared before use; haversack.select does so")

    def _plan(self, forecast: Forecast) -> Plan:
        size, moments, accuracy = forecast.size.size, forecast.moments, forecast.accuracy
        threshold = paper_threshold(moments, size)
        max_steps = max(math.comb(forecast.pool_size, size), self.min_steps)
        return Plan(
            accuracy_mean=accuracy.mean,
            accuracy_variance=accuracy.variance,
            accuracy_fit=accuracy.fit,
            size=size,
            mean=1.0 - moments.mean_error,
            variance=moments.standard_deviation**2,
            alpha=threshold.alpha,
            beta=threshold.beta,
            rule=threshold.rule,
            threshold=1.0 - threshold.error,
            max_steps=max_steps if self.max_steps is None else min(max_steps, self.max_steps),
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


@attrs.frozen
class ReachPlan(StoppingRule):
    """Stop at the numbers of a plan.

    Parameters
    ----------
    plan
        Holds STOP and MAXSTEP.
    """

    plan: Plan

    def __call__(self, progress: Progress) -> str | None:
        """Fire at STOP or MAXSTEP."""
        if progress.best_loss <= self.plan.error_threshold:
            return f"STOP = {self.plan.threshold:.10g} reached"
        if progress.steps >= self.plan.max_steps:
            return f"MAXSTEP = {self.plan.max_steps:,} steps made, STOP = {self.plan.threshold:.10g} not reached"
        return None
