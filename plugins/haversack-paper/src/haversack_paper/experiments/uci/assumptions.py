"""The claims on what the paper takes for granted: independent voters, its model of costs, and expected sizes."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.compute import LEMMA_2_UP_TO
from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.experiments.uci.printed import PRINTED, printed_accuracies
from haversack_paper.experiments.uci.results import CLOSE, PoolResults, by_size, family_correlations
from haversack_paper.report import Claim, Rule, count_of, judge, percent
from haversack_paper.verdicts import (
    ALWAYS,
    NEAR_SIZE,
    NEAR_SIZES,
    ORDER,
    are_near,
    combine,
    is_below,
    mean_with_error,
    off_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

LEVEL = 0.05
"""Of the test whether costs are exponential. In five sets it errs once or not at all with a chance of 98 %."""

_ONE_IN = 5
_SOLID = Rule(
    "solid estimate",
    f"Estimates are off by {100 * CLOSE:g} point at most, on average over the sets and at every size of pool; within "
    "two standard errors of that, it cannot be checked.",
)
_PROFILE = Rule(
    "cost profile",
    f"At every size of pool, costs rise with accuracy, and a test at {100 * LEVEL:g} % rejects exponential costs for "
    f"at most one pool in {_ONE_IN}.",
)
_ESTIMATORS = {"lemma-2": "Lemma 2 estimates", "mean": "The budget divided by the mean cost estimates"}


def assumption_claims(pools: list[PoolResults]) -> list[Claim]:
    """Return the claims."""
    return [
        _estimation_power(pools),
        _instability(pools),
        _lemma_2([pool for pool in pools if pool.members <= LEMMA_2_UP_TO]),
        *(_expected_size(how, [pool for pool in pools if pool.facts["sizes"][how] is not None]) for how in _ESTIMATORS),
        _profile([pool for pool in pools if pool.facts["profile"]["p_value"] is not None]),
    ]


def _judge(
    where: str,
    statement: str,
    paper: str,
    ours: str,
    agrees: bool | None,
    *,
    rule: Rule,
    otherwise: str,
    note: str = "",
) -> Claim:
    """Judge a claim as `judge` does; without a finding of ours it was not run."""
    if ours:
        return judge(where, statement, paper, ours, agrees, rule=rule, otherwise=otherwise, note=note)
    return judge(where, statement, paper, "not run", None, rule=rule, otherwise="there are no results to tell from")


def _judge_sizes(
    where: str,
    statement: str,
    paper: str,
    pools: list[PoolResults],
    describe: Callable[[list[PoolResults]], tuple[bool | None, str]],
    *,
    rule: Rule,
    otherwise: str,
) -> Claim:
    """Judge a claim that must hold for every size of pools; `describe` judges and describes the pools of one size."""
    found = {members: describe(some) for members, some in by_size(pools).items()}
    ours = "; ".join(f"{members} members: {described}" for members, (_, described) in found.items())
    agrees = combine(answer for answer, _ in found.values())
    return _judge(where, statement, paper, ours, agrees, rule=rule, otherwise=otherwise)


def _estimation_power(pools: list[PoolResults]) -> Claim:
    """Compare what the estimate promises with what the same panel, chosen without held-out data, gets right there."""
    keys = dict.fromkeys(pool.study.data_set for pool in pools) or DATA_SETS
    best = {key: max(max(printed_accuracies(table, key).values()) for table in PRINTED.values()) for key in keys}
    printed = ", ".join(f"{DATA_SETS[key].title} {percent(value)}" for key, value in best.items())
    known = [value for pool in pools if (value := pool.facts["correlations"]["all"]) is not None]

    def describe(some: list[PoolResults]) -> tuple[bool | None, str]:
        gaps = [pool.mean("optimum", "estimate") - pool.mean("optimum", "test") for pool in some]
        average, error = mean_with_error(gaps)
        shown = ", ".join(
            f"{pool.study.title} {percent(pool.mean('optimum', 'test'))} ± {100 * pool.standard_error('optimum'):.2f}"
            for pool in some
        )
        return is_below([abs(gap) for gap in gaps], CLOSE), (
            f"the best panel by the estimate is right on {shown} of the held-out rows, and the "
            f"estimate is above that by {100 * min(gaps):.1f} to {100 * max(gaps):.1f} points, {100 * average:.1f} ± "
            f"{100 * error:.1f} on average over {count_of(len(gaps), 'set')}"
        )

    return _judge_sizes(
        "Section 6",
        "Taking members for independent gives solid estimates of the ensemble's accuracy.",
        f"said of all tests; the tables' best: {printed}",
        pools,
        describe,
        rule=_SOLID,
        otherwise="classifiers that learnt the same task from the same data are wrong on the same rows: the mean "
        f"correlation between the mistakes of two members is {f'{fmean(known):.2f}' if known else 'unknown'}, where "
        "independence means 0. An estimate that is off by a point at most, on average over the sets, was asked for. "
        "The paper's own accuracies are, as far as it tells, such estimates; it reports no measured ones",
    )


def _instability(pools: list[PoolResults]) -> Claim:
    found = family_correlations(pools)
    shown = ", ".join(f"{family} {value:.2f}" for family, value in found.items())
    others = [value for family, value in found.items() if family != "perceptron"]
    is_known = others and "perceptron" in found
    return _judge(
        "Section 5.2",
        "Unstable classifiers, such as perceptrons, trained on different subsets are more independent.",
        "no number",
        f"mean correlation between mistakes: {shown}" if is_known else "",
        found["perceptron"] < sum(others) / len(others) if is_known else None,
        rule=ORDER,
        otherwise="mistakes of perceptrons are as much alike as those of the other families on average",
        note="below the mean of the other families, and not 0",
    )


def _lemma_2(small: list[PoolResults]) -> Claim:
    refused = [pool.study.title for pool in small if pool.facts["fit"] != "beta"]
    fits = f"a beta distribution fits in {len(small) - len(refused)} of {count_of(len(small), 'pool')}"
    return _judge(
        "Section 5.2",
        "For 30 classifiers the expected size comes from Lemma 2, which asks for accuracies with a beta fit.",
        "all sets",
        fits if small else "",
        not refused,
        rule=ALWAYS,
        otherwise=f"the fit was refused, at 5 %, for {', '.join(refused)}; the mean cost was used there",
    )


def _expected_size(how: str, pools: list[PoolResults]) -> Claim:
    def describe(some: list[PoolResults]) -> tuple[bool | None, str]:
        expected = [pool.facts["sizes"][how] for pool in some]
        best = [pool.mean("optimum", "size") for pool in some]
        sizes = f"expected {_range(expected, 0)}, best {_range(best, 0)}"
        return are_near(expected, best), f"{sizes}, {off_text(expected, best)}"

    return _judge_sizes(
        "Section 5.2",
        f"{_ESTIMATORS[how]} the size of the best ensemble.",
        "no number",
        pools,
        describe,
        rule=NEAR_SIZES,
        otherwise="it is what the budget buys of members of mean cost, or of the model's, and the best panel consists "
        f"of those that cost less: {100 * NEAR_SIZE:.0f} % in the mean, at every size of pool, are asked for",
    )


def _profile(pools: list[PoolResults]) -> Claim:
    """Judge whether t (1 - p) is exponential, and whether expensive members are accurate, as the model has it."""

    def describe(some: list[PoolResults]) -> tuple[bool | None, str]:
        ranks = [pool.facts["profile"]["spearman"] or 0.0 for pool in some]
        spread = [pool.facts["profile"]["variation"] for pool in some]
        refused = [pool.study.title for pool in some if pool.facts["profile"]["p_value"] <= LEVEL]
        return min(ranks) > 0.0 and len(refused) * _ONE_IN <= len(some), (
            f"rank correlation of cost and accuracy {_range(ranks, 2)}, standard deviation of "
            f"t(1 - p) {_range(spread, 2)} times its mean, exponential refused for {', '.join(refused) or 'none'}"
        )

    return _judge_sizes(
        "Section 6",
        "The time profile, exponential costs of rate 1 - p times a scale, is suited to data like these.",
        "suited",
        pools,
        describe,
        rule=_PROFILE,
        otherwise="costs should rise with accuracy, and an Anderson-Darling test at 5 % refuse at most one pool in "
        f"{_ONE_IN} of a size. Dear members are more accurate, as the model has it, where the rank correlation is "
        "positive; but the costs of five families of classifiers are a mixture that spreads more than an exponential "
        "law where that ratio is above 1",
    )


def _range(values: list[float], digits: int) -> str:
    low, high = min(values), max(values)
    return f"{low:.{digits}f}" if low == high else f"{low:.{digits}f} to {high:.{digits}f}"
