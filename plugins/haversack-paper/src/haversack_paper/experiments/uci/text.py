"""How it was done and what it showed, in words."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.claims import SAME_ERROR
from haversack_paper.experiments.uci.results import PoolResults, as_in_paper, by_size, write_points
from haversack_paper.experiments.uci.training import BLOCKS
from haversack_paper.report import count_of, percent
from haversack_paper.verdicts import mean_with_error

if TYPE_CHECKING:
    from haversack_paper.experiments.uci.experiment import Uci

_UNITS = {"time": "the processor seconds of its training", "flops": "a count of the operations of its training"}


def text(experiment: Uci, pools: list[PoolResults], absent: list[str]) -> str:
    """Return the paragraphs; sets without results are named."""
    ours = as_in_paper(pools)
    paragraphs = [_method(experiment)]
    if ours:
        paragraphs += [_promises(ours), _by_votes(ours), *_leaks(pools)]
    if absent:
        paragraphs.append(f"There is no data of {', '.join(absent)}.")
    return "\n\n".join(paragraphs)


def _method(experiment: Uci) -> str:
    low, high = experiment.training_rows
    return (
        "Half of each set is for training, a quarter is to choose by (accuracies and votes of the members), a quarter "
        f"is held out. A pool of {' or '.join(map(str, experiment.pools))} consists of equally many perceptrons, "
        "decision trees, feed-forward networks (trained by Adam, since scikit-learn has no Levenberg-Marquardt), "
        "networks with a random hidden layer and discriminative restricted Boltzmann machines. Each is trained on a "
        f"random subset of {low:,} to {high:,} rows, or of all there are for training, with options drawn at random. "
        f"A member costs {_UNITS[experiment.sources.cost]}. The paper does not say what budget it had: as in its "
        "simulations, a panel of 30 may cost 30 % and one of 100 may cost 20 % of the whole pool. Sizes are expected "
        "by Lemma 2 up to 30 members, where a beta distribution fits, and by the mean cost above. Searches that STOP "
        f"does not end take {experiment.limit:,} steps, with {count_of(experiment.seeds, 'seed')}; the choice by "
        f"recorded votes ends after {experiment.patience:,} steps without a better panel.\n\n"
        "A split row by row keeps identical rows on one side: of Spambase, one test row in eleven would else have an "
        "exact copy among the training rows. Rows of Musk that belong to one molecule, and rows of EEG that follow "
        "each other in time, are near-copies. A split row by row, which the paper most likely made, puts these on both "
        f"sides; beside it stands a split by molecule, and one of the EEG series in {BLOCKS} stretches. Standard "
        "errors of shares of rows take rows for independent, which within molecules and stretches they are not: there "
        "they are too small. An accuracy agrees with the paper's if it is within a point of it and neither error is "
        f"more than {SAME_ERROR:g} times the other. There is one split and one pool of each size for each set (seed "
        f"{experiment.seed}), the smaller pool being the beginning of the larger, so that sizes are counted apart. "
        "The seeds of the searches do not show how much other classifiers would differ, and a verdict that is near a "
        "limit may turn with them."
    )


def _promises(pools: list[PoolResults]) -> str:
    found = []
    for members, some in by_size(pools).items():
        promised = fmean([pool.mean("optimum", "estimate") for pool in some])
        shown = [pool.mean("optimum", "test") for pool in some]
        beaten = sum(pool.mean("optimum", "test") < pool.mean("single", "test") for pool in some)
        sets = count_of(len(some), "set")
        found.append(
            f"Of {members} members it promises {percent(promised)} on average over {sets}, and on held-out "
            f"data the majority is right on {percent(fmean(shown))}; in {beaten} of {sets} the most accurate single "
            "member that the budget buys does better than that panel"
        )
    return (
        "**What the estimate promises, and what panels get right.** For the best panel by the paper's formula, sets "
        f"split row by row. {'. '.join(found)}."
    )


def _by_votes(pools: list[PoolResults]) -> str:
    found = []
    for members, some in by_size(pools).items():
        gains = [pool.mean("votes", "test") - pool.mean("optimum", "test") for pool in some]
        over_single = [pool.mean("votes", "test") - pool.mean("single", "test") for pool in some]
        errors = [(pool.standard_error("votes") ** 2 + pool.standard_error("optimum") ** 2) ** 0.5 for pool in some]
        scores = [gain / error if error else 0.0 for gain, error in zip(gains, errors, strict=True)]
        found.append(
            f"Of {members} members it is {write_points(gains, 1)} on average over {count_of(len(some), 'set')}, better "
            f"by more than two standard errors in {sum(score > 2.0 for score in scores)} of them and so much worse in "
            f"{sum(score < -2.0 for score in scores)}; against the most accurate single member it is "
            f"{write_points(over_single, 1)}. {describe_winners_curse(some)}"
        )
    return (
        "**Choosing by recorded votes** changes the accuracy on held-out data, against the best panel by the estimate "
        "(± over the sets; within a set, standard errors as if the two were measured on different rows, which makes "
        f"them too large). {' '.join(found)}"
    )


def describe_winners_curse(pools: list[PoolResults]) -> str:
    """Say whether panels chosen by votes lose more on other data than those chosen by the estimate, on equal rows."""
    votes, optimum = (
        [pool.mean(method, "test") - pool.mean(method, "selection") for pool in pools]
        for method in ("votes", "optimum")
    )
    curse = [by_votes - by_estimate for by_votes, by_estimate in zip(votes, optimum, strict=True)]
    average, error = mean_with_error(curse)
    if average >= 0.0:
        meaning = "that is not a loss, so no winner's curse shows"
    elif len(curse) == 1:
        meaning = "of one set there is no standard error, so no winner's curse can be shown"
    elif -average <= 2.0 * error:
        meaning = "that is within two standard errors of 0, so no winner's curse shows"
    else:
        meaning = "the rows are the same, so that is the winner's curse of choosing by votes"
    return (
        f"From the data that they were chosen by to held-out data, panels chosen by votes change by "
        f"{100 * fmean(votes):+.1f} points, those chosen by the estimate by {100 * fmean(optimum):+.1f}, a difference "
        f"of {write_points(curse, 1)}: {meaning}."
    )


def _leaks(pools: list[PoolResults]) -> list[str]:
    """Compare splits by row with those that keep near-copies together."""
    by_row = {(pool.study.data_set, pool.members): pool for pool in as_in_paper(pools)}
    found = []
    for pool in pools:
        other = by_row.get((pool.study.data_set, pool.members))
        if pool.study.split != "rows" and other is not None:
            by_estimate, by_votes = (
                f"{percent(pool.mean(method, 'test'))} (row by row {percent(other.mean(method, 'test'))})"
                for method in ("optimum", "votes")
            )
            found.append(
                f"{pool.study.title}, {pool.members} members: best by the estimate {by_estimate}, by votes {by_votes}"
            )
    return [f"**Near-copies.** On held-out data: {'; '.join(found)}."] if found else []
