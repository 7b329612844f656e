"""Everything compiled: plain functions on arrays.

A module has the name of the module that calls it: `kernels.size_tree` serves `searchers.exact.size_tree`.
The others are shared by several kernels: `ballot_bound`, `ballot_rows`, `error_integral`, `jit`, `lagrangian_bounds`,
`randomness`, `rank_bound`, `resources`, `tree_state`, `vote_state`, `vote_tails`, `vote_words`.

The modules are imported on first use, because importing numba takes longer than most runs of the command line.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import TYPE_CHECKING

from haversack.clock import setting_up

if TYPE_CHECKING:
    from types import ModuleType

    from haversack.kernels import all_budgets as all_budgets
    from haversack.kernels import annealing_state as annealing_state
    from haversack.kernels import ballot_bound as ballot_bound
    from haversack.kernels import ballot_rows as ballot_rows
    from haversack.kernels import ballot_tree as ballot_tree
    from haversack.kernels import coins as coins
    from haversack.kernels import efficiency as efficiency
    from haversack.kernels import error_integral as error_integral
    from haversack.kernels import interval_bound as interval_bound
    from haversack.kernels import item_scores as item_scores
    from haversack.kernels import jit as jit
    from haversack.kernels import known_losses as known_losses
    from haversack.kernels import lagrangian as lagrangian
    from haversack.kernels import lagrangian_bounds as lagrangian_bounds
    from haversack.kernels import majority as majority
    from haversack.kernels import majority_walks as majority_walks
    from haversack.kernels import plans as plans
    from haversack.kernels import random_sets as random_sets
    from haversack.kernels import rank_bound as rank_bound
    from haversack.kernels import records as records
    from haversack.kernels import resources as resources
    from haversack.kernels import row_tree as row_tree
    from haversack.kernels import sequential as sequential
    from haversack.kernels import size_bound as size_bound
    from haversack.kernels import size_tree as size_tree
    from haversack.kernels import spatial as spatial
    from haversack.kernels import tree_state as tree_state
    from haversack.kernels import unconstrained as unconstrained
    from haversack.kernels import undecided as undecided
    from haversack.kernels import vote_state as vote_state
    from haversack.kernels import vote_walks as vote_walks
    from haversack.kernels import vote_window as vote_window
    from haversack.kernels import votes as votes


def __getattr__(name: str) -> ModuleType:
    with setting_up():
        if importlib.util.find_spec(f"{__name__}.{name}") is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return importlib.import_module(f"{__name__}.{name}")


def is_loaded() -> bool:
    """Return whether compiled code is in use already, so that more of it costs no import of the compiler."""
    return f"{__name__}.jit" in sys.modules
