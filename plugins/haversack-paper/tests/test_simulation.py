"""The simulation: what must hold for every run, and verdicts that follow from the numbers."""

from __future__ import annotations

import numpy as np
import pytest
from haversack_paper.experiment import Sources
from haversack_paper.experiments.simulation import Simulation
from haversack_paper.experiments.simulation.compute import ByUsefulness, Unweighted
from haversack_paper.experiments.simulation.printed import PRINTED
from haversack_paper.experiments.simulation.results import group_sizes, standard_error
from theory_fakes import computed, written

import haversack as hs

pytestmark = pytest.mark.slow

TINY = Simulation(repetitions=3, limit=2_000, together=2)

# Proved independently of haversack, for the pools of these seeds.
OPTIMA = {
    30: (0.9963791691403641, 0.9934451869061925, 0.9971962066005358),
    100: (0.99999852392536, 0.9999990669896914, 0.9999989479517842),
}
SIZES = {30: (13, 13, 15), 100: (37, 45, 47)}


@pytest.fixture(scope="module")
def results():
    return computed(TINY)


@pytest.fixture(scope="module")
def pools(results):
    return [pool for key, part in results.items() if not key.startswith("weights") for pool in part]


@pytest.fixture(scope="module")
def sizes(pools):
    return {size.members: size for size in group_sizes(pools)}


def runs_of(pools):
    return [(pool, name, pool["runs"][name]) for pool in pools for name in pool["runs"]]


def test_every_pool_is_searched_once(pools):
    assert sorted((pool["members"], pool["seed"]) for pool in pools) == [
        (members, seed) for members in (30, 100) for seed in range(3)
    ]


@pytest.mark.parametrize("members", [30, 100])
def test_the_optimum_is_the_one_proved_elsewhere(sizes, members):
    pools = sizes[members].pools
    assert [1.0 - pool["optimum"]["error"] for pool in pools] == pytest.approx(OPTIMA[members], abs=1e-14)
    assert tuple(pool["optimum"]["size"] for pool in pools) == SIZES[members]


def test_no_search_is_better_than_the_proven_optimum(pools):
    for pool, _, runs in runs_of(pools):
        for run in runs.values():
            assert run["error"] >= pool["optimum"]["error"] * (1 - 1e-9)
            assert run["size"] % 2 == 1


def test_stop_ends_a_search_at_a_set_that_passes(pools):
    for pool, _, runs in runs_of(pools):
        assert runs["stop"]["passed"]
        assert runs["stop"]["error"] <= pool["plan"]["error_threshold"]


def test_stop_saves_steps_at_a_loss(pools):
    """SHErLoCk up to STOP is the beginning of the longer search; annealing fits its walks to the steps allowed."""
    for runs in (runs for _, name, runs in runs_of(pools) if name == "sherlock"):
        assert runs["stop"]["steps"] < runs["limit"]["steps"]
        assert runs["stop"]["error"] >= runs["limit"]["error"]


def test_the_loss_looks_small_in_points_and_is_not(sizes):
    for name in ("sherlock", "annealing"):
        limited, stopped = sizes[100].endings(name)
        assert limited.accuracy - stopped.accuracy < 0.01
        assert stopped.errors.mean() > 5 * limited.errors.mean()


def test_limits_are_kept_and_one_walk_has_a_tenth(pools):
    for _, name, runs in runs_of(pools):
        assert runs["limit"]["steps"] == (200 if name == "one-walk" else 2_000)


def test_the_same_part_gives_the_same_result_but_for_seconds(results):
    part = next(part for part in TINY.parts() if part.key == "30-2")
    (again,) = TINY.run(part, {})
    (before,) = results["30-2"]
    for name, runs in again["runs"].items():
        for ending, run in runs.items():
            known = before["runs"][name][ending]
            assert [run[key] for key in ("error", "size", "steps")] == [
                known[key] for key in ("error", "size", "steps")
            ]
            assert [row[0] for row in run["trace"]] == [row[0] for row in known["trace"]]


