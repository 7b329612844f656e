"""What an energy promises by each capability that it offers.

A further capability takes one function here: marked with ``@CAPABILITIES.add("the promise", of=TheCapability)``, it
draws examples and compares what the capability says with what `losses` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.energy import CopiesLosses, CountsVotes, HasMoments, HasTraits, Moments, PrefixLosses
from haversack.api.traits import Traits
from haversack.testing.batches import TOLERANCE, differing, scale_of
from haversack.testing.energy_case import EnergyCase, differs, one_set_each, row_of
from haversack.testing.examples import (
    accuracy_values,
    columns,
    equal_members,
    made_by,
    pools,
    st,
)
from haversack.testing.promises import NotKept, Promises

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray
    from haversack.pools.pool import Pool

_ROOM = 6.0  # In standard errors: enough for no false alarm, little enough to notice a wrong formula.
_SAMPLE_ROWS = 500
_SAMPLE_POOLS = 4

CAPABILITIES: Promises[EnergyCase] = Promises()


@CAPABILITIES.add("copies_losses() gives m copies of a member the loss of m equal members", of=CopiesLosses)
def copies_of_a_member(case: EnergyCase) -> None:
    """Compare with a pool in which the member stands m times; no copies are the empty set."""

    @st.composite
    def drawn(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool, max_size=3))
        return {"pool": pool, "member": draw(st.integers(0, len(pool) - 1)), "copies": draw(st.integers(0, 9))}

    def claim(pool: Pool, member: int, copies: int) -> str | None:
        told = case.part.copies_losses(pool, np.array([member]), np.array([copies]))
        if copies:
            alike = equal_members(pool, member, copies)
            expected = case.numbers(alike, np.ones((1, copies), dtype=np.bool_))
        else:
            expected = case.numbers(pool, np.zeros((1, len(pool)), dtype=np.bool_))
        if differing(np.asarray(told, dtype=np.float64), expected, scale_of(expected)) is None:
            return None
        return f"the loss {told[0]} for the copies, and {expected[0]} for equal members"

    case.holds(drawn(), claim)


@CAPABILITIES.add("copies_losses() returns an array of the shape of its arguments, whatever that is", of=CopiesLosses)
def shape_of_copies(case: EnergyCase) -> None:
    """Ask in two dimensions, and for nothing at all."""

    @st.composite
    def drawn(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool, max_size=3))
        shape = draw(st.sampled_from([(0,), (3,), (2, 3)]))
        counts = st.lists(st.integers(0, 4), min_size=int(np.prod(shape)), max_size=int(np.prod(shape)))
        members = np.array(draw(counts), dtype=np.int64).reshape(shape) % len(pool)
        return {"pool": pool, "members": members, "copies": np.array(draw(counts), dtype=np.int64).reshape(shape)}

    def claim(pool: Pool, members: IntArray, copies: IntArray) -> str | None:
        together = np.asarray(case.part.copies_losses(pool, members, copies))
        if together.shape != members.shape:
            return f"shape {together.shape} instead of {members.shape}"
        pairs = zip(members.ravel(), copies.ravel(), strict=True)
        alone = [float(case.part.copies_losses(pool, np.array([m]), np.array([c]))[0]) for m, c in pairs]
        place = differing(together.ravel(), np.array(alone), 1.0)
        return None if place is None else f"{together.tolist()} together, and one by one {alone}"

    case.holds(drawn(), claim)


@CAPABILITIES.add(
    "prefix_losses() gives the beginnings of an order their losses, and infinity beyond its length and where the "
    "traits rule a size out",
    of=PrefixLosses,
)
def losses_of_beginnings(case: EnergyCase) -> None:
    """Compare with the sets themselves."""

    @st.composite
    def drawn(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool))
        count = draw(st.integers(0, 3))
        orders = [draw(st.permutations(range(len(pool)))) for _ in range(count)]
        lengths = draw(st.lists(st.integers(0, len(pool)), min_size=count, max_size=count))
        shape = (count, len(pool))
        return {
            "pool": pool,
            "orders": np.array(orders, dtype=np.int64).reshape(shape),
            "lengths": np.array(lengths, dtype=np.int64),
        }

    def claim(pool: Pool, orders: IntArray, lengths: IntArray) -> str | None:
        told = np.asarray(case.part.prefix_losses(pool, orders, lengths))
        if told.shape != orders.shape:
            return f"shape {told.shape} instead of {orders.shape}"
        for row, (order, length) in enumerate(zip(orders.tolist(), lengths.tolist(), strict=True)):
            for size in range(1, len(order) + 1):
                ruled_out = size > length or (_traits(case).odd_sizes_suffice and size % 2 == 0)
                loss = np.inf if ruled_out else case.numbers(pool, row_of(pool, order[:size]))[0]
                if differing(told[row, size - 1 : size], np.array([loss]), 1.0) is not None:
                    return f"{told[row, size - 1]} instead of {loss} for the first {size} of order {row}"
        return None

    case.holds(drawn(), claim)


@CAPABILITIES.add("traits is a haversack.Traits, the same every time", of=HasTraits)
def traits_are_told(case: EnergyCase) -> None:
    """Look at them twice."""
    first, second = case.part.traits, case.part.traits
    if not isinstance(first, Traits) or first != second:
        raise NotKept(f"{first!r} at first, {second!r} then", {})


@CAPABILITIES.add(
    "odd_sizes_suffice: from a set of even size some member can be dropped without raising the loss",
    when=lambda case: _traits(case).odd_sizes_suffice,
)
def odd_sizes_suffice(case: EnergyCase) -> None:
    """Drop each member of an even set in turn."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        members = members[: len(members) - len(members) % 2]
        loss = case.numbers(pool, row_of(pool, members))[0]
        fewer = np.concatenate([row_of(pool, [other for other in members if other != member]) for member in members])
        losses = case.numbers(pool, fewer)
        if not differs(loss, losses.min()):
            return None
        return f"the {len(members)} members {members} have the loss {loss}, and without one of them {losses.tolist()}"

    case.holds(one_set_each(case, min_size=2), claim)


