"""Who searches single budgets of a frontier where the caller names nobody, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack.api.incremental import FollowsWalks
from haversack.api.stopping import StoppingRule
from haversack.config.build import build_part
from haversack.selection import defaults
from haversack.selection.compatibility import is_usable, list_provers

if TYPE_CHECKING:
    from haversack.api.problem import Problem
    from haversack.api.progress import Progress
    from haversack.api.searcher import Searcher
    from haversack.plugins import Catalog


@attrs.frozen
class Never(StoppingRule):
    """Let the searcher end by itself."""

    def __call__(self, progress: Progress) -> str | None:  # noqa: ARG002 - the interface's signature
        """Never fire."""
        return None


def choose_searcher(problem: Problem, catalog: Catalog, breakpoints: tuple[float, ...]) -> Searcher:
    """Return the searcher for single budgets: one that proves where that is quick, or where few budgets matter."""
    resources = problem.resources()
    several = resources is not None and len(resources.limits) > 1
    largest = defaults.FRONTIER_PROVED_UP_TO if several else defaults.FRONTIER_WHOLE_UP_TO
    can_prove = len(problem.pool) <= largest or bool(breakpoints)
    name = defaults.choose_frontier_searcher(problem, catalog, can_prove=can_prove)
    searcher: Searcher = build_part("searcher", name, catalog)
    return searcher


def choose_rule(searcher: Searcher, problem: Problem, catalog: Catalog) -> StoppingRule:
    """Return the rule that ends the search at each budget."""
    if getattr(searcher, "ends_by_itself", False):
        return Never()
    follows = isinstance(problem.energy, FollowsWalks)
    spec = defaults.FRONTIER_WALKS_STOPPING if follows else defaults.FRONTIER_STOPPING
    rule: StoppingRule = build_part("stopping", spec, catalog)
    return rule


def choose_prover(problem: Problem, catalog: Catalog, *, insist: bool) -> Searcher | None:
    """Return the searcher that proves single budgets, or None; unless the caller insists, it may give up."""
    if is_usable(defaults.FRONTIER_TRACER, problem, catalog):
        tracer: Searcher = build_part("searcher", defaults.FRONTIER_TRACER, catalog)
        return tracer
    for prover in list_provers(problem, catalog):
        weigh = getattr(prover, "weigh_node", None)
        evaluations = defaults.FRONTIER_PROOF_EVALUATIONS / (1.0 if weigh is None else weigh(problem))
        return prover() if insist else prover(most_nodes=max(1, int(evaluations)))
    return None
