"""Hypothesis strategies for pools, sets and configurations."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from haversack import Pool
from haversack.config.options import list_options
from haversack.plugins import load_catalog

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
    """Boolean matrices: a few sets from a pool of `members` members."""
    rows = draw(st.integers(0, max_rows))
    bits = draw(st.lists(st.booleans(), min_size=rows * members, max_size=rows * members))
    return np.array(bits, dtype=bool).reshape(rows, members)


@st.composite
def vote_tables_with_truth(draw, max_members=6, max_items=8, labels="abcd"):
    """Answers, some of them missing, with a row per item, and the true labels."""
    members = draw(st.integers(1, max_members))
    items = draw(st.integers(1, max_items))
    answer = st.sampled_from([*labels, None])
    answers = draw(st.lists(st.lists(answer, min_size=members, max_size=members), min_size=items, max_size=items))
    return answers, draw(st.lists(st.sampled_from(labels), min_size=items, max_size=items))


BUILT_INS = load_catalog(third_parties=False)

finite_numbers = st.floats(allow_nan=False, allow_infinity=False)
positive_numbers = st.floats(0, exclude_min=True, allow_infinity=False) | st.integers(1, 10**6)
vote_tables = st.lists(st.floats(0, 1), min_size=2, max_size=5).map(sorted)

column_names = st.sampled_from(["cost", "seconds", "dollars"])
tiers = st.lists(st.floats(0.0, 100.0), min_size=1, max_size=3).map(
    lambda prices: [[10.0 * place, price] for place, price in enumerate(prices)]
)

CONSTRAINED_OPTIONS = {
    ("cost", "costs"): st.fixed_dictionaries(
        {
            "parts": st.lists(
                st.fixed_dictionaries(
                    {"budget": positive_numbers},
                    optional={"column": column_names, "of": st.sampled_from(["sum", "max"])},
                ),
                min_size=1,
                max_size=3,
            )
        }
    ),
    ("cost", "setup"): st.fixed_dictionaries(
        {"group": column_names, "fee": st.floats(0.0, 100.0)}, optional={"column": column_names}
    ),
    ("cost", "tiers"): st.fixed_dictionaries({"steps": tiers}, optional={"column": column_names}),
    ("cost", "vector"): st.fixed_dictionaries(
        {"budgets": st.dictionaries(st.sampled_from(["cost", "seconds", "dollars"]), positive_numbers, min_size=1)}
    ),
    ("energy", "spatial"): st.fixed_dictionaries({"table": vote_tables})
    | st.fixed_dictionaries(
        {"curve": st.fixed_dictionaries({"a": st.floats(-50.0, -0.01), "b": positive_numbers})},
        optional={"tables": st.lists(vote_tables, min_size=1, max_size=3, unique_by=len)},
    ),
    ("searcher", "monte-carlo"): st.fixed_dictionaries({}, optional={"samples": st.integers(1, 10**9)})
    | st.fixed_dictionaries({"failure": st.floats(0.01, 0.99)}, optional={"confidence": st.floats(0.5, 0.99)}),
    ("stopping", "stagnation"): st.fixed_dictionaries(
        {"steps": st.integers(1, 10**6)}, optional={"seconds": positive_numbers}
    )
    | st.fixed_dictionaries({"seconds": positive_numbers}),
    ("stopping", "target"): st.fixed_dictionaries({"value": finite_numbers})
    | st.fixed_dictionaries({"error": finite_numbers}),
}
"""Valid options of parts whose options depend on each other."""


def option_values(schema):
    """Values that a JSON Schema allows, for the keywords that options use; without None, which means the default."""
    if "enum" in schema:
        return st.sampled_from([value for value in schema["enum"] if value is not None])
    if "anyOf" in schema:
        limits = {key: value for key, value in schema.items() if key != "anyOf"}
        return st.one_of([option_values({**part, **limits}) for part in schema["anyOf"] if part != {"type": "null"}])
    if schema["type"] == "boolean":
        return st.booleans()
    if schema["type"] == "integer":
        return st.integers(schema["minimum"], schema.get("maximum", 10**30))
    assert schema["type"] == "number", f"write a strategy for {schema} in CONSTRAINED_OPTIONS"
    return st.floats(
        schema.get("minimum", schema.get("exclusiveMinimum")),
        schema.get("maximum", schema.get("exclusiveMaximum")),
        exclude_min="exclusiveMinimum" in schema,
        exclude_max="exclusiveMaximum" in schema,
        allow_nan=False,
        allow_infinity=False,
    )


def _specs(entry):
    """Sections for one built-in part."""
    options = CONSTRAINED_OPTIONS.get((entry.kind, entry.name))
    if options is None:
        values = {option.name: (option, option_values(option.schema())) for option in list_options(entry.factory)}
        options = st.fixed_dictionaries(
            {name: value for name, (option, value) in values.items() if option.is_required},
            optional={name: value for name, (option, value) in values.items() if not option.is_required},
        )
    return options.map(lambda given: {"kind": entry.name, **given})


def part_specs(kind):
    """Sections of a configuration for one kind of part; stopping rules also in combinations."""
    single = st.one_of([_specs(entry) for entry in BUILT_INS.of_kind(kind)])
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
    """Valid run files, with the pool in the file."""
    return st.fixed_dictionaries(
        {"pool": pools().map(lambda pool: pool.to_dict()) | pools(with_costs=False).map(lambda pool: pool.to_dict())},
        optional={
            "budget": positive_numbers,
            "seed": st.integers(0, 2**64),
            "disable": st.lists(st.text("ab-", min_size=1)),
            **{kind: part_specs(kind) for kind in ("energy", "searcher", "stopping", "cost")},
        },
    )