@CAPABILITIES.add(
    "monotone_in_accuracy: at a fixed size the loss never rises when an accuracy does",
    when=lambda case: _traits(case).monotone_in_accuracy,
)
def monotone_in_accuracy(case: EnergyCase) -> None:
    """Raise the accuracy of one member."""

    @st.composite
    def drawn(draw: st.DrawFn) -> dict[str, Any]:
        accuracies, costs = draw(columns())
        member = draw(st.integers(0, len(accuracies) - 1))
        low, high = sorted([accuracies[member], draw(accuracy_values)])
        accuracies[member] = low
        raised = [*accuracies[:member], high, *accuracies[member + 1 :]]
        others = draw(st.sets(st.integers(0, len(accuracies) - 1)))
        return {"accuracies": accuracies, "raised": raised, "costs": costs, "members": sorted({member, *others})}

    def claim(accuracies: list[float], raised: list[float], costs: list[float], members: list[int]) -> str | None:
        pool, better = made_by(case.make_pool, accuracies, costs), made_by(case.make_pool, raised, costs)
        before, after = (case.numbers(each, row_of(each, members))[0] for each in (pool, better))
        return f"the loss rose from {before} to {after}" if differs(before, after) else None

    case.holds(drawn(), claim)


@CAPABILITIES.add(
    "monotone_in_accuracy: the loss depends on the members' accuracies alone",
    when=lambda case: _traits(case).monotone_in_accuracy,
)
def accuracies_alone(case: EnergyCase) -> None:
    """Change the costs, and the places of the members in the pool."""

    @st.composite
    def drawn(draw: st.DrawFn) -> dict[str, Any]:
        accuracies, costs = draw(columns())
        members = draw(st.sets(st.integers(0, len(accuracies) - 1), min_size=1))
        other_costs = [cost + 1.0 for cost in reversed(costs)]
        return {"accuracies": accuracies, "costs": costs, "members": sorted(members), "other_costs": other_costs}

    def claim(accuracies: list[float], costs: list[float], members: list[int], other_costs: list[float]) -> str | None:
        pool, other = made_by(case.make_pool, accuracies, costs), made_by(case.make_pool, accuracies, other_costs)
        turned = made_by(case.make_pool, accuracies[::-1], costs)
        loss = case.numbers(pool, row_of(pool, members))
        at_other_costs = case.numbers(other, row_of(other, members))
        elsewhere = case.numbers(turned, row_of(turned, [len(accuracies) - 1 - member for member in members]))
        if differing(loss, at_other_costs, 1.0) is not None:
            return f"the loss {loss[0]}, and {at_other_costs[0]} at other costs"
        if differing(loss, elsewhere, 1.0) is not None:
            return f"the loss {loss[0]}, and {elsewhere[0]} with the pool in reverse order"
        return None

    case.holds(drawn(), claim)


@CAPABILITIES.add("error_weights(size) returns size + 1 numbers, none above the one before it", of=CountsVotes)
def weights_fall(case: EnergyCase) -> None:
    """Look at the weights of small sizes."""

    def claim(size: int) -> str | None:
        weights = np.asarray(case.part.error_weights(size))
        if weights.shape != (size + 1,):
            return f"shape {weights.shape} instead of ({size + 1},)"
        falling = bool((np.diff(weights) <= 0.0).all())
        return None if falling else f"{weights.tolist()}"

    case.holds(st.fixed_dictionaries({"size": st.integers(1, 12)}), claim)


