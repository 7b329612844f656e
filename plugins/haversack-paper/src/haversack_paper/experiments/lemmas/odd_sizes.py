"""The lemma of section 1: the best panel has an odd number of members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from haversack_paper.report import counted
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from haversack import FloatArray
    from haversack_paper.experiment import Json
    from haversack_paper.report import Claim

_CURVE = (-3.43, 101.7)
_ROUNDING = 1e-14


def run(pools: int, members: int, seed: int) -> Json:
    """Enumerate all sets of random pools with budgets."""
    import haversack as hs
    from haversack.energies import MajorityVote, OddsCurve, SpatialVote

    rng = np.random.default_rng(seed)
    sets = (np.arange(2**members)[:, None] >> np.arange(members)) % 2 == 1
    even = sets.sum(axis=1) % 2 == 0
    found = {"pools": pools, "members": members, "pairs": 0, "worse": 0, "even_best": 0, "spatial_even_best": 0}
    for number in range(pools):
        # By turns members that are mostly right, and members of any kind.
        accuracies = rng.beta(17, 5, members) if number % 2 == 0 else rng.uniform(0.0, 1.0, members)
        costs = rng.exponential(1.0, members)
        pool = hs.Pool(accuracies=accuracies, costs=costs)
        fits = sets @ costs <= rng.uniform(0.1, 1.0) * costs.sum()
        fits[0] = False
        errors = MajorityVote().losses(pool, sets)
        pairs, worse = _dropped(errors, members, even & fits)
        found["pairs"] += pairs
        found["worse"] += worse
        found["even_best"] += _even_is_best(errors, even, fits)
        spatial = SpatialVote(curve=OddsCurve(*_CURVE)).losses(pool, sets)
        found["spatial_even_best"] += _even_is_best(spatial, even, fits)
    return found


def _dropped(errors: FloatArray, members: int, chosen: np.ndarray) -> tuple[int, int]:
    """Return the number of ways to drop a member of an even set, and of those that make it worse."""
    pairs = worse = 0
    numbers = np.flatnonzero(chosen)
    for member in range(members):
        holding = numbers[(numbers >> member) % 2 == 1]
        pairs += len(holding)
        worse += int((errors[holding ^ (1 << member)] > errors[holding] + _ROUNDING).sum())
    return pairs, worse


def _even_is_best(errors: FloatArray, even: np.ndarray, fits: np.ndarray) -> bool:
    return bool(errors[even & fits].min(initial=1.0) < errors[~even & fits].min(initial=1.0))


def claims(result: Json) -> list[Claim]:
    """Return what became of the lemma."""
    return [
        judged(
            "Section 1, lemma on odd sizes",
            "The best panel under majority voting has an odd number of members, with a budget as well.",
            "always",
            f"an even panel was best in {result['even_best']} of {counted(result['pools'], 'pool')} of "
            f"{result['members']}, all sets enumerated; dropping a member of an even panel made it worse in "
            f"{result['worse']} of {result['pairs']:,} cases",
            result["even_best"] == 0 and result["worse"] == 0,
            otherwise="an even panel was better",
            note="it holds for majority voting with ties counted as wrong; under the spatial vote an even panel is "
            f"best in {result['spatial_even_best']} of these pools",
        )
    ]
