"""Pick the best panel a budget can buy."""

from haversack.api.accuracy import AccuracyModel
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
from haversack.api.frontier import FrontierMonitor, FrontierProgress, HasBreakpoints, TracesFrontier
from haversack.api.incremental import FollowsWalks, Walks
from haversack.api.notes import HasNotes, Note
from haversack.api.problem import Problem
from haversack.api.progress import Progress
from haversack.api.registration import Registration
from haversack.api.searcher import Monitor, Searcher
from haversack.api.selection import Selection, TraceRow
from haversack.api.stopping import AllOf, AnyOf, HasPlan, NeedsForecast, StoppingRule
from haversack.api.traits import Traits
from haversack.arrays import FloatArray, IntArray, Sets
from haversack.comparison.best_known import read_best_known
from haversack.comparison.cases import Case
from haversack.comparison.experiment import compare
from haversack.comparison.paper_pools import paper_cases, paper_pool
from haversack.comparison.reference import Reference
from haversack.comparison.result import Comparison
from haversack.comparison.rows import ComparisonRow
from haversack.comparison.runs import Stage
from haversack.comparison.standings import Quantiles, Standing, StopStanding
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
from haversack.frontiers.result import BudgetBound, Frontier, FrontierPoint
from haversack.frontiers.search import frontier
from haversack.hookspecs import hookimpl
from haversack.pools.pool import Pool
from haversack.pools.votes import RecordedVotes
from haversack.selection.run import make_plan, select

__all__ = [
    "AccuracyModel",
    "AllOf",
    "AnyOf",
    "BringsPool",
    "BudgetBound",
    "CapabilityError",
    "Case",
    "Comparison",
    "ComparisonRow",
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
    "Frontier",
    "FrontierMonitor",
    "FrontierPoint",
    "FrontierProgress",
    "HasBreakpoints",
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
    "Quantiles",
    "RecordedVotes",
    "Reference",
    "Registration",
    "Resources",
    "SearchError",
    "Searcher",
    "Selection",
    "Sets",
    "SetsBudget",
    "ShowsValue",
    "SizeEstimate",
    "Stage",
    "Standing",
    "StopStanding",
    "StoppingRule",
    "TraceRow",
    "TracesFrontier",
    "Traits",
    "UsesResources",
    "Walks",
    "compare",
    "frontier",
    "hookimpl",
    "make_plan",
    "paper_cases",
    "paper_pool",
    "read_best_known",
    "select",
]
__version__ = "0.1.0"