@CAPABILITIES.add(
    "the loss is the sum of error_weights(size) times the chances of as many right votes, to full relative precision",
    of=CountsVotes,
)
def votes_are_counted(case: EnergyCase) -> None:
    """Compare with the distribution of the number of right votes, which sums and products give to the last digit."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        expected = float(_vote_chances(pool, members) @ np.asarray(case.part.error_weights(len(members))))
        loss = case.numbers(pool, row_of(pool, members))[0]
        return f"the loss {loss}, and {expected} by the weights" if _differ_at_all(loss, expected) else None

    case.holds(one_set_each(case) | _almost_certain(case), claim)


@CAPABILITIES.add(
    "plain_majority: the loss of a set of odd size is the chance that fewer than half are right, to full relative "
    "precision",
    when=lambda case: _traits(case).plain_majority,
)
def plain_majority(case: EnergyCase) -> None:
    """Compare with the distribution of the number of right votes."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        members = members[: len(members) - (len(members) + 1) % 2]
        expected = float(_vote_chances(pool, members)[: len(members) // 2 + 1].sum())
        loss = case.numbers(pool, row_of(pool, members))[0]
        return f"the loss {loss} of {members}, and {expected} by chance" if _differ_at_all(loss, expected) else None

    case.holds(one_set_each(case) | _almost_certain(case), claim)


def _vote_chances(pool: Pool, members: list[int]) -> FloatArray:
    """Return the chances of 0, 1, ... right votes of independent members."""
    chances = np.ones(1)
    for accuracy in pool.require_accuracies()[members]:
        chances = np.append(chances * (1.0 - accuracy), 0.0) + np.append(0.0, chances * accuracy)
    return chances


def _differ_at_all(loss: float, expected: float) -> bool:
    # Anything below is as good as nothing, and not to be divided by.
    return differing(np.array([loss]), np.array([expected])) is not None and max(abs(loss), abs(expected)) >= 1e-290


def _almost_certain(case: EnergyCase) -> st.SearchStrategy[dict[str, Any]]:
    """Return sets with small losses, which lose their digits if they are taken from 1."""

    def equally_good(size: int) -> dict[str, Any]:
        return {"pool": made_by(case.make_pool, [1 - 1e-9] * size, [1.0] * size), "members": list(range(size))}

    return st.integers(1, 5).map(equally_good)


@CAPABILITIES.add("moments() returns the mean error and the standard deviation of q over random members", of=HasMoments)
def moments_by_sampling(case: EnergyCase) -> None:
    """Compare with a sample of panels whose accuracies are independent draws from a beta distribution."""
    for size, mean, variance in ((1, 0.7, 0.02), (3, 0.75, 0.01), (4, 0.6, 0.03), (7, 0.8, 0.004)):
        example = {"size": size, "accuracy_mean": mean, "accuracy_variance": variance}
        try:
            told = case.part.moments(size, mean, variance)
        except Exception as error:
            raise NotKept(f"it raised {type(error).__name__}: {error}", example) from error
        if not isinstance(told, Moments):
            raise NotKept(f"{told!r} instead of haversack.capabilities.Moments", example)
        losses = _sampled_losses(case, size, mean, variance)
        deviation = float(losses.std(ddof=1))
        error_of_mean = deviation / np.sqrt(losses.size)
        # Of the standard deviation, by the spread of the squares.
        squares = (losses - losses.mean()) ** 2
        error_of_deviation = float(squares.std()) / (2.0 * max(deviation, 1e-300) * np.sqrt(losses.size))
        for name, number, sampled, room in (
            ("mean_error", told.mean_error, float(losses.mean()), error_of_mean),
            ("standard_deviation", told.standard_deviation, deviation, error_of_deviation),
        ):
            if not abs(number - sampled) <= _ROOM * room + TOLERANCE:
                raise NotKept(f"{name} {number:.6g}; {losses.size} samples give {sampled:.6g} +- {room:.2g}", example)


def _sampled_losses(case: EnergyCase, size: int, mean: float, variance: float) -> FloatArray:
    generator = np.random.default_rng(size)
    total = mean * (1.0 - mean) / variance - 1.0
    # One pool holds many panels, side by side.
    sets = np.repeat(np.eye(_SAMPLE_ROWS, dtype=np.bool_), size, axis=1)
    samples = []
    for _ in range(_SAMPLE_POOLS):
        accuracies = generator.beta(mean * total, (1.0 - mean) * total, size * _SAMPLE_ROWS)
        samples.append(case.numbers(case.make_pool(accuracies, np.ones(len(accuracies))), sets))
    return np.concatenate(samples)


def _traits(case: EnergyCase) -> Traits:
    told = case.part.traits if isinstance(case.part, HasTraits) else None
    return told if isinstance(told, Traits) else Traits()
