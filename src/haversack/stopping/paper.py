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

    The distribution of accuracies and the expected size of a set within the budget give the mean and variance of q over
    random sets. These give a threshold that few sets exceed (STOP); the size gives a number of steps (MAXSTEP). STOP is
    a quantile of a beta distribution if one with a mode above 1/2 has this mean and variance, else of a normal
    distribution.

    References
    ----------
    Hajdu, Terdik, Tiba, Tomán, section 4.3 and Algorithm 2. The text stops at q >= STOP, the algorithm at q > STOP;
    this rule follows the text.
    """

    def threshold(self, forecast: Forecast) -> Threshold:
        """Return the beta threshold if the paper allows it, else the normal one."""
        return paper_threshold(forecast.moments, forecast.size.size)
