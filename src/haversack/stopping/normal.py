"""The paper's normal threshold, for any distribution of q."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs

from haversack.statistics.thresholds import compute_beta_shape, compute_normal_threshold
from haversack.stopping.planned import PlannedRule
from haversack.validators import fraction, one_of

if TYPE_CHECKING:
    from haversack.api.forecast import Forecast
    from haversack.statistics.thresholds import Threshold


@attrs.frozen(kw_only=True)
class Normal(PlannedRule):
    """Stop when q reaches its mean plus a multiple of its standard deviation, or after MAXSTEP steps.

    Parameters
    ----------
    side
        ``left``, for q close to 1: mean + z(level) sd / sqrt(l), the paper's rule. ``two-sided``, for q farther from 1:
        the same with half of the remaining probability on each side, z((1 + level)/2). ``right``, for a mean of about
        0.7: a value that few sets exceed, mean + z(level) sd. The paper names the last two and gives no formula.
    level
        Probability of the quantile z.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, sections 4.3 and 6.
    """

    side: Literal["left", "two-sided", "right"] = attrs.field(
        default="left", validator=one_of("left", "two-sided", "right")
    )
    level: float = attrs.field(default=0.9, validator=fraction)

    def threshold(self, forecast: Forecast) -> Threshold:
        """Return the threshold."""
        level = (1.0 + self.level) / 2.0 if self.side == "two-sided" else self.level
        size = 1 if self.side == "right" else forecast.size.size
        return compute_normal_threshold(forecast.moments, size, compute_beta_shape(forecast.moments), level=level)
