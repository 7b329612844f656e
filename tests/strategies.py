"""Hypothesis strategies for pools, sets and configurations."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from haversack import Pool

probabilities = st.one_of(
    st.floats(0.0, 1.0),
    st.sampled_from([0.0, 0.5, 1.0, 0.51, 1e-40, 1 - 1e-12]),
)
costs = st.one_of(st.floats(0.01, 100.0), st.sampled_from([1.0, 2.0, 0.1]))


@st.composite
def pools(draw, min_size=1, max_size=12, with_costs=True):
    """Pools with ties, equal costs, zeros and ones among the accuracies."""
    size = draw(st.integers(min_size, max_size))
    accuracies = draw(st.lists(probabilities, min_size=size, max_size=size))
    prices = draw(st.lists(costs, min_size=size, max_size=size)) if with_costs else None
    return Pool(accuracies=accuracies, costs=prices)


@st.composite
def pools_with_budget(draw, min_size=1, max_size=12):
    """A pool and a budget that at least one member fits in."""
    pool = draw(pools(min_size, max_size))
    share = draw(st.floats(0.0, 1.0))
    cheapest, all_together = float(pool.costs.min()), float(pool.costs.sum())
    return pool, cheapest + share * (all_together - cheapest)


@st.composite
def batches(draw, members, max_rows=8):
    """Boolean matrices: a few sets from a pool of that many members."""
    rows = draw(st.integers(0, max_rows))
    bits = draw(st.lists(st.booleans(), min_size=rows * members, max_size=rows * members))
    return np.array(bits, dtype=bool).reshape(rows, members)


counts = st.integers(1, 10**30)
finite_numbers = st.floats(allow_nan=False, allow_infinity=False)
positive_numbers = st.floats(0, exclude_min=True, allow_infinity=False) | st.integers(1, 10**6)
vote_tables = st.lists(st.floats(0, 1), min_size=2, max_size=5).map(sorted)

BUILT_IN_OPTIONS = {
    ("cost", "additive"): st.fixed_dictionaries({}, optional={"size": st.sampled_from(["auto", "beta", "mean"])}),
    ("cost", "none"): st.just({}),
    ("energy", "majority"): st.fixed_dictionaries({}, optional={"ties": st.sampled_from(["wrong", "coin"])}),
    ("energy", "spatial"): st.fixed_dictionaries({"table": vote_tables})
    | st.fixed_dictionaries(
        {"curve": st.fixed_dictionaries({"a": finite_numbers, "b": positive_numbers})},
        optional={"tables": st.lists(vote_tables, min_size=1, max_size=3, unique_by=len)},
    ),
    ("searcher", "monte-carlo"): st.just({}),
    ("searcher", "sherlock"): st.just({}),
    ("stopping", "max-step"): st.fixed_dictionaries({"limit": counts}),
    ("stopping", "paper"): st.fixed_dictionaries(
        {},
        optional={
            "fit": st.sampled_from(["auto", "beta", "empirical"]),
            "odd_size": st.booleans(),
            "min_steps": counts,
            "max_steps": counts,
        },
    ),
    ("stopping", "stagnation"): st.fixed_dictionaries({"steps": counts}),
    ("stopping", "target"): st.fixed_dictionaries({"value": finite_numbers})
    | st.fixed_dictionaries({"error": finite_numbers}),
    ("stopping", "time-limit"): st.fixed_dictionaries({"seconds": positive_numbers}),
}
"""Options that are right, for everything that ships."""


def _specs(kind, name):
    return BUILT_IN_OPTIONS[kind, name].map(lambda options: {"kind": name, **options})


def part_specs(kind):
    """Sections of a configuration for one kind of part; stopping rules also in combinations."""
    single = st.one_of([_specs(*key) for key in BUILT_IN_OPTIONS if key[0] == kind])
    if kind != "stopping":
        return single
    return st.recursive(
        single,
        lambda rules: st.sampled_from(["any", "all"]).flatmap(
            lambda key: st.lists(rules | st.just("paper"), min_size=1, max_size=3).map(lambda listed: {key: listed})
        ),
        max_leaves=5,
    )


def run_documents():
    """Configurations of whole runs that are right, with the pool in the file."""
    return st.fixed_dictionaries(
        {"pool": pools().map(lambda pool: pool.to_dict()) | pools(with_costs=False).map(lambda pool: pool.to_dict())},
        optional={
            "budget": positive_numbers,
            "seed": st.integers(0, 2**64),
            **{kind: part_specs(kind) for kind in ("energy", "searcher", "stopping", "cost")},
        },
    )
