"""Promises of an energy about its traits."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.energy import HasTraits
from haversack.api.traits import Traits
from haversack.testing.batches import TOLERANCE, find_difference
from haversack.testing.energy_case import EnergyCase, build_row, is_larger
from haversack.testing.examples import accuracy_values, build_pool, columns, pools, st
from haversack.testing.promises import NotKept, Promises, require_claim

if TYPE_CHECKING:
    from haversack.pools.pool import Pool

TRAITS: Promises[EnergyCase] = Promises()


@TRAITS.add("traits is a haversack.Traits, equal on every access", of=HasTraits)
def traits_are_valid(case: EnergyCase) -> None:
    """Read them twice."""
    first, second = case.part.traits, case.part.traits
    if not isinstance(first, Traits) or first != second:
        raise NotKept(f"{first!r} on the first access, {second!r} on the second", {})


@TRAITS.add(
    "odd_sizes_suffice: some member of a set of even size can be dropped without raising the loss",
    when=lambda case: case.traits.odd_sizes_suffice,
)
def odd_sizes_suffice(case: EnergyCase) -> None:
    """Drop each member of an even set in turn."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        members = members[: len(members) - len(members) % 2]
        loss = case.numbers(pool, build_row(pool, members))[0]
        fewer = np.concatenate([build_row(pool, [other for other in members if other != member]) for member in members])
        losses = case.numbers(pool, fewer)
        if not is_larger(losses.min(), than=loss):
            return None
        return f"the {len(members)} members {members} have the loss {loss}; without one of them, {losses.tolist()}"

    require_claim(case.single_sets(min_size=2), claim)


@TRAITS.add(
    "monotone_in_accuracy: at a fixed size, the loss never rises when the accuracy of a member rises",
    when=lambda case: case.traits.monotone_in_accuracy,
)
def monotone_in_accuracy(case: EnergyCase) -> None:
    """Raise the accuracy of one member."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> dict[str, Any]:
        accuracies, costs = draw(columns())
        member = draw(st.integers(0, len(accuracies) - 1))
        low, high = sorted([accuracies[member], draw(accuracy_values)])
        accuracies[member] = low
        raised = [*accuracies[:member], high, *accuracies[member + 1 :]]
        others = draw(st.sets(st.integers(0, len(accuracies) - 1)))
        return {"accuracies": accuracies, "raised": raised, "costs": costs, "members": sorted({member, *others})}

    def claim(accuracies: list[float], raised: list[float], costs: list[float], members: list[int]) -> str | None:
        pool, better = build_pool(case.make_pool, accuracies, costs), build_pool(case.make_pool, raised, costs)
        before, after = (case.numbers(each, build_row(each, members))[0] for each in (pool, better))
        return f"the loss rose from {before} to {after}" if is_larger(after, than=before) else None

    require_claim(draw_example(), claim)


@TRAITS.add(
    "monotone_in_accuracy: the loss depends on the members' accuracies alone",
    when=lambda case: case.traits.monotone_in_accuracy,
)
def accuracies_alone(case: EnergyCase) -> None:
    """Change the costs, and the order of the pool."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> dict[str, Any]:
        accuracies, costs = draw(columns())
        members = draw(st.sets(st.integers(0, len(accuracies) - 1), min_size=1))
        other_costs = [cost + 1.0 for cost in reversed(costs)]
        return {"accuracies": accuracies, "costs": costs, "members": sorted(members), "other_costs": other_costs}

    def claim(accuracies: list[float], costs: list[float], members: list[int], other_costs: list[float]) -> str | None:
        pool, other = build_pool(case.make_pool, accuracies, costs), build_pool(case.make_pool, accuracies, other_costs)
        reversed_pool = build_pool(case.make_pool, accuracies[::-1], costs)
        loss = case.numbers(pool, build_row(pool, members))
        at_other_costs = case.numbers(other, build_row(other, members))
        elsewhere = case.numbers(reversed_pool, build_row(reversed_pool, [len(accuracies) - 1 - m for m in members]))
        if find_difference(loss, at_other_costs, 1.0) is not None:
            return f"the loss is {loss[0]}, but {at_other_costs[0]} with other costs"
        if find_difference(loss, elsewhere, 1.0) is not None:
            return f"the loss is {loss[0]}, but {elsewhere[0]} with the pool in reverse order"
        return None

    require_claim(draw_example(), claim)


@TRAITS.add(
    "diminishing_returns: a member lowers the loss of a set by at most as much as it lowers the loss of any subset",
    when=lambda case: case.traits.diminishing_returns,
)
def diminishing_returns(case: EnergyCase) -> None:
    """Compare all sets of a small pool with those that have one member less; other pairs follow from these."""

    def claim(pool: Pool) -> str | None:
        members = len(pool)
        numbers = np.arange(2**members)
        sets = (numbers[:, None] >> np.arange(members) & 1).astype(np.bool_)
        losses = case.numbers(pool, sets)
        for first, second in itertools.permutations(range(members), 2):
            smaller = numbers[~sets[:, first] & ~sets[:, second]]
            larger = smaller | 1 << second
            gain, later = losses[smaller] - losses[smaller | 1 << first], losses[larger] - losses[larger | 1 << first]
            scale = np.abs(losses).max(initial=1.0)
            wrong = np.flatnonzero(later - gain > TOLERANCE * scale)
            if wrong.size:
                few, many = (np.flatnonzero(sets[each[wrong[0]]]).tolist() for each in (smaller, larger))
                return (
                    f"member {first} lowers the loss of {few} by {gain[wrong[0]]:.6g} "
                    f"and that of {many} by {later[wrong[0]]:.6g}"
                )
        return None

    require_claim(pools(case.make_pool, 2, 5).map(lambda pool: {"pool": pool}), claim)
