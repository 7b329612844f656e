"""Promises of a searcher, and the functions that check all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.config.build import build_part
from haversack.errors import CapabilityError
from haversack.needs import find_missing_capabilities
from haversack.plugins import default_catalog
from haversack.testing.batches import TOLERANCE, find_difference
from haversack.testing.examples import MakePool, make_plain_pool
from haversack.testing.options import OPTIONS
from haversack.testing.promises import Promises, build_subject, run_checks
from haversack.testing.searcher_case import SearcherCase
from haversack.testing.searcher_deadlines import DEADLINES
from haversack.testing.searcher_needs import NEEDS
from haversack.testing.searcher_proofs import PROOFS
from haversack.testing.searcher_repeatability import REPEATABILITY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.problem import Problem
    from haversack.api.searcher import Searcher
    from haversack.testing.promises import PromiseCheck


SEARCHERS: Promises[SearcherCase] = Promises()


def searcher_checks(
    searcher: Searcher | type | str | Mapping[str, Any],
    *,
    energy: Energy | str | Mapping[str, Any] = "majority",
    cost: CostModel | str | Mapping[str, Any] = "additive",
    make_pool: MakePool = make_plain_pool,
    steps: int = 2_000,
    patience: float = 60.0,
) -> tuple[PromiseCheck, ...]:
    """Return one check for each promise that a searcher makes.

    Parameters
    ----------
    searcher
        The searcher, its class if that needs no options, a registered name, or a dict with the key ``kind``.
    energy, cost
        The energy and the cost model of the problems, for searchers that need others.
    make_pool
        Makes a pool from accuracies and costs, for an energy or a cost model that needs other columns.
    steps
        Maximum number of steps of a run.
    patience
        Seconds after which a searcher counts as hung.

    Returns
    -------
    tuple of PromiseCheck
        In the order in which to run them.

    Raises
    ------
    CapabilityError
        If the searcher needs what this energy or cost model does not offer.
    """
    parts = build_part("energy", energy, default_catalog()), build_part("cost", cost, default_catalog())
    case = SearcherCase("searcher", build_subject("searcher", searcher), *parts, make_pool, steps, patience)
    _, problem = next(case.situations())
    missing = find_missing_capabilities(case.part, problem)
    if missing:
        raise CapabilityError(f"{case.label} cannot be checked: {' and '.join(missing)}; pass others as energy, cost")
    groups = SEARCHERS, REPEATABILITY, DEADLINES, NEEDS, PROOFS, OPTIONS
    return tuple(check for promises in groups for check in promises.checks(case))


def check_searcher(
    searcher: Searcher | type | str | Mapping[str, Any],
    *,
    energy: Energy | str | Mapping[str, Any] = "majority",
    cost: CostModel | str | Mapping[str, Any] = "additive",
    make_pool: MakePool = make_plain_pool,
    steps: int = 2_000,
    patience: float = 60.0,
) -> None:
    """Check every promise of a searcher; the parameters are those of `searcher_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> check_searcher("greedy-forward")
    """
    run_checks(searcher_checks(searcher, energy=energy, cost=cost, make_pool=make_pool, steps=steps, patience=patience))


@SEARCHERS.add("it ends by itself or when the monitor says stop, and returns a reason as text, or None")
def comes_to_an_end(case: SearcherCase) -> None:
    """Run it with a limit on steps."""

    def claim(problem: Problem) -> str | None:
        run = case.run(problem)
        right = run.returned is None or (isinstance(run.returned, str) and run.returned.strip())
        return None if right else f"it returned {run.returned!r}"

    case.check_everywhere(claim)


@SEARCHERS.add("if a member fits the budget, it offers a feasible set")
def finds_a_feasible_set(case: SearcherCase) -> None:
    """Check the incumbent of the monitor."""

    def claim(problem: Problem) -> str | None:
        run = case.run(problem)
        best = run.monitor.best_set
        if best is None:
            return f"none of the sets in {len(run.spy.offers)} offers is feasible"
        return None if problem.fits(best[np.newaxis])[0] else f"the set {np.flatnonzero(best).tolist()} is not feasible"

    case.check_everywhere(claim)


@SEARCHERS.add("after the monitor says stop, it offers and proves nothing more")
def stops_at_once(case: SearcherCase) -> None:
    """Stop it after one step, and after a few more."""

    def claim(problem: Problem) -> str | None:
        for steps in (1, 2, 7, 50):
            run = case.run(problem, steps=steps)
            if run.spy.late_reports:
                return f"stopped after {steps} steps, it reported {run.spy.late_reports} more times"
        return None

    case.check_everywhere(claim)


@SEARCHERS.add("Ctrl-C ends it: it does not catch KeyboardInterrupt")
def can_be_interrupted(case: SearcherCase) -> None:
    """Interrupt it at the first offer and at the second."""

    def claim(problem: Problem) -> str | None:
        for number in (1, 2):
            run = case.run(problem, interrupt_at=number)
            if len(run.spy.offers) >= number and not isinstance(run.error, KeyboardInterrupt):
                return f"interrupted at offer {number}, it went on"
        return None

    case.check_everywhere(claim)


@SEARCHERS.add("the losses that it offers are those of the offered sets")
def claims_are_true(case: SearcherCase) -> None:
    """Compare with the energy; infeasible sets are ignored."""

    def claim(problem: Problem) -> str | None:
        for offer in case.run(problem).spy.offers:
            if offer.losses is None or not len(offer.sets):
                continue
            fitting = np.flatnonzero(problem.fits(offer.sets))
            losses = problem.losses(offer.sets[fitting])
            place = find_difference(offer.losses[fitting], losses, 1.0)
            if place is not None:
                members = np.flatnonzero(offer.sets[fitting[place]]).tolist()
                offered = offer.losses[fitting[place]]
                return f"it offered the set {members} with the loss {offered}, but its loss is {losses[place]}"
        return None

    case.check_everywhere(claim)


@SEARCHERS.add("it offers the best of the feasible sets that it evaluates")
def keeps_the_best(case: SearcherCase) -> None:
    """Compare what it evaluated with what it offered; the last batch may have come after the stop."""

    def claim(problem: Problem) -> str | None:
        run = case.run(problem)
        offers = run.spy.offers
        count = len(run.evaluated)
        if run.is_stopped:
            count = offers[-2].evaluated if len(offers) > 1 else 0
        for sets, losses in run.evaluated[:count]:
            fitting = np.flatnonzero(problem.fits(sets))
            better = fitting[losses[fitting] < run.monitor.best_loss - TOLERANCE * abs(run.monitor.best_loss)]
            if better.size:
                members = np.flatnonzero(sets[better[0]]).tolist()
                loss, best = losses[better[0]], run.monitor.best_loss
                return f"the set {members} has the loss {loss:.6g} and was never offered; the best offer has {best:.6g}"
        return None

    case.check_everywhere(claim)