def test_a_group_has_mean_error_of_the_mean_and_gaps(sizes):
    group = sizes[30].group("sherlock", "limit")
    errors = [pool["runs"]["sherlock"]["limit"]["error"] for pool in sizes[30].pools]
    assert group.accuracy == pytest.approx(1 - sum(errors) / 3)
    assert standard_error(group.errors) == pytest.approx(np.std(errors, ddof=1) / 3**0.5)
    assert (group.ratios >= 1 - 1e-9).all()


def faked_pool(members, seed):
    """A pool on which everything is as the paper says."""
    optimum = 0.0044 if members == 30 else 0.0034
    wobble = 1.0 + 0.01 * (-1) ** seed
    runs = {}
    for name in ("sherlock", "annealing", "one-walk"):
        runs[name] = {}
        for ending, steps in ("limit", 200_000), ("stop", 10):
            accuracy, duration = PRINTED[members, "annealing" if name == "one-walk" else name, ending]
            error = (1.0 - accuracy) * wobble
            trace = [[1, duration / 2, error]]
            run = {"error": error, "size": 9, "steps": steps, "seconds": duration, "passed": True, "trace": trace}
            runs[name][ending] = run
    plan = {
        "accuracy_fit": "beta",
        "size": 9,
        "size_rule": "the beta model of accuracy and cost",
        "rule": "beta",
        "error_threshold": 0.011 if members == 30 else 0.0065,
        "max_steps": 200_000,
        "seconds": 0.01,
    }
    return {
        "members": members,
        "seed": seed,
        "plan": plan,
        "optimum": {"error": optimum * 0.99, "size": 9, "seconds": 0.01},
        "runs": runs,
    }


def faked_pools():
    return [faked_pool(members, seed) for members in (30, 100) for seed in range(4)]


def verdicts(pools):
    return {claim.statement: claim.verdict for claim in TINY.report({"all": pools}).claims}


def test_the_papers_own_numbers_would_agree_with_all_it_says_of_them():
    pools = faked_pools()
    assert {statement for statement, verdict in verdicts(pools).items() if verdict != "agrees"} == set()


def test_ours_differ_where_the_optimum_speaks_against_the_paper(results):
    found = {claim.statement: claim for claim in TINY.report(results).claims}
    assert len(found) == 8 + 4 + 2 + 2 + 2 + 2 + 2 + 2
    close = next(claim for statement, claim in found.items() if "close to the unknown" in statement)
    assert close.verdict == "differs"
    drop = found["With STOP the drop in accuracy is negligible, n = 100."]
    assert (drop.verdict, "hide that the panel is wrong" in drop.because) == ("agrees", True)
    reached = next(claim for statement, claim in found.items() if "never failed" in statement)
    assert reached.verdict == "agrees"
    maxstep = [claim for statement, claim in found.items() if "ended by MAXSTEP" in statement]
    assert ["years" in claim.ours for claim in maxstep] == [False, True]
    assert (maxstep[1].verdict, "no machine" in maxstep[1].because) == ("differs", True)


def test_a_run_that_misses_stop_is_told():
    pools = faked_pools()
    pools[0]["runs"]["sherlock"]["stop"]["passed"] = False
    found = verdicts(pools)
    assert [statement for statement, verdict in found.items() if verdict == "differs"] == [
        "STOP has never failed to be reached, and was reached much earlier than MAXSTEP in each test."
    ]


def claims_of(pools, *words):
    return [claim for claim in TINY.report({"all": pools}).claims if all(word in claim.statement for word in words)]


def change(pools, name, ending, **values):
    for pool in pools:
        pool["runs"][name][ending].update(values)


def test_a_drop_of_more_than_a_point_is_not_negligible_and_one_near_to_it_is_left_open():
    pools = faked_pools()
    change(pools[:4], "annealing", "stop", error=0.03)
    drops = claims_of(pools, "negligible")
    assert [claim.verdict for claim in drops] == ["differs", "agrees"]
    assert all("times as large" in claim.ours for claim in drops)
    change(pools[:4], "annealing", "stop", error=0.01)
    change(pools[:2], "annealing", "stop", error=0.03)
    assert [claim.verdict for claim in claims_of(pools, "negligible")] == ["cannot be checked", "agrees"]


