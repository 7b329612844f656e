"""What a searcher promises."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.energy import ShowsValue
from haversack.api.problem import Problem
from haversack.config.build import build_part
from haversack.errors import CapabilityError, HaversackError
from haversack.plugins import default_catalog
from haversack.selection.compatibility import missing_capabilities
from haversack.testing.batches import TOLERANCE, differing
from haversack.testing.examples import MakePool, plain_pool
from haversack.testing.narrow import Profit, narrowed
from haversack.testing.options import OPTIONS
from haversack.testing.promises import Promises, made, run_all
from haversack.testing.searcher_case import SearcherCase
from haversack.testing.searcher_proofs import PROOFS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.api.cost import CostModel
    from haversack.api.energy import Energy
    from haversack.api.searcher import Searcher
    from haversack.testing.promises import Check
    from haversack.testing.searcher_runs import Run


SEARCHERS: Promises[SearcherCase] = Promises()


def searcher_checks(
    searcher: Searcher | type | str | Mapping[str, Any],
    *,
    energy: Energy | str | Mapping[str, Any] = "majority",
    cost: CostModel | str | Mapping[str, Any] = "additive",
    make_pool: MakePool = plain_pool,
    steps: int = 2_000,
    patience: float = 60.0,
) -> tuple[Check, ...]:
    """Return one check for each promise that a searcher makes.

    Parameters
    ----------
    searcher
        The searcher, its class if that needs no options, a registered name, or a dict with the key ``kind``.
    energy, cost
        Of the problems that it is given, for searchers that need others.
    make_pool
        Makes a pool from accuracies and costs, for an energy or a cost model that needs further columns.
    steps
        After how many steps a run is stopped.
    patience
        After how many seconds a searcher is taken to hang.

    Returns
    -------
    tuple of Check
        In the order in which they are best looked at.

    Raises
    ------
    CapabilityError
        If the searcher needs what this energy or cost model does not offer.
    """
    parts = build_part("energy", energy, default_catalog()), build_part("cost", cost, default_catalog())
    case = SearcherCase("searcher", made("searcher", searcher), *parts, make_pool, steps, patience)
    _, problem = next(case.situations())
    missing = missing_capabilities(case.part, problem)
    if missing:
        raise CapabilityError(f"{case.told} cannot be checked: {' and '.join(missing)}; give it others by energy, cost")
    return SEARCHERS.checks(case) + PROOFS.checks(case) + OPTIONS.checks(case)


def check_searcher(
    searcher: Searcher | type | str | Mapping[str, Any],
    *,
    energy: Energy | str | Mapping[str, Any] = "majority",
    cost: CostModel | str | Mapping[str, Any] = "additive",
    make_pool: MakePool = plain_pool,
    steps: int = 2_000,
    patience: float = 60.0,
) -> None:
    """Check everything that a searcher promises; parameters are those of `searcher_checks`.

    Raises
    ------
    BrokenPromise
        For the first promise that is not kept.

    Examples
    --------
    >>> check_searcher("greedy-forward")
    """
    run_all(searcher_checks(searcher, energy=energy, cost=cost, make_pool=make_pool, steps=steps, patience=patience))


@SEARCHERS.add("it ends by itself, or when the monitor says stop, and returns a reason as text, or None")
def comes_to_an_end(case: SearcherCase) -> None:
    """Stop it after a while."""

    def claim(problem: Problem) -> str | None:
        run = case.run(problem)
        right = run.returned is None or (isinstance(run.returned, str) and run.returned.strip())
        return None if right else f"it returned {run.returned!r}"

    case.everywhere(claim)


@SEARCHERS.add("where a member fits the budget, it offers a set that fits")
def finds_a_feasible_set(case: SearcherCase) -> None:
    """Look at what the monitor has kept."""

    def claim(problem: Problem) -> str | None:
        run = case.run(problem)
        best = run.monitor.best_set
        if best is None:
            return f"none of the sets in {len(run.spy.offers)} offers fits"
        return None if problem.fits(best[np.newaxis])[0] else f"the set {np.flatnonzero(best).tolist()} does not fit"

    case.everywhere(claim)


@SEARCHERS.add("after the monitor has said stop, it offers and proves nothing more")
def stops_at_once(case: SearcherCase) -> None:
    """Stop it at the first step, and at a few later ones."""

    def claim(problem: Problem) -> str | None:
        for steps in (1, 2, 7, 50):
            run = case.run(problem, steps=steps)
            if run.spy.late:
                return f"told to stop after {steps} steps, it reported {run.spy.late} more times"
        return None

    case.everywhere(claim)


@SEARCHERS.add("Ctrl-C ends it: KeyboardInterrupt passes through")
def can_be_interrupted(case: SearcherCase) -> None:
    """Press Ctrl-C at the first offer and at the second."""

    def claim(problem: Problem) -> str | None:
        for number in (1, 2):
            run = case.run(problem, interrupt_at=number)
            if len(run.spy.offers) >= number and not isinstance(run.error, KeyboardInterrupt):
                return f"interrupted at offer {number}, it went on"
        return None

    case.everywhere(claim)


@SEARCHERS.add("the losses that it offers are those of the sets")
def claims_are_true(case: SearcherCase) -> None:
    """Compare with the energy; sets that do not fit do not count."""

    def claim(problem: Problem) -> str | None:
        for offer in case.run(problem).spy.offers:
            if offer.losses is None or not len(offer.sets):
                continue
            fitting = np.flatnonzero(problem.fits(offer.sets))
            losses = problem.losses(offer.sets[fitting])
            place = differing(offer.losses[fitting], losses, 1.0)
            if place is not None:
                members = np.flatnonzero(offer.sets[fitting[place]]).tolist()
                return f"it said {offer.losses[fitting[place]]} for the set {members}, whose loss is {losses[place]}"
        return None

    case.everywhere(claim)


@SEARCHERS.add("a feasible set that it evaluated and that beats all others is offered")
def keeps_the_best(case: SearcherCase) -> None:
    """Compare what it evaluated with what it offered; the last batch may have come too late."""

    def claim(problem: Problem) -> str | None:
        run = case.run(problem)
        offers = run.spy.offers
        count = len(run.evaluated)
        if run.stopped:
            count = offers[-2].evaluated if len(offers) > 1 else 0
        for sets, losses in run.evaluated[:count]:
            fitting = np.flatnonzero(problem.fits(sets))
            better = fitting[losses[fitting] < run.monitor.best_loss - TOLERANCE * abs(run.monitor.best_loss)]
            if better.size:
                members = np.flatnonzero(sets[better[0]]).tolist()
                told = f"{losses[better[0]]:.6g} and was never offered; the answer has {run.monitor.best_loss:.6g}"
                return f"the set {members} has the loss {told}"
        return None

    case.everywhere(claim)


@SEARCHERS.add("the same problem and the same random stream give the same offers, whatever it searched in between")
def same_seed_same_offers(case: SearcherCase) -> None:
    """Search, search something else, and search again."""
    _, other = list(case.situations())[-1]

    def claim(problem: Problem) -> str | None:
        first = case.run(problem, seed=1)
        case.run(other, seed=2)
        return _difference(first, case.run(problem, seed=1), "the second time")

    case.everywhere(claim)


@SEARCHERS.add(
    "the number of workers does not change the answer",
    when=lambda case: attrs.has(type(case.part)) and hasattr(case.part, "workers"),
)
def workers_change_nothing(case: SearcherCase) -> None:
    """Search with one and with three."""
    one, three = attrs.evolve(case.part, workers=1), attrs.evolve(case.part, workers=3)

    def claim(problem: Problem) -> str | None:
        return _difference(case.run(problem, part=one), case.run(problem, part=three), "with three workers")

    case.everywhere(claim)


def _difference(first: Run, second: Run, when: str) -> str | None:
    for number, (one, other) in enumerate(zip(first.spy.offers, second.spy.offers, strict=False), start=1):
        if not one.same_as(other):
            return f"offer {number} was {_told(one.sets)}, and {when} {_told(other.sets)}"
    if len(first.spy.offers) != len(second.spy.offers):
        return f"{len(first.spy.offers)} offers, and {when} {len(second.spy.offers)}"
    return None


def _told(sets: Any) -> str:
    rows = [str(np.flatnonzero(row).tolist()) for row in sets[:3]]
    return f"[{', '.join([*rows, '...'] if len(sets) > 3 else rows)}]"


@SEARCHERS.add("it draws from the generator that it is given, and from nothing else")
def draws_from_its_generator(case: SearcherCase) -> None:
    """Look at the state of the global generators."""

    def claim(problem: Problem) -> str | None:
        before = _global_states()
        case.run(problem)
        drawn = [name for name, state in _global_states().items() if state != before[name]]
        return f"it drew from {' and '.join(drawn)}" if drawn else None

    case.everywhere(claim)


def _global_states() -> dict[str, Any]:
    _, keys, place, *_ = np.random.get_state(legacy=True)  # noqa: NPY002 - to see that nobody else uses it
    return {"numpy.random": (place, np.asarray(keys).tobytes()), "random": random.getstate()}


@SEARCHERS.add("it leaves the problem as it was, and no thread behind")
def leaves_nothing_behind(case: SearcherCase) -> None:
    """Compare the pool with a copy, and count threads."""

    def claim(problem: Problem) -> str | None:
        columns, energy, threads = problem.pool.to_dict(), repr(problem.energy), set(threading.enumerate())
        case.run(problem)
        if problem.pool.to_dict() != columns or repr(problem.energy) != energy:
            return "afterwards the problem was another one"
        left = [thread.name for thread in threading.enumerate() if thread not in threads]
        return f"threads left running: {', '.join(left)}" if left else None

    case.everywhere(claim)


@SEARCHERS.add("it uses of an energy and of a cost model what its energy_needs and cost_needs name, and nothing else")
def needs_are_declared(case: SearcherCase) -> None:
    """Give it an energy and a cost model with no more than that; a refusal in words is an answer as well."""
    # An energy that is no probability stays one.
    methods = ("losses", "value") if isinstance(case.energy, ShowsValue) else ("losses",)
    energy = narrowed(case.energy, methods, getattr(case.part, "energy_needs", ()))
    cost = narrowed(case.cost, ("costs", "expected_size"), getattr(case.part, "cost_needs", ()))

    def claim(problem: Problem) -> str | None:
        try:
            run = case.run(Problem(problem.pool, energy, cost, problem.budget))
        except HaversackError:
            return None
        return "it found no set that fits" if run.monitor.best_set is None else None

    case.everywhere(claim)


@SEARCHERS.add(
    "it needs nothing of the energy, so it works where losses are no probabilities and below 0",
    when=lambda case: not getattr(case.part, "energy_needs", ()),
)
def any_energy(case: SearcherCase) -> None:
    """Search for the largest sum of accuracies."""

    def claim(problem: Problem) -> str | None:
        try:
            run = case.run(Problem(problem.pool, Profit(), case.cost, problem.budget))
        except HaversackError:
            return None
        return "it found no set that fits" if run.monitor.best_set is None else None

    case.everywhere(claim)
