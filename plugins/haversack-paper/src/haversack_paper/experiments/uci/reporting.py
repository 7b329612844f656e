"""The report: how it was done, what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.claims import table_claims
from haversack_paper.experiments.uci.dependence import dependence_claims
from haversack_paper.experiments.uci.figures import all_figures
from haversack_paper.experiments.uci.results import absent_sets, collected, trained_members
from haversack_paper.experiments.uci.splits import BLOCKS
from haversack_paper.experiments.uci.tables import all_tables
from haversack_paper.report import Report, percent

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
        f"does not end take {experiment.limit:,} steps, with {experiment.seeds} seeds; the choice by recorded votes "
        f"ends after {experiment.patience:,} steps without a better panel.\n\n"
        "Rows of Musk that belong to one molecule, and rows of EEG that follow each other in time, are near-copies. A "
        "split row by row, which the paper most likely made, puts near-copies on both sides; beside it stands a split "
        f"by molecule, and one of the EEG series in {BLOCKS} stretches. Standard errors take rows for independent, "
        "which within molecules and stretches they are not: there they are too small. An accuracy agrees with the "
        "paper's if it is within a point of it. There is one split and one pool of each size for each set (seed "
        f"{experiment.seed}): the seeds of the searches do not show how much other classifiers would differ, and a "
        "verdict that is near a point may turn with them."
    )


def _findings(pools: Sequence[PoolResults]) -> list[str]:
    ours = [pool for pool in pools if pool.as_in_paper]
    return [_promises(ours), _by_votes(ours), *_leaks(pools)] if ours else []


def _promises(pools: Sequence[PoolResults]) -> str:
    estimates, shown, single = (
        [pool.mean(method, key) for pool in pools]
        for method, key in (("optimum", "estimate"), ("optimum", "test"), ("single", "test"))
    )
    beaten = sum(one < other for one, other in zip(shown, single, strict=True))
    return (
        f"**The estimate is not what panels get right.** For the best panel, the paper's formula promises "
        f"{percent(_mean(estimates))} on average over the {len(pools)} pools that are split row by row; on held-out "
        f"data its majority is right on {percent(_mean(shown))}. In {beaten} of {len(pools)} pools the most accurate "
        "single member that the budget buys does better than that panel."
    )


def _by_votes(pools: Sequence[PoolResults]) -> str:
    gains = [pool.mean("votes", "test") - pool.mean("optimum", "test") for pool in pools]
    over_single = [pool.mean("votes", "test") - pool.mean("single", "test") for pool in pools]
    doubts = [(pool.doubt("votes") ** 2 + pool.doubt("optimum") ** 2) ** 0.5 for pool in pools]
    clear = [gain / doubt if doubt else 0.0 for gain, doubt in zip(gains, doubts, strict=True)]
    change = {
        method: _mean([pool.mean(method, "test") - pool.mean(method, "selection") for pool in pools])
        for method in ("votes", "optimum")
    }
    return (
        f"**Choosing by recorded votes** changes the accuracy on held-out data by {100 * _mean(gains):+.1f} points on "
        f"average, against the best panel by the estimate: better by more than two standard errors in "
        f"{sum(score > 2.0 for score in clear)} of {len(pools)} pools, worse in {sum(score < -2.0 for score in clear)} "
        "(standard errors as if the two were measured on different rows, which makes them too large). Against the most "
        f"accurate single member it is {100 * _mean(over_single):+.1f} points. From the data that they were chosen by "
        f"to held-out data, panels chosen by votes change by {100 * change['votes']:+.1f} points, and those chosen by "
        f"the estimate by {100 * change['optimum']:+.1f}; the rows are the same, so the difference of "
        f"{100 * (change['votes'] - change['optimum']):+.1f} is the winner's curse of choosing by votes."
    )


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
