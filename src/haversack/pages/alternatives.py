"""Other panels beside the chosen one: everybody, and the panel without one of its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.problem import Problem
from haversack.capabilities import CountsVotes, FollowsWalks
from haversack.config.build import build_part
from haversack.selection import defaults
from haversack.selection.best_single import describe_panel

if TYPE_CHECKING:
    from haversack.api.panel import Panel
    from haversack.api.selection import Selection
    from haversack.config.run_file import RunConfig
    from haversack.plugins import Catalog

_MOST_DROPPED = 60
_MOST_DROPPED_QUICKLY = 1_000
"""Where losses are quick: sums over votes, or made for searches of many steps."""


@attrs.frozen
class Alternatives:
    """Panels to compare the answer with.

    Parameters
    ----------
    everybody
        All members of the pool, whatever they cost; None if that is the panel.
    without
        The panel without each of its members, in their order; empty for panels of one and for very large ones.
    disallowed
        The members of those panels that do not meet the constraints.
    """

    everybody: Panel | None
    without: tuple[Panel, ...]
    disallowed: frozenset[tuple[int, ...]] = frozenset()


def evaluate_alternatives(selection: Selection, config: RunConfig, catalog: Catalog) -> Alternatives:
    """Evaluate the alternatives by the energy and the cost model of the run.

    Parameters
    ----------
    selection
        The answer.
    config
        Its run.
    catalog
        Where defaults are looked up.

    Raises
    ------
    HaversackError
        If a part fails.
    """
    pool = selection.pool
    energy = defaults.choose_energy(pool) if config.energy is None else config.energy
    cost = defaults.choose_cost(pool) if config.cost is None else config.cost
    constraints = tuple(getattr(config, "constraints", ()))
    parts = build_part("energy", energy, catalog), build_part("cost", cost, catalog)
    problem = Problem(pool, *parts, constraints=constraints)
    chosen = np.zeros(len(pool), dtype=np.bool_)
    chosen[list(selection.members)] = True
    size = len(selection.members)
    is_quick = isinstance(problem.energy, (CountsVotes, FollowsWalks))
    most = _MOST_DROPPED_QUICKLY if is_quick else _MOST_DROPPED
    dropped = selection.members if 1 < size <= most else ()
    rows = np.repeat(chosen[None, :], 1 + len(dropped), axis=0)
    rows[0] = True
    rows[np.arange(1, len(rows)), list(dropped)] = False
    evaluated = zip(rows, problem.losses(rows).tolist(), problem.costs(rows).tolist(), strict=True)
    panels = tuple(describe_panel(problem, row, loss, cost) for row, loss, cost in evaluated)
    allowed = problem.conditions.allow(rows) if constraints else np.ones(len(rows), dtype=np.bool_)
    disallowed = frozenset(panel.members for panel, is_allowed in zip(panels, allowed, strict=True) if not is_allowed)
    return Alternatives(None if size == len(pool) else panels[0], panels[1:], disallowed)
