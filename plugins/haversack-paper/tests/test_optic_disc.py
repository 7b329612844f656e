"""The detectors of the optic disc, against all sets and all ways to vote."""

import copy
from itertools import combinations, product

import numpy as np
import pytest
from haversack_paper.experiment import Sources
from haversack_paper.experiments.optic_disc import OpticDisc
from haversack_paper.experiments.optic_disc.compute import POOL, READINGS, build_energy
from haversack_paper.experiments.optic_disc.printed import ACCURACIES, BUDGET, SECONDS, TABLE
from theory_fakes import computed, verdicts, written

pytestmark = pytest.mark.slow

TINY = OpticDisc(seeds=20, tables=10, readings=("curve", "nearest", "odd-curve"))


@pytest.fixture(scope="module")
def results():
    return computed(TINY)


def value_by_votes(members, right):
    """What a panel is worth, by all ways to vote; `right` tells the chance by the number of right votes."""
    total = 0.0
    for votes in product((0, 1), repeat=len(members)):
        chances = [ACCURACIES[m] if vote else 1 - ACCURACIES[m] for m, vote in zip(members, votes, strict=True)]
        total += right(sum(votes)) * np.prod(chances)
    return total


def test_the_optimum_is_that_of_all_sets_and_all_ways_to_vote(results):
    def chance(right, size):
        return 0.0 if right == 0 else 1.0 if right == size else 101.7 / (101.7 + (right / (size - right)) ** -3.43)

    values = {
        members: value_by_votes(members, lambda right, size=size: chance(right, size))
        for size in range(1, 9)
        for members in combinations(range(8), size)
        if sum(SECONDS[member] for member in members) <= BUDGET
    }
    found = results["optimum-curve"]
    assert len(found["sets"]) == len(values)
    assert found["sets"][0]["members"] == [6, 7]
    assert found["sets"][0]["value"] == pytest.approx(max(values.values()), abs=1e-13)
    assert found["exact"] == pytest.approx(0.9983690, abs=5e-8)
    assert found["proven"]


def test_no_search_is_better_than_the_proven_optimum_and_all_reach_stop(results):
    for reading in TINY.readings:
        optimum = results[f"optimum-{reading}"]
        for searcher in "sherlock", "annealing":
            found = results[f"search-{reading}"][searcher]
            assert found["reached"] == 20
            assert max(found["values"]) <= optimum["exact"] + 1e-12
            assert min(found["values"]) >= optimum["stop"] - 1e-12


def test_the_plan_has_the_papers_size_and_mean(results):
    plans = results["curve"]["plans"]
    assert plans["exact"]["size"] == 7
    assert plans["exact"]["mean"] == pytest.approx(0.9697876, abs=5e-8)
    assert plans["limit"]["mean"] == pytest.approx(0.9980981, abs=5e-8)
    assert plans["limit"]["stop"] > 1


def test_the_fitted_curve_has_the_least_squares(results):
    curve = results["curve"]
    shares, entries = np.arange(1, 8) / 8, np.array(TABLE[1:-1])

    def squares(a, b):
        return ((entries - b / (b + (shares / (1 - shares)) ** a)) ** 2).sum()

    least = squares(curve["a"], curve["b"])
    assert least < squares(-3.43, 101.7)
    for a in 0.99, 1.01:
        for b in 0.97, 1.03:
            assert least < squares(a * curve["a"], b * curve["b"])


@pytest.mark.parametrize("reading", READINGS)
def test_a_reading_gives_rising_chances_and_the_table_for_eight(reading):
    weights = build_energy(reading)
    for size in range(1, 9):
        rising = np.diff(1 - weights.error_weights(size))
        assert (rising >= -1e-12).all()
    if reading in ("nearest", "below", "between", "absent-wrong"):
        assert (1 - weights.error_weights(8)).tolist() == pytest.approx(list(TABLE))


def test_odd_sizes_alone_are_looked_at_where_that_is_the_reading(results):
    for searcher in "sherlock", "annealing":
        assert all(len(row["members"]) % 2 == 1 for row in results["search-odd-curve"][searcher]["panels"])
    both = np.ones((1, 8), dtype=bool)
    assert build_energy("odd-curve").losses(POOL, both).tolist() == [1.0]


def test_curve_size_and_mean_agree_and_the_limit_does_not(results):
    claims = TINY.report(results).claims
    assert verdicts(claims, "Regression") == ["agrees"]
    assert verdicts(claims, "expected size") == ["agrees"]
    assert verdicts(claims, "expected accuracy") == ["agrees"]
    assert verdicts(claims, "F at the mean") == ["differs"]
    assert verdicts(claims, "not given") == ["cannot be checked"]


def test_other_results_lead_to_other_verdicts(results):
    faked = copy.deepcopy(results)
    faked["search-curve"]["sherlock"]["values"] = [0.993] * 10 + [0.9931] * 10
    faked["search-curve"]["annealing"]["values"] = [0.9942] * 10 + [0.9944] * 10
    faked["search-nearest"] = faked["search-curve"]
    faked["search-curve"]["sherlock"]["steps"], faked["search-curve"]["annealing"]["steps"] = [1] * 20, [3] * 20
    faked["pace"] = {"sherlock": 2e-6, "annealing": 1e-6}
    faked["curve"]["a"] = -5.0
    faked["curve"]["plans"]["limit"]["mean"] = 0.969
    claims = TINY.report(faked).claims
    assert verdicts(claims, "F at the mean") == ["agrees"]
    assert not next(claim for claim in claims if "F at the mean" in claim.statement).because
    assert verdicts(claims, "SHErLoCk with STOP") == ["differs"]
    assert verdicts(claims, "SA with STOP") == ["agrees"]
    assert verdicts(claims, "more accurate than") == ["differs"]
    assert verdicts(claims, "faster than") == ["agrees"]
    assert verdicts(claims, "Regression") == ["differs"]
    faked["search-curve"]["sherlock"]["values"] = [0.995] * 20
    faked["pace"]["sherlock"] = 4e-6
    claims = TINY.report(faked).claims
    assert verdicts(claims, "more accurate than") == ["agrees"]
    assert verdicts(claims, "faster than") == ["differs"]
    faked["search-curve"]["annealing"]["steps"] = [1, 9] * 10
    assert verdicts(TINY.report(faked).claims, "faster than") == ["cannot be checked"]


def test_who_is_more_accurate_is_left_open_unless_most_readings_say_the_same(results):
    faked = copy.deepcopy(results)
    low, high = [0.993] * 10 + [0.9931] * 10, [0.995] * 10 + [0.9951] * 10
    for reading, ours, theirs in ("curve", high, low), ("nearest", low, high), ("odd-curve", low, low):
        faked[f"search-{reading}"]["sherlock"]["values"] = ours
        faked[f"search-{reading}"]["annealing"]["values"] = theirs
    claim = next(claim for claim in TINY.report(faked).claims if "more accurate than" in claim.statement)
    assert claim.verdict == "cannot be checked"
    assert "ahead under 1 and behind under 1" in claim.ours


def test_the_pace_is_that_of_a_step(results):
    assert all(1e-9 < value < 1e-3 for value in results["pace"].values())


def test_the_report_can_be_written(results):
    assert written(TINY.report(results))


def test_scales_differ_in_their_seeds():
    seeds = [OpticDisc.at_scale(scale, Sources()).seeds for scale in ("quick", "usual", "full")]
    assert seeds == sorted(set(seeds))
