"""The report: how it was done, what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.claims import SAME_ERROR, table_claims
from haversack_paper.experiments.uci.dependence import dependence_claims
from haversack_paper.experiments.uci.figures import all_figures
from haversack_paper.experiments.uci.results import absent_sets, by_size, collected, trained_members
from haversack_paper.experiments.uci.splits import BLOCKS
from haversack_paper.experiments.uci.tables import all_tables
from haversack_paper.report import Report, counted, percent
from haversack_paper.verdicts import mean_with_error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from haversack_paper.experiment import Json
    from haversack_paper.experiments.uci.experiment import Uci
    from haversack_paper.experiments.uci.results import PoolResults

_UNITS = {"time": "the processor seconds of its training", "flops": "a count of the operations of its training"}


def report_on(experiment: Uci, results: Mapping[str, Json]) -> Report:
    """Return what the results show; sets without results are named as such."""
    pools = collected(experiment, results)
    absent = absent_sets(experiment, pools)
    members = trained_members(experiment, results)
    paragraphs = [_method(experiment), *_findings(pools)]
    if absent:
        paragraphs.append(f"There is no data of {', '.join(absent)}.")
    return Report(
        "\n\n".join(paragraphs),
        [*table_claims(pools, absent), *dependence_claims(pools)],
        all_tables(pools, members, experiment.limit) if pools else (),
        all_figures(pools, members, experiment.sources.cost),
    )


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
        f"does not end take {experiment.limit:,} steps, with {counted(experiment.seeds, 'seed')}; the choice by "
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


def _findings(pools: Sequence[PoolResults]) -> list[str]:
    ours = [pool for pool in pools if pool.as_in_paper]
    return [_promises(ours), _by_votes(ours), *_leaks(pools)] if ours else []


def _promises(pools: Sequence[PoolResults]) -> str:
    told = []
    for members, some in by_size(pools).items():
        estimates, shown, single = (
            [pool.mean(method, key) for pool in some]
            for method, key in (("optimum", "estimate"), ("optimum", "test"), ("single", "test"))
        )
        beaten = sum(one < other for one, other in zip(shown, single, strict=True))
        sets = counted(len(some), "set")
        told.append(
            f"Of {members} members it promises {percent(_mean(estimates))} on average over {sets}, and on held-out "
            f"data the majority is right on {percent(_mean(shown))}; in {beaten} of {sets} the most accurate single "
            "member that the budget buys does better than that panel"
        )
    return (
        "**What the estimate promises, and what panels get right.** For the best panel by the paper's formula, sets "
        f"split row by row. {'. '.join(told)}."
    )


def _by_votes(pools: Sequence[PoolResults]) -> str:
    told = []
    for members, some in by_size(pools).items():
        gains = [pool.mean("votes", "test") - pool.mean("optimum", "test") for pool in some]
        over_single = [pool.mean("votes", "test") - pool.mean("single", "test") for pool in some]
        doubts = [(pool.doubt("votes") ** 2 + pool.doubt("optimum") ** 2) ** 0.5 for pool in some]
        clear = [gain / doubt if doubt else 0.0 for gain, doubt in zip(gains, doubts, strict=True)]
        told.append(
            f"Of {members} members it is {_points(gains)} on average over {counted(len(some), 'set')}, better by more "
            f"than two standard errors in {sum(score > 2.0 for score in clear)} of them and so much worse in "
            f"{sum(score < -2.0 for score in clear)}; against the most accurate single member it is "
            f"{_points(over_single)}. {_winners_curse(some)}"
        )
    return (
        "**Choosing by recorded votes** changes the accuracy on held-out data, against the best panel by the estimate "
        "(± over the sets; within a set, standard errors as if the two were measured on different rows, which makes "
        f"them too large). {' '.join(told)}"
    )


def _winners_curse(pools: Sequence[PoolResults]) -> str:
    """Tell whether panels chosen by votes lose more on other data than those chosen by the estimate, on equal rows."""
    change = {
        method: [pool.mean(method, "test") - pool.mean(method, "selection") for pool in pools]
        for method in ("votes", "optimum")
    }
    curse = [votes - optimum for votes, optimum in zip(change["votes"], change["optimum"], strict=True)]
    mean, error = mean_with_error(curse)
    if mean >= 0.0:
        meaning = "that is not a loss, so no winner's curse shows"
    elif len(curse) == 1:
        meaning = "of one set there is no standard error, so no winner's curse can be told"
    elif -mean <= 2.0 * error:
        meaning = "that is within two standard errors of 0, so no winner's curse shows"
    else:
        meaning = "the rows are the same, so that is the winner's curse of choosing by votes"
    return (
        f"From the data that they were chosen by to held-out data, panels chosen by votes change by "
        f"{100 * _mean(change['votes']):+.1f} points, those chosen by the estimate by "
        f"{100 * _mean(change['optimum']):+.1f}, a difference of {_points(curse)}: {meaning}."
    )


def _points(values: Sequence[float]) -> str:
    mean, error = mean_with_error(values)
    return f"{100 * mean:+.1f} ± {100 * error:.1f} points"


def _leaks(pools: Sequence[PoolResults]) -> list[str]:
    """Compare splits by row with those that keep near-copies together."""
    by_key = {(pool.study.data_set, pool.study.split, pool.members): pool for pool in pools}
    told = []
    for (data_set, split, members), pool in by_key.items():
        other = by_key.get((data_set, "rows", members))
        if split != "rows" and other is not None:
            by_estimate, by_votes = (
                f"{percent(pool.mean(method, 'test'))} (row by row {percent(other.mean(method, 'test'))})"
                for method in ("optimum", "votes")
            )
            told.append(
                f"{pool.study.title}, {members} members: best by the estimate {by_estimate}, by votes {by_votes}"
            )
    return [f"**Near-copies.** On held-out data: {'; '.join(told)}."] if told else []


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
