"""Lemmas and printed formulas, against exact fractions and small enumerations."""

import copy
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from haversack_paper.experiments.lemmas import Lemmas
from haversack_paper.experiments.lemmas.compute import (
    build_printed_panel,
    compare_prefixes,
    compute_printed_moments,
    sum_binomial,
)
from theory_fakes import computed, verdicts, written

TINY = Lemmas(pools=6, members=6, sizes=(3, 8), draws=5_000, proofs=((30, 0.3, 4),))


@pytest.fixture(scope="module")
def results():
    return computed(TINY)


@pytest.fixture(scope="module")
def claims(results):
    return TINY.report(results).claims


@pytest.mark.parametrize("size", [3, 4, 5])
def test_printed_moments_are_those_of_all_panels_of_two_kinds_of_members(size):
    """Each member is of accuracy 1/5 with probability 1/3, else of accuracy 9/10."""
    kinds = {Fraction(1, 5): Fraction(1, 3), Fraction(9, 10): Fraction(2, 3)}
    first = second = Fraction(0)
    for panel in product(kinds, repeat=size):
        likely, value = Fraction(1), Fraction(0)
        for accuracy in panel:
            likely *= kinds[accuracy]
        for votes in product((0, 1), repeat=size):
            if 2 * sum(votes) > size:
                chance = Fraction(1)
                for accuracy, vote in zip(panel, votes, strict=True):
                    chance *= accuracy if vote else 1 - accuracy
                value += chance
        first += likely * value
        second += likely * value**2
    mean = sum(chance * accuracy for accuracy, chance in kinds.items())
    variance = sum(chance * (accuracy - mean) ** 2 for accuracy, chance in kinds.items())
    assert compute_printed_moments(size, mean, variance) == (first, second - first**2)


def test_printed_moments_have_the_golden_values():
    mean = Fraction(17, 22)
    found = compute_printed_moments(9, mean, mean * (1 - mean) / 23)
    assert [float(value) for value in found] == pytest.approx([0.9666940589, 3.274098354e-4], rel=1e-9)


def test_odd_panels_are_best_under_majority_and_not_always_under_the_spatial_vote(results, claims):
    found = results["odd-sizes"]
    assert found["even_best"] == found["worse"] == 0
    assert found["pairs"] > 0
    assert found["spatial_even_best"] > 0
    assert verdicts(claims, "odd number of members") == ["agrees"]


def test_formulas_of_mean_and_variance_agree(claims):
    assert verdicts(claims, "mean of q") == ["agrees"]
    assert verdicts(claims, "triple sum") == ["agrees"]


def test_the_mean_cost_agrees_and_its_variance_does_not(results, claims):
    assert verdicts(claims, "cost $n(1") == ["agrees"]
    assert verdicts(claims, "Their variance") == ["differs"]
    for key in "times-17-5", "times-30-12", "times-12-8":
        row = results[key]
        assert abs(row["simulated_variance"] - row["right_variance"]) < 5 * row["variance_error"]


def test_numbers_of_members_vary_more_than_poisson_numbers(results, claims):
    assert verdicts(claims, "share one random rate") == ["agrees"]
    assert verdicts(claims, "variance equal to its mean") == ["differs"]
    for key in "times-17-5", "times-30-12", "times-12-8":
        for count in results[key]["counts"]:
            shared, budget = count["shared"], count["budget"]
            alpha, beta = (float(number) for number in key.split("-")[1:])
            rate_variance = alpha * beta / ((alpha + beta) ** 2 * (alpha + beta + 1))
            assert shared["variance"] == pytest.approx(shared["formula"] + budget**2 * rate_variance, rel=0.15)


def test_best_panels_are_larger_than_expected(results, claims):
    pools = results["best-30"]["pools"]
    assert [row["best"] for row in pools] == [13, 13, 15, 11]
    assert all(row["proven"] and row["mean_cost"] == 9 for row in pools)
    assert verdicts(claims, "size of the panel to be found") == ["cannot be checked"] * 2  # By four pools.
    more = results | {"best-30": results["best-30"] | {"pools": 5 * pools}}
    assert verdicts(TINY.report(more).claims, "to be found is $") == ["differs"]


def test_the_two_rules_for_the_expected_size_are_judged_one_by_one(results):
    faked = copy.deepcopy(results)
    for row in faked["best-30"]["pools"]:
        row["best"] = row["beta_model"]
        row["mean_cost"] = 3 * row["best"]
    claims = TINY.report(faked).claims
    assert verdicts(claims, "to be found is that of Lemma 2") == ["agrees"]
    assert verdicts(claims, "to be found is $") == ["differs"]
    for row, best in zip(faked["best-30"]["pools"], (9, 9, 9, 21), strict=True):
        row["best"], row["beta_model"] = best, 9
    assert verdicts(TINY.report(faked).claims, "to be found is that of Lemma 2") == ["cannot be checked"]


