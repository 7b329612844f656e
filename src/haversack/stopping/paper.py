"""The stopping rule of Algorithm 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.statistics.thresholds import paper_threshold
from haversack.stopping.planned import PlannedRule

if TYPE_CHECKING:
    from haversack.api.forecast import Forecast
    from haversack.statistics.thresholds import Threshold


@attrs.frozen(kw_only=True)
class Paper(PlannedRule):
    """Stop when q reaches the paper's STOP, or after MAXSTEP steps.

    From the distribution of accuracies and the size that the budget is expected to buy follow mean and variance of q
    over random sets, from those a threshold that few of them pass (STOP), and from the sizes a number of steps
    (MAXSTEP). STOP is a quantile of a beta distribution where q looks like one with a mode above 1/2, else it comes
    from the normal distribution.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, section 4.3 and Algorithm 2. The text stops at q >= STOP, the algorithm prints >; the
    text is followed.
    """

    def threshold(self, forecast: Forecast) -> Threshold:
        """Return the beta threshold where the paper allows it, else the normal one."""
        return paper_threshold(forecast.moments, forecast.size.size)
