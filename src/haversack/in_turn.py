"""Several searchers, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from haversack.forwarding import ForwardingMonitor
from haversack.needs import list_unmet_needs

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np

    from haversack.api.problem import Problem
    from haversack.api.searcher import Monitor, Searcher


def _collect_searchers(searchers: Iterable[Searcher]) -> tuple[Searcher, ...]:
    return tuple(searchers)


@attrs.frozen
class InTurn:
    """Let several searchers search one after the other, until the best set is proved optimal or the last one ends.

    All report to one monitor, so each starts where the one before it has left off, if it reads the best set so far.

    Parameters
    ----------
    searchers
        The searchers, at least one.
    """

    searchers: tuple[Searcher, ...] = attrs.field(converter=_collect_searchers, validator=attrs.validators.min_len(1))

    @property
    def energy_needs(self) -> tuple[type, ...]:
        """What the searchers need of the energy."""
        return _collect_needs(self.searchers, "energy_needs")

    @property
    def cost_needs(self) -> tuple[type, ...]:
        """What the searchers need of the cost model."""
        return _collect_needs(self.searchers, "cost_needs")

    @property
    def trait_needs(self) -> tuple[str, ...]:
        """The traits that the searchers need."""
        return _collect_needs(self.searchers, "trait_needs")

    @property
    def ends_by_itself(self) -> bool:
        """Whether all searchers do."""
        return all(getattr(searcher, "ends_by_itself", False) for searcher in self.searchers)

    @property
    def proves_optimality(self) -> bool:
        """Whether one of the searchers may end with a proof: the answer needs no other."""
        return any(getattr(searcher, "proves_optimality", False) for searcher in self.searchers)

    @property
    def proves_bounds(self) -> bool:
        """Whether one of the searchers reports bounds."""
        return any(getattr(searcher, "proves_bounds", False) for searcher in self.searchers)

    @property
    def knows_constraints(self) -> bool:
        """Whether the proofs of all searchers hold where a constraint demands something."""
        provers = [
            searcher
            for searcher in self.searchers
            if any(getattr(searcher, name, False) for name in ("proves_optimality", "proves_bounds"))
        ]
        return all(getattr(searcher, "knows_constraints", False) for searcher in provers)

    def find_unmet_needs(self, problem: Problem) -> list[str]:
        """Return what the searchers find missing in a problem beyond capabilities and traits, each clause once."""
        clauses = (clause for searcher in self.searchers for clause in list_unmet_needs(searcher, problem))
        return list(dict.fromkeys(clauses))

    def search(self, problem: Problem, monitor: Monitor, rng: np.random.Generator) -> str | None:
        """Search until there is a proof, the last searcher has ended, or the monitor says stop."""
        reason = None
        forwarding = ForwardingMonitor(monitor)
        # One stream each: what one draws does not depend on how much the others have drawn.
        for searcher, stream in zip(self.searchers, rng.spawn(len(self.searchers)), strict=True):
            reason = searcher.search(problem, forwarding, stream)
            if not forwarding.going or monitor.loss_bound >= monitor.best_loss:
                break
        return reason


def _collect_needs(searchers: Iterable[object], name: str) -> tuple[Any, ...]:
    """Return what the searchers declare, each entry once."""
    return tuple(dict.fromkeys(entry for searcher in searchers for entry in getattr(searcher, name, ())))