def test_who_is_quicker_is_judged_by_steps_at_the_speed_of_long_runs():
    pools = faked_pools()
    change(pools, "sherlock", "stop", seconds=100.0)
    assert [claim.verdict for claim in claims_of(pools, "quicker")] == ["agrees", "agrees"]
    change(pools[4:], "sherlock", "stop", steps=100)
    claims = claims_of(pools, "quicker")
    assert [claim.verdict for claim in claims] == ["agrees", "differs"]
    assert claims[1].because == "it needs no fewer steps"
    change(pools[:2], "sherlock", "stop", steps=25)
    assert claims_of(pools, "quicker")[0].verdict == "cannot be checked"


def test_the_time_saved_does_not_depend_on_the_limit():
    pools = faked_pools()
    for pool in pools:
        long = pool["runs"]["sherlock"]["limit"]
        long.update(steps=long["steps"] // 100, seconds=long["seconds"] / 100)
    message = [claim.ours for claim in claims_of(pools, "SHErLoCk", "time STOP saves")]
    assert message == [claim.ours for claim in claims_of(faked_pools(), "SHErLoCk", "time STOP saves")]
    change(pools, "sherlock", "stop", seconds=30.0)
    assert [claim.verdict for claim in claims_of(pools, "SHErLoCk", "time STOP saves")] == ["differs", "differs"]


def accuracy_verdict(pools):
    (claim,) = claims_of(pools, "SHErLoCk", "n = 30", "MAXSTEP: mean accuracy")
    return claim.verdict, claim


def test_a_mean_that_is_passed_on_the_way_agrees_and_the_step_is_told():
    pools = faked_pools()
    change(pools, "sherlock", "limit", error=0.001, trace=[[1, 0.1, 0.1], [40, 0.2, 0.0044], [90, 0.3, 0.001]])
    verdict, claim = accuracy_verdict(pools)
    assert verdict == "agrees"
    assert "after about 40 steps; 99.90 %" in claim.ours


def test_a_mean_that_no_number_of_steps_gives_differs():
    pools = faked_pools()
    change(pools, "sherlock", "limit", error=0.001, trace=[[1, 0.1, 0.002], [90, 0.3, 0.001]])
    verdict, claim = accuracy_verdict(pools)
    assert (verdict, claim.because.startswith("already the first set")) == ("differs", True)
    change(pools, "sherlock", "limit", error=0.001, trace=[[1, 0.1, 0.02], [90, 0.3, 0.001]])
    verdict, claim = accuracy_verdict(pools)
    assert (verdict, "jumps over it" in claim.because) == ("differs", True)
    change(pools, "sherlock", "limit", error=0.01, trace=[[1, 0.1, 0.01]])
    verdict, claim = accuracy_verdict(pools)
    assert (verdict, "not reached" in claim.ours, "still" in claim.because) == ("differs", True, True)


@pytest.mark.parametrize("ending", ["limit", "stop"])
def test_pools_that_vary_too_much_for_their_number_tell_nothing(ending):
    """The mean is the paper's, but might as well be that of its other searcher."""
    pools = faked_pools()
    mean = 1.0 - PRINTED[30, "sherlock", ending].accuracy
    for pool, factor in zip(pools[:4], (0.2, 1.8, 0.2, 1.8), strict=True):
        change([pool], "sherlock", ending, error=factor * mean, trace=[[1, 0.1, factor * mean]])
    (claim,) = claims_of(pools, "SHErLoCk", "n = 30", "MAXSTEP: mean" if ending == "limit" else "STOP: mean")
    assert claim.verdict == "cannot be checked"
    assert "too few pools" in claim.because


def test_maxstep_is_possible_in_time_but_not_if_fewer_steps_do_better():
    pools = faked_pools()
    assert [claim.verdict for claim in claims_of(pools, "ended by MAXSTEP")] == ["agrees", "agrees"]
    change(pools[:4], "sherlock", "limit", error=0.001)
    claims = claims_of(pools, "ended by MAXSTEP")
    assert [claim.verdict for claim in claims] == ["differs", "agrees"]
    assert "in time it is possible, but after 200,000 steps" in claims[0].because
    for pool in pools:
        pool["plan"]["max_steps"] = 10**6
    assert [claim.verdict for claim in claims_of(pools, "ended by MAXSTEP")] == ["differs", "cannot be checked"]


def test_a_size_that_table_2_has_not_is_not_held_against_it():
    pools = faked_pools()
    for pool in pools:
        pool["members"] = 50
    found = TINY.report({"all": pools}).claims
    assert [claim.statement.split()[0] for claim in found] == ["STOP", "STOP"]


def test_draws_by_efficiency_and_by_usefulness_are_compared_pool_by_pool(results):
    found = results["weights-30"]
    assert {name: len(errors) for name, errors in found["errors"].items()} == dict.fromkeys(found["errors"], 3)
    for other, verdict in (2.0, "agrees"), (0.5, "differs"), (1.0, "cannot be checked"):
        faked = {**found, "errors": {name: [0.01, 0.02, 0.03] for name in found["errors"]}}
        faked["errors"]["usefulness"] = [0.0101 * other, 0.0199 * other, 0.03 * other]
        (*_, claim) = TINY.report({"all": faked_pools(), "weights-30": faked}).claims
        assert claim.verdict == verdict


def test_draws_by_usefulness_take_the_more_useful_more_often():
    """Of two members that do not fit together, one is three times as useful."""
    pool = hs.Pool(accuracies=(0.6, 0.6), costs=(1.0, 3.0))
    shares = {}
    for energy in (ByUsefulness(), Unweighted()):
        first = [
            hs.select(pool, 3.0, energy=energy, searcher="sherlock", stopping={"kind": "max-step", "limit": 1}, seed=s)
            for s in range(400)
        ]
        shares[type(energy).__name__] = sum(found.members == (0,) for found in first) / len(first)
    assert shares["ByUsefulness"] == pytest.approx(0.75, abs=0.08)
    assert shares["Unweighted"] == pytest.approx(0.5, abs=0.08)


def test_means_below_stop_are_told():
    pools = faked_pools()
    for pool in pools:
        pool["plan"]["error_threshold"] = 0.005
    differing = [statement for statement, verdict in verdicts(pools).items() if verdict == "differs"]
    assert differing == ["With STOP, which was always reached, the mean accuracies are those of Table 2."]
    (claim,) = [claim for claim in TINY.report({"all": pools}).claims if claim.statement == differing[0]]
    assert "STOP is 99.50 % in the mean over our pools; by chance, that over the paper's may differ" in claim.ours
    assert "from it by 0.0050 points, the margin of error" in claim.ours


def test_the_time_until_a_quality_is_read_from_the_traces():
    pools = [faked_pool(30, seed) for seed in range(3)]
    for pool, moment in zip(pools, (1.0, 2.0, 3.0), strict=True):
        pool["runs"]["sherlock"]["limit"]["trace"] = [[1, 0.5, 0.1], [7, moment, pool["optimum"]["error"]]]
    group = group_sizes(pools)[0].group("sherlock", "limit")
    assert (group.seconds_until(100.0), group.seconds_until(1.0)) == (0.5, 2.0)
    assert group.seconds_until(0.5) == np.inf


def test_the_report_can_be_written(results):
    assert written(TINY.report(results))


@pytest.mark.parametrize("scale", ["quick", "usual", "full"])
def test_every_scale_has_parts_with_different_keys(scale):
    parts = Simulation.at_scale(scale, Sources()).parts()
    assert len({part.key for part in parts}) == len(parts)
    seeds = sum(len(part.arguments["seeds"]) for part in parts if not part.key.startswith("weights"))
    assert seeds == (40 if scale == "quick" else 200)
