from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from haversack import HaversackError, Pool, PoolError, Problem, select
from haversack.capabilities import AccuracyModel
from haversack.costs import Additive, NoCost, Parallel, Vector
from haversack.energies import MajorityVote
from strategies import pools

EMPIRICAL = AccuracyModel(0.7, 0.01, "empirical")


def beta_model(alpha, beta):
    return AccuracyModel(alpha / (alpha + beta), 0.01, "beta", alpha, beta)


@given(pool=pools())
def test_costs_add_up(pool):
    everybody, nobody = np.ones((1, len(pool)), dtype=bool), np.zeros((1, len(pool)), dtype=bool)
    assert Additive().costs(pool, everybody)[0] == pytest.approx(math.fsum(pool.costs))
    assert Additive().costs(pool, nobody)[0] == 0.0


def test_the_mean_cost_gives_the_size_rounded_up_and_kept_within_the_pool():
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0, 2.0, 3.0, 4.0])
    sizes = [Additive(size="mean").expected_size(pool, budget, EMPIRICAL).size for budget in (0.1, 5.0, 5.1, 1e9)]
    assert sizes == [1, 2, 3, 4]


def test_with_a_scale_of_one_the_papers_lemma_is_exact():
    """Costs such that n / sum t (1 - p) = 1; then l-hat is ceil(T (beta - 1)/(alpha + beta - 1))."""
    pool = Pool(accuracies=[0.5] * 30, costs=[2.0] * 30)
    estimate = Additive().expected_size(pool, 45.0, beta_model(17, 5))
    assert estimate.size == math.ceil(45.0 * 4 / 21)
    assert "beta" in estimate.how


def test_the_beta_size_does_not_depend_on_the_unit_of_cost():
    generator = np.random.default_rng(0)
    accuracies = generator.beta(17, 5, 50)
    costs = generator.exponential(1 / (1 - accuracies))
    sizes = {
        Additive(size="beta")
        .expected_size(Pool(accuracies=accuracies, costs=unit * costs), unit * 40.0, beta_model(17, 5))
        .size
        for unit in (1.0, 1e-3, 60.0)
    }
    assert len(sizes) == 1


def test_members_who_are_never_wrong_cost_nothing_in_the_beta_model_so_all_are_expected():
    pool = Pool(accuracies=[1.0] * 4, costs=[1.0, 2.0, 3.0, 4.0])
    assert Additive().expected_size(pool, 1.0, beta_model(17, 5)).size == 4


def test_the_automatic_choice_falls_back_to_the_mean_cost():
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0, 2.0, 3.0, 4.0])
    for model in (EMPIRICAL, beta_model(3.0, 0.9)):
        assert Additive().expected_size(pool, 5.0, model).how == "the mean cost"


@pytest.mark.parametrize(("model", "told"), [(EMPIRICAL, "does not fit"), (beta_model(3.0, 0.9), "is 0.9")])
def test_asking_for_the_beta_size_where_there_is_none_is_refused(model, told):
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0, 2.0, 3.0, 4.0])
    with pytest.raises(HaversackError, match=f"cost.size: 'beta' needs .* it {told}"):
        Additive(size="beta").expected_size(pool, 5.0, model)


def test_without_costs_or_without_a_budget_the_size_is_that_of_the_pool():
    pool = Pool(accuracies=[0.7] * 4, costs=[1.0] * 4)
    assert NoCost().expected_size(pool, math.inf, EMPIRICAL).size == 4
    assert Additive().expected_size(pool, math.inf, EMPIRICAL).size == 4
    assert NoCost().costs(pool, np.ones((2, 4), dtype=bool)).tolist() == [0.0, 0.0]


def test_additive_costs_need_costs():
    with pytest.raises(PoolError, match="cost model 'none' needs none"):
        Additive().costs(Pool(accuracies=[0.7]), np.ones((1, 1), dtype=bool))


def test_sizes_by_poisson_quantiles():
    from scipy import stats

    pool = Pool(accuracies=[0.7] * 50, costs=[2.0] * 50)
    quantile = Additive(size="poisson").expected_size(pool, 20.0, EMPIRICAL).size
    assert stats.poisson.sf(quantile, 10.0) <= 0.05 < stats.poisson.sf(quantile - 1, 10.0)
    assert Additive(size="poisson-normal").expected_size(pool, 20.0, EMPIRICAL).size == math.ceil(
        10 + 0.5 + 1.64 * 10**0.5
    )
    assert Additive(size="poisson").expected_size(pool, 1e9, EMPIRICAL).size == 50


