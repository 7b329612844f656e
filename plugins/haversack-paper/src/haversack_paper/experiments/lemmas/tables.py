"""Tables of moments, costs, sizes and pools that are easy to solve."""

from __future__ import annotations

from haversack_paper.experiments.lemmas.claims import RATES
from haversack_paper.experiments.lemmas.size_claims import size_range
from haversack_paper.report import Column, Json, Results, Table

_MOMENTS = (
    Column("distribution"),
    Column("size"),
    Column("mean", "mean of q", ".6f"),
    Column("simulated_mean", "simulated", ".6f"),
    Column("variance", "variance of q", ".4e"),
    Column("simulated_variance", "simulated", ".4e"),
)
_COSTS = (
    Column("distribution"),
    Column("mean", "mean cost, printed", ".2f"),
    Column("simulated_mean", "simulated", ".2f"),
    Column("printed_variance", "variance, printed", ".2f"),
    Column("right_variance", "right", ".2f"),
    Column("simulated_variance", "simulated", ".2f"),
)
_NUMBERS = (
    Column("distribution"),
    Column("budget", shown=".2f"),
    Column("rates"),
    Column("formula", "members, printed", ".2f"),
    Column("mean", "simulated", ".2f"),
    Column("variance", "variance, simulated", ".2f"),
)
_LIMITS = (
    Column("members", "n"),
    Column("size", "l"),
    Column("exact", "C(n, l)", ".2e"),
    Column("approximate", "n^l / l!", ".2e"),
    Column("ratio", shown=".2f"),
    Column("predicted", "$e^{l(l-1)/2n}$", ".2f"),
    Column("years", "years at a million steps a second", ".2e"),
)
_SIZES = (
    Column("mean_cost", "$\\lceil T/\\bar t\\,\\rceil$"),
    Column("beta_model", "Lemma 2"),
    Column("poisson", "Poisson, 95 %"),
    Column("normal", "its normal approximation"),
    Column("best", "best panel, proven"),
)
_TRIVIAL = (
    Column("kind", "accuracies"),
    Column("members", "n"),
    Column("pools"),
    Column("taken_best", "best: until the budget is used up"),
    Column("odd_best", "the same, an odd number"),
    Column("prefix_best", "the best beginning"),
    Column("largest_loss", "largest loss of the first", ".2e"),
)


def tables(results: Results, costs: list[Json], best: list[Json]) -> list[Table]:
    """Return formulas beside simulations, MAXSTEP, sizes by all rules, and counts of easy pools."""
    numbers = [
        {"distribution": row["distribution"], "budget": count["budget"], "rates": name, **count[kind]}
        for row in costs
        for count in row["counts"]
        for kind, name in RATES.items()
    ]
    sizes = [
        {"members": one["members"], "share": one["share"], "pools": len(one["pools"])}
        | {column.key: size_range(one, column.key) for column in _SIZES}
        for one in best
    ]
    size_columns = [Column("members", "n"), Column("share", "budget, share of total cost"), Column("pools"), *_SIZES]
    flat = [{key: value for key, value in row.items() if key != "counts"} for row in costs]
    easy = "Pools in which the more accurate member is the cheaper one: in how many of them which set is the best."
    return [
        Table("moments", "Mean and variance of q: the printed formulas and simulation.", _MOMENTS, results["moments"]),
        Table("costs", "The cost of a member whose rate is 1 - p: Lemma 2(1).", _COSTS, flat),
        Table("numbers", "How many members a budget pays for: Lemma 2(2) and (3).", _NUMBERS, numbers),
        Table("maxstep", "MAXSTEP and its approximation.", _LIMITS, results["limits"]),
        Table("sizes", "Expected sizes, and those of the best panels.", size_columns, sizes),
        Table("trivial", easy, _TRIVIAL, results["trivial"]),
    ]
