"""What the tests of the Kaggle experiment share."""

from __future__ import annotations

import copy
import math
from itertools import product

import attrs

PORTO, STATOIL = "porto-seguro-safe-driver-prediction", "statoil-iceberg-classifier-challenge"
TINY = {"team_steps": 300, "pool_steps": 600, "draws": 3, "pool_sizes": (9,), "draws_per_part": 2, "most_tested": 50}


def write_board(folder, slug, scores):
    """Write a private leaderboard."""
    folder.mkdir(exist_ok=True)
    rows = "".join(f"{rank},{score}\n" for rank, score in enumerate(scores, start=1))
    (folder / f"{slug}_private.csv").write_text("rank,score\n" + rows, encoding="utf-8")


def pools_of(studies):
    return [pool for study in studies for pool in study.pools]


def enumerated_error(accuracies):
    """1 - q by all outcomes."""
    size = len(accuracies)
    return sum(
        math.prod(p if right else 1 - p for p, right in zip(accuracies, votes, strict=True))
        for votes in product([False, True], repeat=size)
        if sum(votes) <= size // 2
    )


def the_claim(claims, where, words):
    (found,) = [claim for claim in claims if claim.where == where and words in claim.statement]
    return found


def faked_study(study, mean=None, reached=None, faster=None, accepted=None, **values):
    """A study with some numbers changed in all of its pools; `faster` as measured against 200,000 steps."""
    pools = copy.deepcopy(list(study.pools))
    for pool in pools:
        for run, value in values.items():
            pool[run] |= {"value": value, "error": 1 - value, "log10_error": math.log10(1 - value)}
        if mean is not None:
            pool["mean"] = mean
        if reached is not None:
            pool["stop"] |= {"reached": reached}
        if faster is not None:
            pool["at_limit"] = pool["at_limit"] | {"seconds": 2.0, "steps": 400_000}
            pool["at_stop"] = pool["at_stop"] | {"seconds": 1.0 / faster}
        if accepted is not None:
            pool["fit"] |= {"accepted": accepted}
    return attrs.evolve(study, pools=pools)
