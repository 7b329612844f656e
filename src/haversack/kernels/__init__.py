"""Everything compiled: plain functions on arrays.

The modules are imported on first use, because importing numba takes longer than most runs of the command line.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from haversack.kernels import branching as branching
    from haversack.kernels import core_tree as core_tree
    from haversack.kernels import efficient_draws as efficient_draws
    from haversack.kernels import exchanges as exchanges
    from haversack.kernels import majority as majority
    from haversack.kernels import random_sets as random_sets
    from haversack.kernels import rank_bound as rank_bound
    from haversack.kernels import recorded_votes as recorded_votes
    from haversack.kernels import staircase as staircase
    from haversack.kernels import sweep as sweep
    from haversack.kernels import tilted as tilted
    from haversack.kernels import tilted_bound as tilted_bound
    from haversack.kernels import tilted_row as tilted_row
    from haversack.kernels import walks as walks
    from haversack.kernels import weighted_votes as weighted_votes

_MODULES = (
    "branching",
    "core_tree",
    "efficient_draws",
    "exchanges",
    "majority",
    "random_sets",
    "rank_bound",
    "recorded_votes",
    "staircase",
    "sweep",
    "tilted",
    "tilted_bound",
    "tilted_row",
    "walks",
    "weighted_votes",
)


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