def test_a_shared_rate_and_a_given_scale():
    pool = Pool(accuracies=[0.7] * 50, costs=[2.0] * 50)
    shared = Additive(size="beta", rates="shared", rate_scale=1.0).expected_size(pool, 45.0, beta_model(17, 5))
    assert shared.size == math.ceil(45.0 * 5 / 22)
    own = Additive(size="beta", rate_scale=1.0).expected_size(pool, 45.0, beta_model(17, 5))
    assert own.size == math.ceil(45.0 * 4 / 21)


def test_the_mean_cost_of_lemma_2_equals_simulation():
    """Exponential costs of rate 1 - p with p ~ Beta(17, 5): the mean is 1 + 17/4, the lemma's."""
    from haversack.costs.expected_size import beta_mean_cost

    generator = np.random.default_rng(0)
    costs = generator.exponential(1 / (1 - generator.beta(17, 5, 400_000)))
    assert beta_mean_cost(17, 5, 1.0) == 5.25
    assert costs.mean() == pytest.approx(5.25, rel=0.02)


@given(pool=pools())
def test_in_parallel_the_dearest_member_is_what_a_set_costs(pool):
    everybody, nobody = np.ones((1, len(pool)), dtype=bool), np.zeros((1, len(pool)), dtype=bool)
    assert Parallel().costs(pool, np.vstack([everybody, nobody])).tolist() == [pool.costs.max(), 0.0]
    budget = float(np.median(pool.costs))
    fitting = int((pool.costs <= budget * (1 + 1e-12)).sum())
    assert Parallel().expected_size(pool, budget, EMPIRICAL).size == max(1, fitting)


THREE = Pool(
    accuracies=[0.7, 0.8, 0.9],
    costs=[1.0, 2.0, 3.0],
    metadata={"seconds": ["10", "20", "30"], "memory": [5, 0, 0]},
)


def test_several_budgets_are_shares_of_the_scarcest():
    model = Vector(budgets={"cost": 6.0, "seconds": 40, "memory": 10})
    sets = np.array([[1, 1, 1], [1, 0, 0], [0, 0, 0]], dtype=bool)
    assert model.costs(THREE, sets).tolist() == [1.5, 0.5, 0.0]
    estimate = model.expected_size(THREE, 1.0, EMPIRICAL)
    assert (estimate.size, estimate.how) == (2, "the mean of 'seconds'")


@pytest.mark.parametrize("searcher", ["sherlock", "monte-carlo"])
def test_several_budgets_in_a_run(searcher):
    budgets = {"kind": "vector", "budgets": {"cost": 5.5, "seconds": 45}}
    found = select(THREE, cost=budgets, searcher=searcher, stopping={"kind": "max-step", "limit": 500}, seed=0)
    assert found.members == (2,)
    assert found.budget == 1.0
    assert found.cost == pytest.approx(30 / 45)


@given(pool=pools(max_size=6), share=st.floats(0.05, 1.0))
def test_resources_describe_the_same_feasible_sets(pool, share):
    sets = np.array([[bool(bits >> i & 1) for i in range(len(pool))] for bits in range(2 ** len(pool))])
    for model in (Additive(), Parallel(), Vector(budgets={"cost": 7.0}), NoCost()):
        budget = share * float(model.costs(pool, sets).max()) + 1e-9
        problem = Problem(pool, MajorityVote(), model, budget)
        resources = problem.resources()
        within = (sets @ resources.usage <= resources.limits).all(axis=1)
        assert np.array_equal(within, problem.fits(sets))


@pytest.mark.parametrize(
    ("budgets", "message"),
    [
        ({}, "budgets must name at least one column"),
        ({"cost": 0}, "budgets must be finite numbers above 0, got 0 for 'cost'"),
        ({"cost": float("nan")}, "finite numbers above 0, got nan for 'cost'"),
    ],
)
def test_bad_budgets_are_told(budgets, message):
    with pytest.raises(ValueError, match=message):
        Vector(budgets=budgets)


def test_columns_that_are_missing_or_no_numbers_are_told():
    row = np.ones((1, 3), dtype=bool)
    with pytest.raises(PoolError, match="no column 'dollars', .* columns: cost, memory, seconds"):
        Vector(budgets={"dollars": 1}).costs(THREE, row)
    bad = Pool(accuracies=[0.5, 0.5, 0.5], metadata={"seconds": ["1", "-2", "x"]})
    with pytest.raises(PoolError, match=r"seconds\[1\] \(row 2, 'member-1'\): must be .* at least 0, got '-2'"):
        Vector(budgets={"seconds": 1}).costs(bad, row)
