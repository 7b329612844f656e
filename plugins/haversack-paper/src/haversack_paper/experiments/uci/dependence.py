"""What the paper takes for granted, independent voters above all, beside what votes on held-out data show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack_paper.experiments.uci.claims import CLOSE
from haversack_paper.experiments.uci.datasets import DATA_SETS
from haversack_paper.experiments.uci.pools import LEMMA_2_UP_TO
from haversack_paper.experiments.uci.printed import COLUMNS, PRINTED
from haversack_paper.report import Claim, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haversack_paper.experiments.uci.results import PoolResults

NEAR_SIZE = 0.25
"""An expected size is taken to be right if it is that share of the true one off, or less."""

BY_ESTIMATE = (*COLUMNS, "optimum")


def dependence_claims(pools: Sequence[PoolResults]) -> list[Claim]:
    """Return the claims that are not read from the tables alone."""
    ours = [pool for pool in pools if pool.as_in_paper]
    readers = (_held_out, _estimation_power, _instability, _lemma_2, _expected_size)
    return [read(ours) for read in readers]


def _held_out(pools: Sequence[PoolResults]) -> Claim:
    where, statement = "Tables 4 and 5", "What the chosen ensembles get right; here on data held out for it."
    best = {key: max(max(table.rows[key].accuracies) for table in PRINTED.values()) for key in DATA_SETS}
    paper = ", ".join(f"{DATA_SETS[key].title} {percent(value)}" for key, value in best.items())
    if not pools:
        return _unknown(where, statement, paper)
    shown: dict[str, tuple[float, float]] = {}
    for pool in pools:
        for method in BY_ESTIMATE:
            value = (pool.mean(method, "test"), pool.doubt(method))
            shown[pool.study.data_set] = max(value, shown.get(pool.study.data_set, (0.0, 0.0)))
    agrees = all(abs(value - best[key]) <= CLOSE for key, (value, _) in shown.items())
    return Claim(
        where,
        statement,
        f"at best {paper}",
        "at best "
        + ", ".join(
            f"{DATA_SETS[key].title} {percent(value)} ± {100 * doubt:.2f}" for key, (value, doubt) in shown.items()
        ),
        "agrees" if agrees else "differs",
        ""
        if agrees
        else "the tables' accuracies are, as far as the paper tells, computed for voters who are wrong independently; "
        "it reports no measured ones",
    )


def _estimation_power(pools: Sequence[PoolResults]) -> Claim:
    where, statement = "Section 6", "Taking members for independent gives solid estimates of the ensemble's accuracy."
    if not pools:
        return _unknown(where, statement, "said of all tests")
    gaps = [pool.mean("optimum", "estimate") - pool.mean("optimum", "test") for pool in pools]
    together = [value for pool in pools if (value := pool.facts["correlations"]["all"]) is not None]
    agrees = max(map(abs, gaps)) <= CLOSE
    alike = f"{sum(together) / len(together):.2f}" if together else "unknown"
    return Claim(
        where,
        statement,
        "said of all tests",
        f"the estimate for the best panel is above its accuracy on held-out data by {100 * min(gaps):.1f} to "
        f"{100 * max(gaps):.1f} points, {100 * sum(gaps) / len(gaps):.1f} on average over {len(gaps)} pools",
        "agrees" if agrees else "differs",
        ""
        if agrees
        else f"classifiers that learnt the same task from the same data are wrong on the same rows: the mean "
        f"correlation between the mistakes of two members is {alike}, where independence means 0",
    )


def _instability(pools: Sequence[PoolResults]) -> Claim:
    where = "Section 5.2"
    statement = "Unstable classifiers, such as perceptrons, trained on different subsets are more independent."
    found = family_correlations(pools)
    if "perceptron" not in found or len(found) < 2:
        return _unknown(where, statement, "no number")
    others = [value for family, value in found.items() if family != "perceptron"]
    agrees = found["perceptron"] < sum(others) / len(others)
    return Claim(
        where,
        statement,
        "no number",
        "mean correlation between mistakes: " + ", ".join(f"{family} {value:.2f}" for family, value in found.items()),
        "agrees" if agrees else "differs",
        "below the mean of the other families, and not 0"
        if agrees
        else "mistakes of perceptrons are as much alike as those of the other families on average",
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


def _lemma_2(pools: Sequence[PoolResults]) -> Claim:
    where = "Section 5.2"
    statement = "For 30 classifiers the expected size comes from Lemma 2, which asks for accuracies with a beta fit."
    small = [pool for pool in pools if pool.members <= LEMMA_2_UP_TO]
    if not small:
        return _unknown(where, statement, "all sets")
    refused = [pool.study.title for pool in small if pool.facts["fit"] != "beta"]
    return Claim(
        where,
        statement,
        "all sets",
        f"a beta distribution fits in {len(small) - len(refused)} of {len(small)} pools",
        "differs" if refused else "agrees",
        f"the fit was refused, at 5 %, for {', '.join(refused)}; the mean cost was used there" if refused else "",
    )


def _expected_size(pools: Sequence[PoolResults]) -> Claim:
    where, statement = "Section 5.2", "Lemma 2 and the mean cost estimate the size of the best ensemble."
    if not pools:
        return _unknown(where, statement, "no number")
    pairs = [(pool.members, pool.facts["size"], pool.mean("optimum", "size")) for pool in pools]
    agrees = all(abs(expected - best) <= NEAR_SIZE * best for _, expected, best in pairs)
    told = [
        f"{members} members: expected {_range([pair[1] for pair in some])}, best {_range([pair[2] for pair in some])}"
        for members in dict.fromkeys(pair[0] for pair in pairs)
        for some in [[pair for pair in pairs if pair[0] == members]]
    ]
    return Claim(
        where,
        statement,
        "no number",
        "; ".join(told),
        "agrees" if agrees else "differs",
        ""
        if agrees
        else "the budget buys as many members of mean cost, and the best panel consists of those that cost less: "
        f"an estimate counts as right if it is off by {100 * NEAR_SIZE:.0f} % at most",
    )


def _range(values: Sequence[float]) -> str:
    low, high = min(values), max(values)
    return f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"


def _unknown(where: str, statement: str, paper: str) -> Claim:
    return Claim(where, statement, paper, "not run", "cannot be checked", "there are no results to tell from")
