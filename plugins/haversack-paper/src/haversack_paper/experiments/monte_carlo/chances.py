"""With which probability simple random searches find the best set of a trap: computed, not simulated.

All members of a trap but the first are alike, so a search is a walk on their number, and what it does in n members it
does in n + 1 states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
import numpy as np

from haversack_paper.one_and_many import OneAndMany

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack import FloatArray

Flips = Literal[1, 2]

_SAME = 1.0 + 1e-9


def trap(members: int, beta: float, epsilon: float) -> OneAndMany:
    """Return the paper's pool: one of accuracy 1 - beta takes all of the budget, the others 1/n of it each."""
    return OneAndMany(1.0 - beta, float(members), members - 1, 0.5 + epsilon, 1.0, float(members))


def one_is_best(case: OneAndMany) -> bool:
    """Tell whether the best set of a trap is the dear member, or many of the others."""
    alone, _ = case.errors()
    return bool(1.0 - case.accuracy < alone.min())


@attrs.frozen(eq=False)
class States:
    """What the sets of a trap come down to: so many of the others, or the dear member, which is the last state.

    Parameters
    ----------
    counts
        How many others, for all states but the last.
    losses
        The error in each state.
    chances
        The share of all feasible sets that each stands for.
    best
        Which of them are best.
    """

    counts: FloatArray
    losses: FloatArray
    chances: FloatArray
    best: np.ndarray[tuple[int], np.dtype[np.bool_]]

    @classmethod
    def of(cls, case: OneAndMany, *, odd: bool) -> States:
        """Return the states of a trap, all or those of odd size."""
        from scipy.special import gammaln

        counts = np.arange(1 if odd else 0, case.others + 1, 2 if odd else 1, dtype=float)
        alone, together = case.errors()
        losses = np.r_[alone[counts.astype(int)], together[0]]
        logs = gammaln(case.others + 1.0) - gammaln(counts + 1.0) - gammaln(case.others - counts + 1.0)
        weights = np.exp(np.r_[logs, 0.0] - logs.max())
        return cls(counts, losses, weights / weights.sum(), losses <= case.smallest_error() * _SAME)


def half_draws(case: OneAndMany, steps: Sequence[int], *, infeasible_counts: bool) -> list[float]:
    """Return the chance that sets in which each member is with probability 1/2 have the best among them.

    Parameters
    ----------
    case
        The trap.
    steps
        Numbers of draws.
    infeasible_counts
        Whether a set that does not fit is a draw in vain, or is thrown away and drawn anew.
    """
    states = States.of(case, odd=False)
    once = float(states.chances[states.best].sum())
    if infeasible_counts:
        # Half of all sets are without the dear member and feasible; with it there is one.
        once *= 0.5 + 0.5 ** (case.others + 1)
    return [-float(np.expm1(count * np.log1p(-once))) for count in steps]


def plain_walk(case: OneAndMany, steps: int, *, flips: Flips, hot: float, cold: float) -> float:
    """Return the chance that a plain simulated annealing has been at the best set.

    One walk starts at a random feasible set, which is its first step. Each further step takes one random member, or a
    pair of them, in or out. What does not fit is refused; what raises the error is accepted with probability
    exp(-rise / temperature). The temperature falls geometrically.

    Parameters
    ----------
    case
        The trap.
    steps
        How many, the start included.
    flips
        Members that change at a time. With two the size stays odd.
    hot, cold
        The first and the last temperature.
    """
    states = States.of(case, odd=flips == 2)
    up, down, enter, leave = _proposals(case, states.counts, flips)
    rises = np.diff(states.losses[:-1])
    to_one = states.losses[-1] - states.losses[0]
    chances = np.where(states.best, 0.0, states.chances)
    missed = chances.sum()
    for temperature in np.geomspace(hot, cold, max(steps - 1, 1))[: steps - 1]:
        rising = chances[:-2] * up * np.exp(-np.maximum(rises, 0.0) / temperature)
        falling = chances[1:-1] * down * np.exp(-np.maximum(-rises, 0.0) / temperature)
        entering = chances[0] * enter * np.exp(-max(to_one, 0.0) / temperature)
        leaving = chances[-1] * leave * np.exp(-max(-to_one, 0.0) / temperature)
        chances[:-2] += falling - rising
        chances[1:-1] += rising - falling
        chances[0] += leaving - entering
        chances[-1] += entering - leaving
        # Who has been at the best set is no longer followed.
        chances[states.best] = 0.0
        missed = chances.sum()
    return float(1.0 - missed)


def _proposals(case: OneAndMany, counts: FloatArray, flips: Flips) -> tuple[FloatArray, FloatArray, float, float]:
    """Return the chances that others join, that others leave, and of the ways to the dear member and back."""
    members, outside = case.others + 1.0, case.others - counts
    if flips == 1:
        return outside[:-1] / members, counts[1:] / members, 1.0 / members, 1.0 / members
    pairs = members * (members - 1.0) / 2.0
    joining, going = outside * (outside - 1.0) / 2.0, counts * (counts - 1.0) / 2.0
    # To the dear member: it changes places with the only other one. Back: with any of them.
    return joining[:-1] / pairs, going[1:] / pairs, 1.0 / pairs, case.others / pairs
