"""Choose the best panel of voters that a budget can buy.

What most users need is here. `haversack.capabilities` has the optional capabilities of parts, `haversack.comparison`
comparisons of searchers, `haversack.validators` checks of options, `haversack.testing` the conformance kit.
"""

from haversack import capabilities, comparison
from haversack.api.cost import CostModel
from haversack.api.energy import Energy
from haversack.api.forecast import Plan
from haversack.api.notes import Note
from haversack.api.observer import Observer, RunStart, Watcher
from haversack.api.part_record import PartRecord
from haversack.api.preset import Preset
from haversack.api.problem import Problem
from haversack.api.progress import Progress
from haversack.api.registration import Registration
from haversack.api.searcher import Monitor, Searcher
from haversack.api.selection import Panel, Selection, TraceRow
from haversack.api.stopping import AllOf, AnyOf, StoppingRule
from haversack.api.traits import Traits
from haversack.arrays import FloatArray, IntArray, Sets
from haversack.comparison.experiment import compare
from haversack.config.build import build_part
from haversack.errors import (
    CapabilityError,
    ConfigError,
    CostError,
    EnergyError,
    HaversackError,
    InfeasibleError,
    ManyProblemsError,
    PartError,
    PluginError,
    PoolError,
    SearchError,
)
from haversack.forwarding import ForwardingMonitor
from haversack.frontiers.result import Frontier, FrontierPoint
from haversack.frontiers.search import frontier
from haversack.hookspecs import hookimpl
from haversack.in_turn import InTurn
from haversack.plugins.catalog import Catalog
from haversack.plugins.loading import load_catalog
from haversack.pools.pool import Pool
from haversack.pools.votes import RecordedVotes
from haversack.selection.from_file import run
from haversack.selection.planning import make_plan
from haversack.selection.run import select
from haversack.studies.result import StudyResult
from haversack.studies.run import study

__all__ = [
    "AllOf",
    "AnyOf",
    "CapabilityError",
    "Catalog",
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
    "InTurn",
    "InfeasibleError",
    "IntArray",
    "ManyProblemsError",
    "Monitor",
    "Note",
    "Observer",
    "Panel",
    "PartError",
    "PartRecord",
    "Plan",
    "PluginError",
    "Pool",
    "PoolError",
    "Preset",
    "Problem",
    "Progress",
    "RecordedVotes",
    "Registration",
    "RunStart",
    "SearchError",
    "Searcher",
    "Selection",
    "Sets",
    "StoppingRule",
    "StudyResult",
    "TraceRow",
    "Traits",
    "Watcher",
    "build_part",
    "capabilities",
    "compare",
    "comparison",
    "frontier",
    "hookimpl",
    "load_catalog",
    "make_plan",
    "run",
    "select",
    "study",
]
__version__ = "0.1.0"
