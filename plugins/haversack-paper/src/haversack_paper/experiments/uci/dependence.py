"""What the paper takes for granted, independent voters above all, beside what votes on held-out data show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.claims import CLOSE
from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.experiments.uci.modelling import modelling_claims
from haversack_paper.experiments.uci.printed import PRINTED, printed_accuracies
from haversack_paper.experiments.uci.results import by_size, unknown
from haversack_paper.report import counted, percent
from haversack_paper.verdicts import is_below, judged, mean_with_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiments.uci.results import PoolResults
    from haversack_paper.report import Claim


def dependence_claims(pools: Sequence[PoolResults]) -> list[Claim]:
    """Return the claims that are not read from the tables alone."""
    ours = [pool for pool in pools if pool.as_in_paper]
    return [_estimation_power(ours), _instability(ours), *modelling_claims(ours)]


def _estimation_power(pools: Sequence[PoolResults]) -> Claim:
    """Compare what the estimate promises with what the same panel, chosen without held-out data, gets right there."""
    where, statement = "Section 6", "Taking members for independent gives solid estimates of the ensemble's accuracy."
    keys = dict.fromkeys(pool.study.data_set for pool in pools) or DATA_SETS
    best = {key: max(max(printed_accuracies(table, key).values()) for table in PRINTED.values()) for key in keys}
    paper = "said of all tests; the tables' best: " + ", ".join(
        f"{DATA_SETS[key].title} {percent(value)}" for key, value in best.items()
    )
    if not pools:
        return unknown(where, statement, paper)
    told, verdicts = [], []
    for members, some in by_size(pools).items():
        gaps = [pool.mean("optimum", "estimate") - pool.mean("optimum", "test") for pool in some]
        verdicts.append(is_below([abs(gap) for gap in gaps], CLOSE))
        mean, error = mean_with_error(gaps)
        shown = ", ".join(
            f"{pool.study.title} {percent(pool.mean('optimum', 'test'))} ± {100 * pool.doubt('optimum'):.2f}"
            for pool in some
        )
        told.append(
            f"{members} members: the best panel by the estimate is right on {shown} of the held-out rows, and the "
            f"estimate is above that by {100 * min(gaps):.1f} to {100 * max(gaps):.1f} points, {100 * mean:.1f} ± "
            f"{100 * error:.1f} on average over {counted(len(gaps), 'set')}"
        )
    together = [value for pool in pools if (value := pool.facts["correlations"]["all"]) is not None]
    alike = f"{sum(together) / len(together):.2f}" if together else "unknown"
    return judged(
        where,
        statement,
        paper,
        "; ".join(told),
        False if False in verdicts else None if None in verdicts else True,
        otherwise="classifiers that learnt the same task from the same data are wrong on the same rows: the mean "
        f"correlation between the mistakes of two members is {alike}, where independence means 0. An estimate that is "
        "off by a point at most, on average over the sets, was asked for. The paper's own accuracies are, as far as it "
        "tells, such estimates; it reports no measured ones",
    )


def _instability(pools: Sequence[PoolResults]) -> Claim:
    where = "Section 5.2"
    statement = "Unstable classifiers, such as perceptrons, trained on different subsets are more independent."
    found = family_correlations(pools)
    if "perceptron" not in found or len(found) < 2:
        return unknown(where, statement, "no number")
    others = [value for family, value in found.items() if family != "perceptron"]
    return judged(
        where,
        statement,
        "no number",
        "mean correlation between mistakes: " + ", ".join(f"{family} {value:.2f}" for family, value in found.items()),
        found["perceptron"] < sum(others) / len(others),
        otherwise="mistakes of perceptrons are as much alike as those of the other families on average",
        note="below the mean of the other families, and not 0",
    )


def family_correlations(pools: Sequence[PoolResults]) -> dict[str, float]:
    """Return the mean correlation between mistakes within each family, over the largest pool of each study."""
    largest = {pool.study: pool for pool in sorted(pools, key=lambda pool: pool.members)}
    found: dict[str, list[float]] = {}
    for pool in largest.values():
        for family, value in pool.facts["correlations"].items():
            if family != "all" and value is not None:
                found.setdefault(family, []).append(value)
    return {family: sum(values) / len(values) for family, values in found.items()}
