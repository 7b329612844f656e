"""Promises of an energy about the capabilities that it offers.

A further capability takes one function here: decorated with ``@CAPABILITIES.add("the promise", of=TheCapability)``, it
draws examples and compares the result of the capability with that of `losses`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from haversack.api.ballots import Ballots, HasBallots
from haversack.api.energy import CopiesLosses, HasMoments, Moments, PrefixLosses
from haversack.statistics.vote_errors import compute_plurality_errors
from haversack.testing.batches import TOLERANCE, find_difference, scale_of
from haversack.testing.energy_case import EnergyCase, build_row
from haversack.testing.examples import equal_members, pools, st
from haversack.testing.promises import NotKept, Promises, require_claim

if TYPE_CHECKING:
    from haversack.arrays import FloatArray, IntArray
    from haversack.pools.pool import Pool

_STANDARD_ERRORS = 6.0  # Large enough for no false alarm, small enough to detect a wrong formula.
_SAMPLE_ROWS = 500
_SAMPLE_POOLS = 4

CAPABILITIES: Promises[EnergyCase] = Promises()


@CAPABILITIES.add("copies_losses() gives m copies of a member the loss of m equal members", of=CopiesLosses)
def copies_of_a_member(case: EnergyCase) -> None:
    """Compare with a pool of m copies of the member; zero copies are the empty set."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> dict[str, Any]:
        pool = draw(pools(case.make_pool, max_size=3))
        return {"pool": pool, "member": draw(st.integers(0, len(pool) - 1)), "copies": draw(st.integers(0, 9))}

    def claim(pool: Pool, member: int, copies: int) -> str | None:
        losses = case.part.copies_losses(pool, np.array([member]), np.array([copies]))
        if copies:
            alike = equal_members(pool, member, copies)
            expected = case.numbers(alike, np.ones((1, copies), dtype=np.bool_))
        else:
            expected = case.numbers(pool, np.zeros((1, len(pool)), dtype=np.bool_))
        if find_difference(np.asarray(losses, dtype=np.float64), expected, scale_of(expected)) is None:
            return None
        return f"the copies have the loss {losses[0]}, equal members {expected[0]}"

    require_claim(draw_example(), claim)


@CAPABILITIES.add("copies_losses() returns an array of the shape of its arguments, for any shape", of=CopiesLosses)
def shape_of_copies(case: EnergyCase) -> None:
    """Call with two-dimensional and with empty arguments."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> dict[str, Any]:
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
        place = find_difference(together.ravel(), np.array(alone), 1.0)
        return None if place is None else f"{together.tolist()} in one call, {alone} one by one"

    require_claim(draw_example(), claim)


@CAPABILITIES.add(
    "prefix_losses() returns the loss of every prefix of an order, and infinity beyond its length and for sizes that "
    "the traits rule out",
    of=PrefixLosses,
)
def losses_of_prefixes(case: EnergyCase) -> None:
    """Compare with the losses of the same sets."""

    @st.composite
    def draw_example(draw: st.DrawFn) -> dict[str, Any]:
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
        losses = np.asarray(case.part.prefix_losses(pool, orders, lengths))
        if losses.shape != orders.shape:
            return f"shape {losses.shape} instead of {orders.shape}"
        for row, (order, length) in enumerate(zip(orders.tolist(), lengths.tolist(), strict=True)):
            for size in range(1, len(order) + 1):
                ruled_out = size > length or (case.traits.odd_sizes_suffice and size % 2 == 0)
                loss = np.inf if ruled_out else case.numbers(pool, build_row(pool, order[:size]))[0]
                if find_difference(losses[row, size - 1 : size], np.array([loss]), 1.0) is not None:
                    return f"{losses[row, size - 1]} instead of {loss} for the first {size} of order {row}"
        return None

    require_claim(draw_example(), claim)


@CAPABILITIES.add("moments() returns the mean error and the standard deviation of q over random members", of=HasMoments)
def moments_by_sampling(case: EnergyCase) -> None:
    """Compare with a sample of panels whose accuracies are independent draws from a beta distribution."""
    for size, mean, variance in ((1, 0.7, 0.02), (3, 0.75, 0.01), (4, 0.6, 0.03), (7, 0.8, 0.004)):
        example = {"size": size, "accuracy_mean": mean, "accuracy_variance": variance}
        try:
            moments = case.part.moments(size, mean, variance)
        except Exception as error:
            raise NotKept(f"it raised {type(error).__name__}: {error}", example) from error
        if not isinstance(moments, Moments):
            raise NotKept(f"{moments!r} instead of haversack.capabilities.Moments", example)
        losses = _sample_losses(case, size, mean, variance)
        deviation = float(losses.std(ddof=1))
        error_of_mean = deviation / np.sqrt(losses.size)
        # The standard error of the standard deviation, from the spread of the squares.
        squares = (losses - losses.mean()) ** 2
        error_of_deviation = float(squares.std()) / (2.0 * max(deviation, 1e-300) * np.sqrt(losses.size))
        for name, number, estimate, standard_error in (
            ("mean_error", moments.mean_error, float(losses.mean()), error_of_mean),
            ("standard_deviation", moments.standard_deviation, deviation, error_of_deviation),
        ):
            if not abs(number - estimate) <= _STANDARD_ERRORS * standard_error + TOLERANCE:
                sample = f"{losses.size} samples give {estimate:.6g} +- {standard_error:.2g}"
                raise NotKept(f"{name} is {number:.6g}; {sample}", example)


@CAPABILITIES.add("ballots() returns the answers from which the losses follow by counting votes", of=HasBallots)
def losses_by_counting(case: EnergyCase) -> None:
    """Count the votes of a set on each item."""

    def claim(pool: Pool, members: list[int]) -> str | None:
        ballots = case.part.ballots(pool)
        if not isinstance(ballots, Ballots):
            return f"{ballots!r} instead of haversack.capabilities.Ballots"
        answers = np.asarray(ballots.answers)
        if answers.ndim != 2 or len(answers) != len(pool):
            return f"answers of shape {answers.shape} for a pool of {len(pool)}"
        sets = build_row(pool, members)
        kinds, weights = int(answers.max(initial=0)) + 1, np.asarray(ballots.weights)
        counted = compute_plurality_errors(answers, kinds, sets, weights, by_coin=ballots.ties == "coin")
        loss = case.numbers(pool, sets)
        return (
            None
            if find_difference(loss, counted, 1.0) is None
            else f"the loss is {loss[0]}; counting gives {counted[0]}"
        )

    require_claim(case.single_sets(), claim)


def _sample_losses(case: EnergyCase, size: int, mean: float, variance: float) -> FloatArray:
    generator = np.random.default_rng(size)
    total = mean * (1.0 - mean) / variance - 1.0
    # One pool holds many disjoint panels.
    sets = np.repeat(np.eye(_SAMPLE_ROWS, dtype=np.bool_), size, axis=1)
    samples = []
    for _ in range(_SAMPLE_POOLS):
        accuracies = generator.beta(mean * total, (1.0 - mean) * total, size * _SAMPLE_ROWS)
        samples.append(case.numbers(case.make_pool(accuracies, np.ones(len(accuracies))), sets))
    return np.concatenate(samples)
