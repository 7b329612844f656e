"""The worst cases of greedy selection: the pools are those of the proofs, and the verdicts follow from the numbers."""

from __future__ import annotations

import copy
from fractions import Fraction
from itertools import combinations, product

import pytest
from haversack_paper.experiments.greedy_limits import GreedyLimits
from haversack_paper.experiments.greedy_limits.compute import FAMILIES, build_worst_case
from haversack_paper.one_and_many import OneAndMany
from theory_fakes import computed, written

pytestmark = pytest.mark.slow

TINY = GreedyLimits(epsilons=(0.25, 0.15, 0.1), random_pools=40)


@pytest.fixture(scope="module")
def results():
    return computed(TINY)


def verdicts(results):
    return {claim.statement: claim.verdict for claim in TINY.report(results).claims}


def enumerated(case):
    """The smallest error by going through all sets and all patterns of votes, in fractions."""
    pool = case.pool()
    exact = [Fraction(float(accuracy)) for accuracy in pool.accuracies]
    best = Fraction(1)
    for size in range(1, len(exact) + 1):
        for chosen in combinations(range(len(exact)), size):
            if pool.costs[list(chosen)].sum() > case.budget:
                continue
            error = Fraction(0)
            for votes in product((0, 1), repeat=size):
                if 2 * sum(votes) <= size:
                    chance = Fraction(1)
                    for member, vote in zip(chosen, votes, strict=True):
                        chance *= exact[member] if vote else 1 - exact[member]
                    error += chance
            best = min(best, error)
    return float(best)


@pytest.mark.parametrize(
    "case",
    [
        OneAndMany(0.6, 1.0, 4, 0.55, 1.0, 5.0),
        OneAndMany(0.9, 5.0, 4, 0.51, 1.0, 5.0),
        OneAndMany(0.6, 2.0, 5, 0.7, 1.0, 4.0),
        OneAndMany(1.0, 3.0, 3, 0.6, 1.0, 3.0),
        OneAndMany(0.7, 1.0, 0, 0.6, 1.0, 1.0),
    ],
)
def test_the_smallest_error_is_that_of_going_through_all_sets(case):
    assert case.smallest_error() == pytest.approx(enumerated(case), rel=1e-12, abs=1e-15)


def test_in_the_pools_of_proposition_1_three_are_as_good_as_one():
    """The paper's alpha solves q(one) = q(three); ours is a hair below it."""
    case = build_worst_case("forward-accuracy", 0.1)
    first, other = case.accuracy, case.other_accuracy
    three = first * other**2 + 2 * first * other * (1 - other) + (1 - first) * other**2
    assert three == pytest.approx(first, abs=1e-9)
    assert three < first


@pytest.mark.parametrize("family", list(FAMILIES))
def test_greedy_selection_nears_one_half_while_the_best_panel_nears_zero(results, family):
    errors = [row["error"] for row in results[family]]
    smallest = [row["smallest"] for row in results[family]]
    assert errors == sorted(errors)
    assert smallest == sorted(smallest, reverse=True)
    assert errors[-1] > 0.35
    assert smallest[-1] < 0.001


@pytest.mark.parametrize("family", list(FAMILIES))
def test_counting_and_exact_agree_on_the_smallest_error(results, family):
    proven = [row for row in results[family] if row["proven"] is not None]
    assert len(proven) == len(TINY.epsilons)
    for row in proven:
        assert row["proven"] == pytest.approx(row["smallest"], rel=1e-9)


def test_forward_selection_is_stuck_at_one_member_in_the_example(results):
    assert results["example"]["chosen"] == 1
    assert results["example"]["values"] == pytest.approx([0.51, 0.5099995, 0.511249], abs=5e-8)
    assert results["example"]["best_pair"] == pytest.approx(0.51 * 0.505)


def test_backward_selection_without_a_budget_misses_the_best(results):
    found = results["counterexample"]
    assert (found["kept"], found["best_size"]) == (13, 1)
    assert found["value"] == pytest.approx(0.8241, abs=5e-5)
    assert found["without_two"] == pytest.approx(0.8137, abs=5e-5)
    assert found["best_value"] == pytest.approx(0.9)


def test_selection_by_usefulness_can_be_wrong_more_often_than_a_coin(results):
    """Nine members of 1/6: the choice is one of them, wrong with 5/6, although one member is always right."""
    nine = results["worse-than-a-coin"][1]
    assert (nine["backward"], nine["forward"], nine["smallest"]) == (pytest.approx(5 / 6), pytest.approx(5 / 6), 0.0)


def test_selection_by_accuracy_is_not_wrong_more_often_than_a_coin(results):
    """Half of the pools have mostly bad members, so that it is not for want of them."""
    found = results["by-accuracy"]
    assert found["beyond"] == 0
    assert 0.3 < max(found["worst"].values()) <= 0.5
    assert found["pools"] > 30


def test_for_sums_greedy_selection_is_no_better_than_what_bars_the_way(results):
    found = results["sums"]
    assert [row["share"] for row in found["traps"]] == pytest.approx([row["accuracy"] for row in found["traps"]])
    assert [row["at_best"] for row in found["traps"]] == [1.0, 1.0, 1.0]
    assert 0.5 <= found["share"] <= found["at_best"]


def test_three_are_worth_exactly_what_one_is_and_more_are_worth_more(results):
    """For epsilon = 3/10 the paper's alpha is 1/6."""
    found = results["growth"]
    assert found["alpha"] == pytest.approx(1 / 6)
    assert found["values"][:2] == [0.8, 0.8]
    assert found["rises"] == [False] + [True] * (len(found["values"]) - 2)
    five = OneAndMany(0.8, 1.0, 4, 2 / 3, 1.0, 5.0).errors()[1][4]
    assert found["values"][2] == pytest.approx(1 - five)


def test_the_verdicts_are_those_of_the_numbers(results):
    found = verdicts(results)
    assert len(found) == 12
    assert [statement for statement, verdict in found.items() if verdict == "differs"] == [
        "With the alpha of the proof the value of the first n members is strictly increasing in n.",
        "Greedy selection by usefulness cannot be wrong more often than with probability 1/2.",
        "Without a budget, backward selection cannot miss the best panel.",
        "For the sum of accuracies greedy selection is proven to reach 50 %.",
    ]


def test_other_numbers_get_other_verdicts(results):
    faked = copy.deepcopy(results)
    faked["forward-accuracy"][-1].update(error=0.01)
    faked["backward-usefulness"][-1].update(smallest=0.3)
    faked["backward-accuracy"][-1].update(proven=0.25)
    faked["worse-than-a-coin"] = [{"members": 3, "backward": 0.5, "forward": 0.5, "smallest": 0.0}]
    faked["example"].update(values=[0.51, 0.52, 0.53], chosen=5, value=0.53)
    faked["counterexample"].update(best_error=faked["counterexample"]["error"])
    faked["random-pools"].update(missed=0, worst=1.0)
    faked["by-accuracy"].update(beyond=1)
    faked["sums"]["traps"] = [{"accuracy": 0.5, "share": 0.5, "at_best": 1.0}]
    faked["growth"]["rises"][0] = True
    now, before = verdicts(faked), verdicts(results)
    (same,) = (statement for statement, verdict in now.items() if verdict == before[statement])
    assert same.startswith("Forward selection by usefulness")


def test_the_report_can_be_written(results):
    report = TINY.report(results)
    assert "Dotted: 1/2" in report.figures[0].caption
    assert all(written(report))
