"""Choose the best panel of voters that a budget can buy.

What most users need is here. `haversack.capabilities` has the optional capabilities of parts, `haversack.comparison`
comparisons of searchers, `haversack.validators` checks of options, `haversack.testing` the conformance kit.
"""

from haversack import capabilities, comparison
from haversack.api.constraint import Constraint
from haversack.api.cost import CostModel
from haversack.api.energy import Energy
from haversack.api.expected import Expected, Rival
from haversack.api.forecast import Plan
from haversack.api.log_reader import LogReader
from haversack.api.notes import Note
from haversack.api.observer import Observer, RunStart, Watcher
from haversack.api.panel import Panel, TraceRow
from haversack.api.part_record import PartRecord
from haversack.api.preset import Preset
from haversack.api.problem import Problem
from haversack.api.progress import Progress
from haversack.api.registration import Registration
from haversack.api.searcher import Monitor, Searcher
from haversack.api.selection import Selection
from haversack.api.stopping import AllOf, AnyOf, StoppingRule
from haversack.api.traits import Traits
from haversack.api.verdict import Verdict
from haversack.arrays import FloatArray, IntArray, Sets
from haversack.comparison.experiment import compare
from haversack.config.build import build_part
from haversack.config.log_reading import read_log
from haversack.errors import (
    CapabilityError,
    CertificateError,
    ConfigError,
    ConstraintError,
    CostError,
    EnergyError,
    HaversackError,
    InfeasibleError,
    ManyProblemsError,
    PartError,
    PluginError,
    PoolError,
    SearchError,
    SessionError,
)
from haversack.forwarding import ForwardingMonitor
from haversack.frontiers.cheapest import cheapest
from haversack.frontiers.point import FrontierPoint
from haversack.frontiers.result import Frontier
from haversack.frontiers.search import frontier
from haversack.hookspecs import hookimpl
from haversack.in_turn import InTurn
from haversack.plugins.catalog import Catalog
from haversack.plugins.loading import load_catalog
from haversack.policies.policy import Policy
from haversack.policies.run import policy
from haversack.pools.logs.reading import LogReading
from haversack.pools.logs.sources import LogSource
from haversack.pools.logs.tables import LogTable
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
    "CertificateError",
    "ConfigError",
    "Constraint",
    "ConstraintError",
    "CostError",
    "CostModel",
    "Energy",
    "EnergyError",
    "Expected",
    "FloatArray",
    "ForwardingMonitor",
    "Frontier",
    "FrontierPoint",
    "HaversackError",
    "InTurn",
    "InfeasibleError",
    "IntArray",
    "LogReader",
    "LogReading",
    "LogSource",
    "LogTable",
    "ManyProblemsError",
    "Monitor",
    "Note",
    "Observer",
    "Panel",
    "PartError",
    "PartRecord",
    "Plan",
    "PluginError",
    "Policy",
    "Pool",
    "PoolError",
    "Preset",
    "Problem",
    "Progress",
    "RecordedVotes",
    "Registration",
    "Rival",
    "RunStart",
    "SearchError",
    "Searcher",
    "Selection",
    "SessionError",
    "Sets",
    "StoppingRule",
    "StudyResult",
    "TraceRow",
    "Traits",
    "Verdict",
    "Watcher",
    "build_part",
    "capabilities",
    "cheapest",
    "compare",
    "comparison",
    "frontier",
    "hookimpl",
    "load_catalog",
    "make_plan",
    "policy",
    "read_log",
    "run",
    "select",
    "study",
]
__version__ = "0.2.0"
