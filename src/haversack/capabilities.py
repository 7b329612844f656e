"""Optional capabilities of parts, and the values they exchange.

An energy, searcher, stopping rule or cost model needs one or two methods. Each protocol here is one more method, which
a part may offer; other parts find out with ``isinstance``.
"""

from haversack.api.accuracy import AccuracyModel
from haversack.api.cost import Resources, SetsBudget, SizeEstimate, UsesResources
from haversack.api.energy import (
    BringsPool,
    CopiesLosses,
    CountsVotes,
    HasMoments,
    HasTraits,
    Moments,
    PrefixLosses,
    ShowsValue,
)
from haversack.api.forecast import Forecast, Forecaster
from haversack.api.frontier import BudgetBound, FrontierMonitor, FrontierProgress, HasBreakpoints, TracesFrontier
from haversack.api.incremental import FollowsWalks, Walks
from haversack.api.notes import HasNotes
from haversack.api.stopping import HasPlan, NeedsForecast

__all__ = [
    "AccuracyModel",
    "BringsPool",
    "BudgetBound",
    "CopiesLosses",
    "CountsVotes",
    "FollowsWalks",
    "Forecast",
    "Forecaster",
    "FrontierMonitor",
    "FrontierProgress",
    "HasBreakpoints",
    "HasMoments",
    "HasNotes",
    "HasPlan",
    "HasTraits",
    "Moments",
    "NeedsForecast",
    "PrefixLosses",
    "Resources",
    "SetsBudget",
    "ShowsValue",
    "SizeEstimate",
    "TracesFrontier",
    "UsesResources",
    "Walks",
]
