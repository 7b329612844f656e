"""The quadratic knapsack problem as a plugin for haversack."""

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
"""The searcher to pass to `haversack.select`."""


def load(path: str | PathLike[str]) -> tuple[Pool, QuadraticProfit, float]:
    """Read an instance in the format of Billionnet and Soutif.

    Returns
    -------
    tuple
        The pool, with the weights as costs and without accuracies; the energy; and the capacity as budget.

    Raises
    ------
    InstanceError
        Names the file and the line, what was expected and what was found.
    """
    energy = QuadraticProfit(path=path)
    return energy.own_pool(), energy, energy.own_budget()


@hookimpl
def haversack_energies() -> Iterable[Registration]:
    """Offer the energy to haversack."""
    yield Registration("quadratic", QuadraticProfit, "sum of the profits of members and of pairs of members, maximised")


@hookimpl
def haversack_searchers() -> Iterable[Registration]:
    """Offer the searcher to haversack."""
    yield Registration(
        "quadratic-tabu", QuadraticTabu, "tabu search for quadratic knapsacks, with moves across the budget"
    )
