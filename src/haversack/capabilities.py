"""Optional capabilities of parts, and the values they exchange.

An energy, searcher, stopping rule, cost model or constraint needs one method. Each protocol here is one more method,
which a part may offer; other parts find out with ``isinstance``.
"""

from haversack.api.accuracy import AccuracyModel
from haversack.api.ballots import Ballots, HasBallots
from haversack.api.bounds import BoundsLosses
from haversack.api.certificate import Certifies
from haversack.api.constraint import FixedMembers, FixesMembers, HasRows, LinearRows
from haversack.api.cost import BoundsCosts, EstimatesSize, Resources, SetsBudget, SizeEstimate, UsesResources
from haversack.api.energy import (
    BringsPool,
    ChoosesEnergy,
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
from haversack.api.moves import MakesMoves
from haversack.api.noise import DrawsLosses
from haversack.api.notes import HasNotes
from haversack.api.preparation import PreparesForPool
from haversack.api.searcher import ChoosesSearcher
from haversack.api.stopping import AdaptsToRun, HasLimits, HasPlan, Limits, NeedsForecast
from haversack.api.vote import ExtendsLabels, FitsVote, HasItemLosses, HasProbabilities, Vote

__all__ = [
    "AccuracyModel",
    "AdaptsToRun",
    "Ballots",
    "BoundsCosts",
    "BoundsLosses",
    "BringsPool",
    "BudgetBound",
    "Certifies",
    "ChoosesEnergy",
    "ChoosesSearcher",
    "CopiesLosses",
    "CountsVotes",
    "DrawsLosses",
    "EstimatesSize",
    "ExtendsLabels",
    "FitsVote",
    "FixedMembers",
    "FixesMembers",
    "FollowsWalks",
    "Forecast",
    "Forecaster",
    "FrontierMonitor",
    "FrontierProgress",
    "HasBallots",
    "HasBreakpoints",
    "HasItemLosses",
    "HasLimits",
    "HasMoments",
    "HasNotes",
    "HasPlan",
    "HasProbabilities",
    "HasRows",
    "HasTraits",
    "Limits",
    "LinearRows",
    "MakesMoves",
    "Moments",
    "NeedsForecast",
    "PrefixLosses",
    "PreparesForPool",
    "Resources",
    "SetsBudget",
    "ShowsValue",
    "SizeEstimate",
    "TracesFrontier",
    "UsesResources",
    "Vote",
    "Walks",
]
