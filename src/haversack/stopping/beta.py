"""The paper's beta threshold, for any distribution of q."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.errors import HaversackError
from haversack.statistics.thresholds import compute_beta_shape, compute_beta_threshold
from haversack.stopping.planned import PlannedRule
from haversack.validators import fraction, optional

if TYPE_CHECKING:
    from haversack.api.forecast import Forecast
    from haversack.statistics.thresholds import Threshold


@attrs.frozen(kw_only=True)
class Beta(PlannedRule):
    """Stop when q reaches a quantile of the beta distribution with its mean and variance, or after MAXSTEP steps.

    Parameters
    ----------
    quantile
        Probability of the quantile. If omitted, taken from the paper's Table 1.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, section 4.3.
    """

    quantile: float | None = attrs.field(default=None, validator=optional(fraction))

    def threshold(self, forecast: Forecast) -> Threshold:
        """Return the quantile."""
        shape = compute_beta_shape(forecast.moments)
        if shape is None or (self.quantile is None and (min(shape) < 1.0 or sum(shape) <= 2.0)):
            mean, deviation = 1.0 - forecast.moments.mean_error, forecast.moments.standard_deviation
            raise HaversackError(
                "stopping 'beta' needs a q whose mean and variance are those of a beta distribution with a mode; here "
                f"the mean is {mean:.6g} and the standard deviation {deviation:.6g}; use 'paper', which applies the "
                "normal rule in this case"
            )
        return compute_beta_threshold(forecast.moments, *shape, quantile=self.quantile)
