"""The paper's model of what members cost, and the size of panels that it expects by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.expected_sizes import NEAR_SIZE, are_near, off_text
from haversack_paper.experiments.uci.pools import LEMMA_2_UP_TO
from haversack_paper.experiments.uci.results import by_size, unknown
from haversack_paper.report import counted
from haversack_paper.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiments.uci.results import PoolResults
    from haversack_paper.report import Claim

LEVEL = 0.05
"""Of the test whether costs are exponential. In five sets it errs once or not at all with a chance of 98 %."""

_ONE_IN = 5

_ESTIMATORS = {"lemma-2": "Lemma 2 estimates", "mean": "The budget divided by the mean cost estimates"}


def modelling_claims(pools: Sequence[PoolResults]) -> list[Claim]:
    """Return the claims on costs and sizes."""
    return [_lemma_2(pools), *(_expected_size(pools, how) for how in _ESTIMATORS), _profile(pools)]


def _lemma_2(pools: Sequence[PoolResults]) -> Claim:
    where = "Section 5.2"
    statement = "For 30 classifiers the expected size comes from Lemma 2, which asks for accuracies with a beta fit."
    small = [pool for pool in pools if pool.members <= LEMMA_2_UP_TO]
    if not small:
        return unknown(where, statement, "all sets")
    refused = [pool.study.title for pool in small if pool.facts["fit"] != "beta"]
    return judged(
        where,
        statement,
        "all sets",
        f"a beta distribution fits in {len(small) - len(refused)} of {counted(len(small), 'pool')}",
        not refused,
        otherwise=f"the fit was refused, at 5 %, for {', '.join(refused)}; the mean cost was used there",
    )


def _expected_size(pools: Sequence[PoolResults], how: str) -> Claim:
    where, statement = "Section 5.2", f"{_ESTIMATORS[how]} the size of the best ensemble."
    able = [pool for pool in pools if pool.facts["sizes"][how] is not None]
    if not able:
        return unknown(where, statement, "no number")
    told, near = [], []
    for members, some in by_size(able).items():
        expected = [pool.facts["sizes"][how] for pool in some]
        best = [pool.mean("optimum", "size") for pool in some]
        near.append(are_near(expected, best))
        told.append(f"{members} members: expected {_range(expected)}, best {_range(best)}, {off_text(expected, best)}")
    return judged(
        where,
        statement,
        "no number",
        "; ".join(told),
        False if False in near else None if None in near else True,
        otherwise="it is what the budget buys of members of mean cost, or of the model's, and the best panel consists "
        f"of those that cost less: {100 * NEAR_SIZE:.0f} % in the mean, at every size of pool, are asked for",
    )


def _profile(pools: Sequence[PoolResults]) -> Claim:
    """Ask whether t (1 - p) is exponential, and whether dear members are the accurate ones, as the model has it."""
    where = "Section 6"
    statement = "The time profile, exponential costs of rate 1 - p times a scale, is suited to data like these."
    paper = "suited"
    able = [pool for pool in pools if pool.facts["profile"]["p_value"] is not None]
    if not able:
        return unknown(where, statement, paper)
    told, agrees = [], True
    for members, some in by_size(able).items():
        profiles = [pool.facts["profile"] for pool in some]
        ranks = [one["spearman"] or 0.0 for one in profiles]
        spread = [one["variation"] for one in profiles]
        refused = [pool.study.title for pool in some if pool.facts["profile"]["p_value"] <= LEVEL]
        agrees = agrees and min(ranks) > 0.0 and len(refused) * _ONE_IN <= len(some)
        told.append(
            f"{members} members: rank correlation of cost and accuracy {_span(ranks)}, standard deviation of t(1 - p) "
            f"{_span(spread)} times its mean, exponential refused for {', '.join(refused) or 'none'}"
        )
    return judged(
        where,
        statement,
        paper,
        "; ".join(told),
        agrees,
        otherwise="costs should rise with accuracy, and an Anderson-Darling test at 5 % refuse at most one pool in "
        f"{_ONE_IN} of a size. Dear members are more accurate, as the model has it, where the rank correlation is "
        "positive; but the costs of five families of classifiers are a mixture that spreads more than an exponential "
        "law where that ratio is above 1",
    )


def _span(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:.2f}" if low == high else f"{low:.2f} to {high:.2f}"


def _range(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"
