"""Pick the best panel a budget can buy."""

from haversack.api.accuracy import AccuracyModel
from haversack.api.arrays import FloatArray, IntArray, Sets
from haversack.api.cost import CostModel, Resources, SetsBudget, SizeEstimate, UsesResources
from haversack.api.energy import (
    BringsPool,
    CopiesLosses,
    CountsVotes,
    Energy,
    HasMoments,
    HasTraits,
    Moments,
    PrefixLosses,
    ShowsValue,
)
from haversack.api.forecast import Forecast, Forecaster, Plan
from haversack.api.notes import HasNotes, Note
from haversack.api.pool import Pool
from haversack.api.problem import Problem
from haversack.api.progress import Progress
from haversack.api.registration import Registration
from haversack.api.searcher import Monitor, Searcher
from haversack.api.selection import Selection, TraceRow
from haversack.api.stopping import AllOf, AnyOf, HasPlan, NeedsForecast, StoppingRule
from haversack.api.traits import Traits
from haversack.api.votes import RecordedVotes
from haversack.api.walks import FollowsWalks, Walks
from haversack.errors import (
    CapabilityError,
    ConfigError,
    CostError,
    EnergyError,
    HaversackError,
    InfeasibleError,
    ManyProblemsError,
    PluginError,
    PoolError,
    SearchError,
)
from haversack.hookspecs import hookimpl
from haversack.orchestrator import make_plan, select

__all__ = [
    "AccuracyModel",
    "AllOf",
    "AnyOf",
    "BringsPool",
    "CapabilityError",
    "ConfigError",
    "CopiesLosses",
    "CostError",
    "CostModel",
    "CountsVotes",
    "Energy",
    "EnergyError",
    "FloatArray",
    "FollowsWalks",
    "Forecast",
    "Forecaster",
    "HasMoments",
    "HasNotes",
    "HasPlan",
    "HasTraits",
    "HaversackError",
    "InfeasibleError",
    "IntArray",
    "ManyProblemsError",
    "Moments",
    "Monitor",
    "NeedsForecast",
    "Note",
    "Plan",
    "PluginError",
    "Pool",
    "PoolError",
    "PrefixLosses",
    "Problem",
    "Progress",
    "RecordedVotes",
    "Registration",
    "Resources",
    "SearchError",
    "Searcher",
    "Selection",
    "Sets",
    "SetsBudget",
    "ShowsValue",
    "SizeEstimate",
    "StoppingRule",
    "TraceRow",
    "Traits",
    "UsesResources",
    "Walks",
    "hookimpl",
    "make_plan",
    "select",
]
__version__ = "0.1.0"
