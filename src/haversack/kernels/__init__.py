"""Everything compiled: plain functions on arrays.

The modules are imported on first use, because importing numba takes longer than most runs of the command line.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from haversack.kernels import all_budgets as all_budgets
    from haversack.kernels import annealing_state as annealing_state
    from haversack.kernels import counted_votes as counted_votes
    from haversack.kernels import efficiency as efficiency
    from haversack.kernels import exchanges as exchanges
    from haversack.kernels import interval_bound as interval_bound
    from haversack.kernels import lagrangian as lagrangian
    from haversack.kernels import majority as majority
    from haversack.kernels import majority_tail as majority_tail
    from haversack.kernels import random_sets as random_sets
    from haversack.kernels import rank_bound as rank_bound
    from haversack.kernels import size_bound as size_bound
    from haversack.kernels import size_tree as size_tree
    from haversack.kernels import undecided as undecided
    from haversack.kernels import votes as votes

_MODULES = (
    "all_budgets",
    "annealing_state",
    "counted_votes",
    "efficiency",
    "exchanges",
    "interval_bound",
    "lagrangian",
    "majority",
    "majority_tail",
    "random_sets",
    "rank_bound",
    "size_bound",
    "size_tree",
    "undecided",
    "votes",
)


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
