"""Policies for pools with accuracies only: independent errors, exact costs and accuracies."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import attrs
import numpy as np

from haversack.api.notes import Note
from haversack.errors import ConfigError, PoolError
from haversack.policies.answer_model import UNIT, AnswerModel
from haversack.policies.candidates import list_orders, list_panels
from haversack.policies.choosing import settle
from haversack.policies.coins import EXACT, EXACT_MEMBERS, Coins
from haversack.policies.describing import build_branches, build_points, build_provenance
from haversack.policies.envelope import find_corners, mix
from haversack.policies.findings import PolicyAlternative
from haversack.policies.order_search import improve_orders
from haversack.policies.plans import THRESHOLDS, AskingPlan, keep_envelope, plan_order, plan_votes
from haversack.policies.policy import FIXED, SINGLE, Policy
from haversack.policies.records import find_prices
from haversack.policies.requests import check_reached
from haversack.policies.vote_orders import VoteOrders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.arrays import FloatArray
    from haversack.policies.choosing import Goal, Options, PolicyChoice
    from haversack.pools.pool import Pool

FEW = 8
"""All orders of so many members are tried."""
_SEARCH_STATES, _MANY_STATES = 256, 2**13
_MOST_WORK, _LEAST_TRIALS, _MOST_TRIALS = 15_000, 50, 500
_MANY = 1e18  # Exact values need no margin for luck.
_GRID = np.array([*THRESHOLDS, 2.0])  # The last one is never reached.


def choose_independent(pool: Pool, goal: Goal, options: Options, seed: int) -> Policy:
    """Choose a policy by accuracies.

    Members who are right at most half of the time are left out. All orders of up to 8 members are tried; with more,
    some orders and a local search. Costs and accuracies are exact for up to 15 members; beyond, log-odds may be
    rounded, and a note says how far.

    Raises
    ------
    ConfigError
        If an adaptive order is asked for.
    PoolError
        If no member is right more than half of the time.
    InfeasibleError
        If no policy reaches the accuracy.
    """
    if options.adaptive == "on":
        raise ConfigError(["adaptive: true needs recorded votes, and the pool has none"])
    accuracies = np.array(pool.require_accuracies())
    useful = np.flatnonzero(accuracies > 0.5)
    if not useful.size:
        raise PoolError("pool: a policy needs a member that is right more than half of the time, and there is none")
    most = EXACT if useful.size <= EXACT_MEMBERS else _MANY_STATES
    coins = Coins(accuracies[useful], find_prices(pool)[useful], most)
    choice = settle(_search(coins, goal, options, np.random.default_rng(seed)), goal)
    check_reached(goal, choice)
    if goal.budget is not None and choice.cost > goal.budget * (1.0 + 1e-9):
        # The cheapest member of all is of no use.
        raise PoolError(
            f"pool: no member that is right more than half of the time costs at most the budget of {goal.budget:g}; "
            f"the cheapest costs {coins.prices.min():g}"
        )
    return _assemble(pool, useful.tolist(), coins, choice, goal, seed)


def _search(coins: Coins, goal: Goal, options: Options, rng: np.random.Generator) -> list[AskingPlan]:
    plans: list[AskingPlan] = []
    if options.vote != "bayes":
        panels = list_panels(coins, coins.accuracies)
        if coins.members <= FEW:
            panels = [*map(VoteOrders(coins).find_cheapest, panels)]
        plans += [plan_votes(coins, panel) for panel in panels]
    if options.vote == "plurality":
        return keep_envelope(plans)
    if coins.members <= FEW:
        return _add_orders(coins, plans)
    rough = attrs.evolve(coins, most=_SEARCH_STATES)
    orders = list_orders(coins, coins.accuracies)
    known = keep_envelope([*plans, *(plan for order in orders for plan in plan_order(rough, order))])
    trials = min(_MOST_TRIALS, max(_LEAST_TRIALS, _MOST_WORK // coins.members))
    known = improve_orders(rough, known, goal.locate(known), _MANY, trials, rng)
    return keep_envelope(_value_exactly(plan, coins) for plan in known)


def _value_exactly(plan: AskingPlan, coins: Coins) -> AskingPlan:
    if plan.threshold is None:
        return plan
    costs, rights = coins.value_order(plan.order, np.array([plan.threshold]))
    return attrs.evolve(plan, cost=float(costs[-1, 0]), accuracy=float(rights[-1, 0]))


def _add_orders(coins: Coins, plans: list[AskingPlan]) -> list[AskingPlan]:
    """Return the envelope with all orders and all thresholds, of equal members only one."""
    first = [plan for order in list_orders(coins, coins.accuracies, 0) for plan in plan_order(coins, order)]
    known = keep_envelope([*plans, *first])
    tried: set[tuple[int, ...]] = set()
    for order in _list_distinct(coins):
        lines = np.array([plan.cost for plan in known]), np.array([plan.accuracy for plan in known])
        costs, rights = coins.value_order(order, _GRID)
        # A threshold between two others costs at least what the lower one does, and is right at most as often as the
        # higher one.
        is_open = rights[:, 1:] > np.interp(costs[:, :-1], *lines, left=-1.0) + 1e-12
        steps = [step for step in np.flatnonzero(is_open.any(axis=1)).tolist() if order[: step + 1] not in tried]
        if steps:
            tried.update(order[: step + 1] for step in steps)
            thresholds = coins.list_thresholds(order)
            inside = thresholds[is_open[steps].any(axis=0)[np.searchsorted(_GRID, thresholds) - 1]]
            known = keep_envelope([*known, *plan_order(coins, order[: steps[-1] + 1], inside)])
    return known


def _list_distinct(coins: Coins) -> Iterator[tuple[int, ...]]:
    kinds = list(zip(coins.accuracies.tolist(), coins.prices.tolist(), strict=True))
    twins = [(kinds.index(kind), place) for place, kind in enumerate(kinds) if kinds.index(kind) < place]
    for order in itertools.permutations(range(coins.members)):
        if all(order.index(first) < order.index(second) for first, second in twins):
            yield order


def _assemble(pool: Pool, useful: list[int], coins: Coins, choice: PolicyChoice, goal: Goal, seed: int) -> Policy:
    names = [pool.names[place] for place in useful]
    used = sorted({place for plan in choice.plans for place in plan.order})
    model = AnswerModel([names[place] for place in used], coins.prices[used], accuracies=coins.accuracies[used])
    return Policy(
        branches=build_branches(choice, names),
        model=model,
        accuracy=choice.accuracy,
        expected_cost=choice.cost,
        ends=_count_ends(coins, choice),
        alternatives=tuple(_compare(coins, names, choice)),
        points=build_points(choice, names),
        budget=goal.budget,
        target=goal.accuracy,
        total_price=float(find_prices(pool).sum()),
        assumes_independence=True,
        seed=seed,
        notes=tuple(_explain(pool, coins, choice, goal)),
        provenance=build_provenance(pool),
    )


def _count_ends(coins: Coins, choice: PolicyChoice) -> tuple[float, ...]:
    ends = np.zeros(max(len(plan.order) for plan, _ in choice.parts))
    for plan, share in choice.parts:
        if plan.threshold is None:
            _, _, parts = coins.walk_votes(plan.order)
        else:
            _, _, opens, _ = coins.walk(plan.order, np.array([plan.threshold]))
            # The last question ends all.
            parts = -np.diff(np.append(opens[:-1, 0], 0.0), prepend=1.0)
        ends[: len(parts)] += share * parts
    return tuple(np.maximum(ends, 0.0).tolist())


def _compare(coins: Coins, names: list[str], choice: PolicyChoice) -> Iterator[PolicyAlternative]:
    """Yield the best fixed panels of the same mean cost, and the best single member of at most this price."""
    limit = choice.cost * (1.0 + 1e-9)
    panels = list_panels(coins, coins.accuracies)
    costs = np.array([coins.prices[list(panel)].sum() for panel in panels])
    rights = np.array([coins.value_votes(panel)[1] for panel in panels])
    corners = find_corners(costs, rights)
    if costs[corners[0]] <= limit:
        parts = [(int(corners[place]), share) for place, share in mix(costs[corners], limit)]
        members = tuple(tuple(names[place] for place in panels[panel]) for panel, _ in parts)
        yield _describe(FIXED, members, parts, costs, rights, choice)
    singles = [place for place, panel in enumerate(panels) if len(panel) == 1 and costs[place] <= limit]
    if singles:
        best = max(singles, key=lambda place: float(rights[place]))
        yield _describe(SINGLE, ((names[panels[best][0]],),), [(best, 1.0)], costs, rights, choice)


def _describe(
    title: str,
    members: tuple[tuple[str, ...], ...],
    parts: list[tuple[int, float]],
    costs: FloatArray,
    rights: FloatArray,
    choice: PolicyChoice,
) -> PolicyAlternative:
    accuracy = sum(share * float(rights[place]) for place, share in parts)
    cost = sum(share * float(costs[place]) for place, share in parts)
    shares = tuple(share for _, share in parts)
    return PolicyAlternative(title, members, shares, "plurality", cost, accuracy, choice.accuracy - accuracy)


def _explain(pool: Pool, coins: Coins, choice: PolicyChoice, goal: Goal) -> Iterator[Note]:
    left_out = len(pool) - coins.members
    if left_out:
        yield Note("left out", f"{left_out} members that are right at most half of the time", float(left_out))
    _, rights, _, grain = coins.walk(range(coins.members), np.array([2.0]))
    best, about = float(rights[-1, 0]), "about " if grain > 1 else ""
    yield Note("upper bound", f"no policy is right more often than {about}{best:.6g}, all members asked", best)
    bayes = [plan for plan, _ in choice.parts if plan.threshold is not None]
    grain = max((coins.walk(plan.order, np.array([plan.threshold]))[3] for plan in bayes), default=1)
    if grain > 1:
        yield Note("rounding", f"log-odds were rounded to {grain * UNIT:.1g}; costs and accuracies are approximate")
    if goal.budget is not None and choice.plans[-1].cost < goal.budget * (1.0 - 1e-9):
        last = choice.plans[-1].cost
        yield Note("budget", f"a mean price of {last:.4g} is enough; no policy that costs more is better")
