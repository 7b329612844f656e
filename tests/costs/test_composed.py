from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from haversack import Pool, Problem, run, select
from haversack.capabilities import AccuracyModel, UsesResources
from haversack.costs import CostPart, Costs
from haversack.energies import MajorityVote
from oracles import every_set

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")
PRICE = CostPart(budget=6.0, column="cost")
LATENCY = CostPart(budget=2.0, column="latency", of="max")
CALLS = CostPart(budget=5.0, column="calls", tiers=((0, 1.0), (4, 0.5)))
FEES = CostPart(budget=9.0, column="cost", group="vendor", fee=3.0)


@st.composite
def pools(draw, largest=7):
    size = draw(st.integers(1, largest))

    def column(low, high):
        return draw(st.lists(st.integers(low, high), min_size=size, max_size=size))

    return Pool(
        accuracies=[number / 20 for number in column(8, 19)],
        costs=column(0, 5),
        metadata={"latency": column(0, 3), "calls": column(0, 4), "vendor": column(0, 2)},
    )


@given(pool=pools())
def test_a_set_costs_the_largest_share_of_a_budget(pool):
    sets = every_set(len(pool))
    parts = (PRICE, LATENCY, CALLS, FEES)
    shares = [part.read(pool, "cost").compute(sets) / part.budget for part in parts]
    assert Costs(parts=parts).costs(pool, sets).tolist() == np.max(shares, axis=0).tolist()


@given(pool=pools(), budget=st.sampled_from([0.5, 1.0, 1.25]))
def test_limits_describe_the_same_feasible_sets(pool, budget):
    sets = every_set(len(pool))
    problem = Problem(pool, MajorityVote(), Costs(parts=(PRICE, LATENCY, CALLS)), budget)
    resources = problem.resources()
    within = (sets @ resources.usage <= resources.limits).all(axis=1)
    assert np.array_equal(within, problem.fits(sets))


@pytest.mark.parametrize(("parts", "expected"), [((PRICE, LATENCY, CALLS), True), ((PRICE, FEES), False)])
def test_a_fee_is_no_limit_on_sums(parts, expected):
    pool = Pool(accuracies=[0.9], costs=[1.0], metadata={"latency": [1], "calls": [1], "vendor": ["a"]})
    assert isinstance(Costs(parts=parts).prepare(pool), UsesResources) is expected


@settings(max_examples=25, deadline=None)
@given(pool=pools(), with_fees=st.booleans())
def test_the_answer_is_the_best_of_all_sets_and_proved(pool, with_fees):
    model = Costs(parts=(PRICE, LATENCY, FEES if with_fees else CALLS))
    sets = every_set(len(pool))
    fitting = sets[(model.costs(pool, sets) <= 1.0 + 1e-12) & sets.any(axis=1)]
    if not len(fitting):
        return
    for searcher in ("enumerate", "annealing") if with_fees else ("enumerate", "exact"):
        found = select(pool, cost=model, searcher=searcher, stopping={"kind": "max-step", "limit": 3_000}, seed=0)
        assert found.error == pytest.approx(MajorityVote().losses(pool, fitting).min(), abs=1e-12)
        if searcher != "annealing":
            assert found.proven
        assert found.budget == 1.0


def test_the_scarcest_budget_decides_the_expected_size():
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0, 2.0, 3.0, 4.0], metadata={"latency": [1, 1, 1, 9]})
    estimate = Costs(parts=(PRICE, LATENCY)).expected_size(pool, 1.0, EMPIRICAL)
    assert (estimate.size, estimate.how) == (3, "the mean cost by 'cost'")
    scarce = Costs(parts=(CostPart(budget=99.0, column="cost"), LATENCY)).expected_size(pool, 1.0, EMPIRICAL)
    assert (scarce.size, scarce.how) == (3, "the mean cost by 'latency'")


@pytest.mark.parametrize("parts", [(), [], 3, ({"budget": 1.0},)])
def test_bad_parts_are_reported(parts):
    with pytest.raises(ValueError, match="^parts must be a list of at least one cost, got "):
        Costs(parts=parts)


def test_a_run_file_has_a_table_for_each_part_and_its_result_repeats_it(tmp_path):
    (tmp_path / "pool.csv").write_text("accuracy,cost,latency\n0.9,3,1\n0.8,2,1\n0.8,2,5\n0.7,1,1\n")
    (tmp_path / "run.toml").write_text(
        'seed = 0\n[pool]\npath = "pool.csv"\n[cost]\nkind = "costs"\n[[cost.parts]]\ncolumn = "cost"\nbudget = 6\n'
        '[[cost.parts]]\ncolumn = "latency"\nof = "max"\nbudget = 2\n'
    )
    found = run(tmp_path / "run.toml")
    assert found.members == (0, 1, 3)
    (tmp_path / "result.json").write_text(json.dumps(found.to_dict()))
    assert run(tmp_path / "result.json").members == (0, 1, 3)
