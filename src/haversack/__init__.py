"""Choose the best panel of voters that a budget can buy.

What most users need is here. `haversack.capabilities` has the optional capabilities of parts, `haversack.comparison`
comparisons of searchers, `haversack.validators` checks of options, `haversack.testing` the conformance kit.
"""

from haversack import capabilities, comparison
from haversack.api.cost import CostModel
from haversack.api.energy import Energy
from haversack.api.forecast import Plan
from haversack.api.notes import Note
from haversack.api.problem import Problem
from haversack.api.progress import Progress
from haversack.api.registration import Registration
from haversack.api.searcher import Monitor, Searcher
from haversack.api.selection import Selection, TraceRow
from haversack.api.stopping import AllOf, AnyOf, StoppingRule
from haversack.api.traits import Traits
from haversack.arrays import FloatArray, IntArray, Sets
from haversack.comparison.experiment import compare
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
from haversack.frontiers.result import Frontier, FrontierPoint
from haversack.frontiers.search import frontier
from haversack.hookspecs import hookimpl
from haversack.monitor import ForwardingMonitor
from haversack.pools.pool import Pool
from haversack.pools.votes import RecordedVotes
from haversack.selection.planning import make_plan
from haversack.selection.run import select

__all__ = [
    "AllOf",
    "AnyOf",
    "CapabilityError",
    "ConfigError",
    "CostError",
    "CostModel",
    "Energy",
    "EnergyError",
    "FloatArray",
    "ForwardingMonitor",
    "Frontier",
    "FrontierPoint",
    "HaversackError",
    "InfeasibleError",
    "IntArray",
    "ManyProblemsError",
    "Monitor",
    "Note",
    "Plan",
    "PluginError",
    "Pool",
    "PoolError",
    "Problem",
    "Progress",
    "RecordedVotes",
    "Registration",
    "SearchError",
    "Searcher",
    "Selection",
    "Sets",
    "StoppingRule",
    "TraceRow",
    "Traits",
    "capabilities",
    "compare",
    "comparison",
    "frontier",
    "hookimpl",
    "make_plan",
    "select",
]
__version__ = "0.1.0"
