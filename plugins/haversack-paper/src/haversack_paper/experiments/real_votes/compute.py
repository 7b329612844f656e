"""Panels chosen on a half of the items, under independence and by votes, valued on the other half."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import haversack as hs
from haversack.energies import MajorityVote, PluralityVote

if TYPE_CHECKING:
    from haversack_paper.report import Json

_SEARCH: dict[str, Any] = {"certify": "off", "estimate": "none"}


def measure_halves(pool: hs.Pool, *, size: int, halves: int, patience: int, seed: int) -> list[Json]:
    """Return a row for each random half: what both panels promise on it, and reach on the other half.

    Under independence, the accuracy of a member is its share of right answers, as the paper has it; one without answers
    is a coin. An item that no member of a panel answered, and a tie, is wrong.
    """
    return [_measure(pool, size, patience, [seed, half]) for half in range(halves)]


def _measure(pool: hs.Pool, size: int, patience: int, seeds: list[int]) -> Json:
    votes = pool.require_votes()
    order = np.random.default_rng(seeds).permutation(len(votes))
    inside, outside = (pool.on_items(np.sort(part)) for part in np.array_split(order, 2))
    shares = inside.require_votes().accuracies
    model = hs.Pool(accuracies=np.where(np.isfinite(shares), shares, 0.5), costs=np.ones(len(pool)))
    by_model = hs.select(model, size, energy=MajorityVote(), seed=seeds[1], **_SEARCH)
    rule = {"kind": "stagnation", "steps": patience}
    by_votes = hs.select(inside, size, energy="votes", searcher="annealing", stopping=rule, seed=seeds[1], **_SEARCH)
    return {
        "items": len(inside.require_votes()),
        "predicted": by_model.value,
        "size": len(by_model.members),
        "same_half": _value(inside, by_model),
        "held_out": _value(outside, by_model),
        "votes_size": len(by_votes.members),
        "votes_same_half": _value(inside, by_votes),
        "votes_held_out": _value(outside, by_votes),
    }


def _value(pool: hs.Pool, chosen: hs.Selection) -> float:
    """Return the share of items on which the plurality of a panel is right."""
    row = np.zeros((1, len(pool)), dtype=bool)
    row[0, list(chosen.members)] = True
    return 1.0 - float(PluralityVote().losses(pool, row)[0])
