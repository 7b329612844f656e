"""The paper's beta threshold, whatever q looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.errors import HaversackError
from haversack.statistics.thresholds import beta_shape, beta_threshold
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
        Which quantile; chosen by the paper's table if left out.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, section 4.3.
    """

    quantile: float | None = attrs.field(default=None, validator=optional(fraction))

    def threshold(self, forecast: Forecast) -> Threshold:
        """Return the quantile."""
        shape = beta_shape(forecast.moments)
        if shape is None or (self.quantile is None and (min(shape) < 1.0 or sum(shape) <= 2.0)):
            mean, deviation = 1.0 - forecast.moments.mean_error, forecast.moments.standard_deviation
            raise HaversackError(
                f"stopping 'beta' needs a q that is like a beta variable with a mode, and here its mean is {mean:.6g} "
                f"and its standard deviation {deviation:.6g}; use 'paper', which then takes the normal rule"
            )
        return beta_threshold(forecast.moments, *shape, quantile=self.quantile)
