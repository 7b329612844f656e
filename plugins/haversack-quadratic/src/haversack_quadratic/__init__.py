"""The quadratic knapsack problem as a plugin of haversack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack import Registration, hookimpl
from haversack_quadratic.energy import PairProfits, QuadraticProfit
from haversack_quadratic.instance import Instance, InstanceError, read_instance
from haversack_quadratic.tabu import QuadraticTabu

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    from haversack import Pool

__all__ = [
    "DEFAULT_SEARCHER",
    "Instance",
    "InstanceError",
    "PairProfits",
    "QuadraticProfit",
    "QuadraticTabu",
    "load",
    "read_instance",
]

DEFAULT_SEARCHER = "quadratic-tabu"
"""What to pass to `haversack.select` as `searcher`."""


def load(path: str | PathLike[str]) -> tuple[Pool, QuadraticProfit, float]:
    """Read an instance in the format of Billionnet and Soutif.

    Returns
    -------
    tuple
        The pool, whose costs are the weights and which has no accuracies; the energy; the budget, which is the
        capacity.

    Raises
    ------
    InstanceError
        Names the file and the line, what was expected and what came.
    """
    energy = QuadraticProfit(path=path)
    return energy.own_pool(), energy, energy.own_budget()


@hookimpl
def haversack_energies() -> Iterable[Registration]:
    """Offer the energy to haversack."""
    yield Registration("quadratic", QuadraticProfit, "profits of members and of pairs of members, to be made large")


@hookimpl
def haversack_searchers() -> Iterable[Registration]:
    """Offer the searcher to haversack."""
    yield Registration(
        "quadratic-tabu", QuadraticTabu, "tabu search for quadratic knapsacks, across the budget and back"
    )