def test_the_poisson_quantile_is_judged_by_its_ratio_to_the_best_size(results):
    """One claim for each n: too large at one of them does not make up for too small at another."""
    faked = copy.deepcopy(results)
    pools = faked["best-30"]["pools"]

    def claim(*sizes):
        for row, best in zip(pools, sizes, strict=True):
            row |= {"normal": 15, "best": best, "mean_cost": 9}
        (made,) = [one for one in TINY.report(faked).claims if "somewhat too many" in one.statement]
        return made

    small = claim(35, 41, 51, 43)
    assert small.verdict == "differs"
    assert small.statement.endswith("n = 30.")
    assert "0.36 ± 0.03 times the size of the best panel in the mean, more than it in 0 of 4 pools" in small.ours
    assert "not larger than the best panel, though nearer to its size than" in small.because
    large = claim(11, 13, 13, 15)
    assert large.verdict == "agrees"
    assert "more than it in 3 of 4 pools" in large.ours
    near = claim(11, 21, 15, 17)
    assert near.verdict == "cannot be checked"
    assert "within two standard errors of 1" in near.because
    assert claim(15, 15, 15, 15).verdict == "differs"


def test_taking_cheap_and_accurate_members_in_order_is_right_but_for_the_end(results, claims):
    for row in results["trivial"]:
        assert row["prefix_best"] == row["proven"] == row["pools"]
    (made,) = [claim for claim in claims if "selection is trivial" in claim.statement]
    assert made.verdict == "differs"
    assert made.where == "Section 4.2"


def test_two_good_members_are_no_better_than_one():
    """A third of the cost buys both, and the even set is not the best."""
    found = compare_prefixes(np.array([0.9, 0.8, 0.7, 0.6, 0.5]), np.array([1.0, 1.0, 2.0, 3.0, 4.0]), 3.0)
    assert found == {
        "proven": True,
        "prefix_best": True,
        "taken_best": False,
        "odd_best": True,
        "loss": pytest.approx(0.9 - 0.72),
    }


def test_table_one_is_used_where_it_was_not_made_for(results):
    faked = copy.deepcopy(results)
    for betas, verdict in (([2.0, 5.0], "agrees"), ([0.9, 5.0], "agrees"), ([1.9, 5.0], "differs")):
        faked["stop-30"]["betas"] = {"Lemma 2": betas}
        assert verdicts(TINY.report(faked).claims, "entries of Table 1") == [verdict]
    assert all(beta > 0 for betas in results["stop-30"]["betas"].values() for beta in betas)


def test_variants_without_a_formula_cannot_be_checked(claims):
    assert verdicts(claims, "two-tailed") == ["cannot be checked"]


def test_the_printed_efficiency_is_always_one_and_the_majority_is_not():
    for copies in range(8):
        assert sum_binomial(copies, Fraction(7, 10), 0) == 1
    assert sum_binomial(3, Fraction(7, 10), 2) == Fraction(784, 1000)
    assert sum_binomial(2, Fraction(7, 10), 2) == Fraction(49, 100)


def test_the_printed_loop_hangs_on_a_member_that_fits_exactly_and_only_there():
    rng = np.random.default_rng(0)
    assert build_printed_panel(np.array([5.0, 5.0]), 5.0, rng) is None
    assert build_printed_panel(np.array([5.0, 5.0]), 5.1, rng) == 1
    assert build_printed_panel(np.array([2.0, 2.0]), 1.0, rng) == 0
    assert build_printed_panel(np.array([1.0, 1.0, 1.0]), 3.5, rng) == 3


def test_maxstep_is_overestimated_at_the_papers_sizes(results, claims):
    ratios = {row["members"]: row["ratio"] for row in results["limits"]}
    assert ratios[30] == pytest.approx(54241071 / 14307150, rel=1e-6)
    assert ratios[100] > 7
    assert ratios[1000] < 1.3
    assert verdicts(claims, "number of sets of the expected size") == ["differs"]


def test_other_results_lead_to_other_verdicts(results):
    faked = copy.deepcopy(results)
    faked["odd-sizes"]["even_best"] = 1
    for row in faked["moments"]:
        row["simulated_variance"] += 10 * row["variance_error"]
    for key in "times-17-5", "times-30-12", "times-12-8":
        row = faked[key]
        row["simulated_mean"] += 10 * row["mean_error"]
        row["simulated_variance"] = row["printed_variance"]
        for count in row["counts"]:
            count["shared"]["mean"] = count["own"]["mean"] = count["own"]["formula"]
            for kind in "shared", "own":
                count[kind]["variance"] = count[kind]["mean"]
    for row in faked["best-30"]["pools"]:
        row["best"] = 10
    for row in faked["trivial"]:
        row["taken_best"] = row["pools"]
    faked["misprints"] |= {"efficiencies": [0.2, 0.9], "example": 1, "stuck": {"whole": 0.0, "real": 0.0}}
    for row in faked["limits"]:
        row["ratio"] = 1.1
    claims = TINY.report(faked).claims
    for words in "odd number of members", "triple sum", "cost $n(1", "share one random rate":
        assert verdicts(claims, words) == ["differs"], words
    for words in (
        "Their variance",
        "if each has its own",
        "Poisson with parameter",
        "variance equal to its mean",
        "efficient members",
        "search step ends",
        "number of sets of the expected size",
        "to be found is that of Lemma 2",
        "to be found is $",
        "somewhat too many",
        "selection is trivial",
    ):
        assert verdicts(claims, words) == ["agrees"], words


def test_the_report_can_be_written(results):
    assert written(TINY.report(results))
