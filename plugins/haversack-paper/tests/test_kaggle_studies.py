"""Pools of teams: what annealing finds never beats the optimum, and parts can be computed one by one."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from haversack_paper.experiments.kaggle import Kaggle
from haversack_paper.experiments.kaggle.competitions import COMPETITIONS
from haversack_paper.experiments.kaggle.compute import prefix_log_errors, study_pool
from haversack_paper.experiments.kaggle.leaderboard import read_scores
from kaggle_fakes import PORTO, TINY, enumerated_error, pools_of, write_board

import haversack as hs

DATA = Path(__file__).parents[4] / "shared" / "data"


@pytest.mark.parametrize("accuracies", [[0.9, 0.8, 0.7, 0.6, 0.5], [0.3, 0.2, 0.1], [1.0, 0.7, 0.0]])
def test_errors_of_beginnings_agree_with_enumeration(accuracies):
    errors = np.exp(prefix_log_errors(np.array(accuracies)))
    assert errors == pytest.approx([enumerated_error(accuracies[: size + 1]) for size in range(len(accuracies))])


@pytest.mark.slow
def test_errors_too_small_for_the_machine_have_logarithms():
    """Chernoff's bound, which is sharp up to a factor of the order of the square root of the size."""
    log_error = prefix_log_errors(np.full(4_001, 0.9))[-1]
    assert log_error == pytest.approx(4_001 * math.log(2 * math.sqrt(0.9 * 0.1)), rel=0.01)
    assert math.exp(log_error) == 0.0


def test_the_optimum_is_the_best_of_all_sets_and_annealing_never_beats_it():
    accuracies = np.random.default_rng(3).beta(5, 3, 9)
    found = study_pool(accuracies, steps=2_000, walks=8, most_tested=100, seed=0)
    best = min(
        enumerated_error([p for p, member in zip(accuracies, row, strict=True) if member])
        for row in product([False, True], repeat=9)
    )
    assert found["optimum"]["error"] == pytest.approx(best, rel=1e-12)
    assert found["optimum"]["proven"]
    assert found["scan"]["size"] == found["optimum"]["size"]
    for run in "at_stop", "at_limit":
        assert found[run]["error"] >= best * (1 - 1e-12)


def test_in_every_pool_the_scan_confirms_the_proof_and_annealing_stays_below(kaggle_studies):
    for pool in pools_of(kaggle_studies):
        best = pool["optimum"]
        assert best["proven"]
        if best["error"] == 0.0:
            assert best["log10_error"] is pool["scan"]["log10_error"] is None
            assert pool["best_member"] == 1.0
            continue
        assert best["log10_error"] == pytest.approx(pool["scan"]["log10_error"], rel=1e-9, abs=1e-12)
        assert best["size"] % 2 == 1
        for run in "at_stop", "at_limit":
            assert pool[run]["error"] >= best["error"] * (1 - 1e-12)


def test_stop_saves_steps_at_a_small_loss_where_members_are_better_than_coins(kaggle_studies):
    reached = [pool for pool in pools_of(kaggle_studies) if pool["stop"]["reached"] and pool["mean"] > 0.5]
    assert len(reached) > 5
    assert all(pool["at_stop"]["steps"] < pool["at_limit"]["steps"] for pool in reached)
    assert np.mean([pool["at_limit"]["value"] - pool["at_stop"]["value"] for pool in reached]) < 0.05
    assert all(pool["stop"]["reachable"] for pool in reached)


def test_members_worse_than_coins_are_best_alone_and_stop_asks_for_nothing(kaggle_studies):
    (whole,) = [
        s for s in kaggle_studies if s.competition.slug == PORTO and s.kind == "all" and s.reading.key == "as-is"
    ]
    (pool,) = whole.pools
    assert pool["optimum"]["size"] == 1
    assert pool["optimum"]["value"] == pytest.approx(pool["best_member"])
    assert pool["stop"]["value"] < 0.01
    assert whole.mean_accuracy < 0.5


def test_where_stop_is_out_of_reach_the_run_is_that_to_the_limit():
    accuracies = np.array([0.999] * 14 + [0.2])
    found = study_pool(accuracies, steps=500, walks=4, most_tested=100, seed=5)
    assert not found["stop"]["reachable"]
    limited = hs.select(
        hs.Pool(accuracies=accuracies),
        searcher={"kind": "annealing", "chains": 4, "groups": 1},
        stopping={"kind": "max-step", "limit": 500},
        seed=5,
        certify="off",
    )
    assert found["at_limit"]["error"] == limited.error
    assert found["at_limit"]["steps"] == limited.steps == 500


def test_the_same_part_gives_the_same_result_but_for_seconds(kaggle, kaggle_results):
    def without_seconds(value):
        if isinstance(value, dict):
            return {key: without_seconds(entry) for key, entry in value.items() if key != "seconds"}
        return [without_seconds(entry) for entry in value] if isinstance(value, list) else value

    part = kaggle.parts()[2]
    assert without_seconds(kaggle.run(part, {})) == without_seconds(kaggle_results[part.key])


def test_a_changed_file_is_another_part(tmp_path, kaggle):
    write_board(tmp_path, PORTO, [0.3, 0.2])
    before = Kaggle(tmp_path, **TINY).parts()
    write_board(tmp_path, PORTO, [0.3, 0.1])
    after = Kaggle(tmp_path, **TINY).parts()
    assert [part.key for part in before] == [part.key for part in after]
    assert all(one.arguments != other.arguments for one, other in zip(before[1:], after[1:], strict=True))


def test_draws_that_are_computed_in_pieces_are_put_together(kaggle, kaggle_studies):
    drawn = [study for study in kaggle_studies if study.kind == "drawn"]
    assert {len(study.pools) for study in drawn} == {kaggle.draws}
    assert {len(study.pools) for study in kaggle_studies if study.kind != "drawn"} == {1}


@pytest.mark.skipif(not (DATA / "kaggle_leaderboards").is_dir(), reason="the leaderboards are not there")
@pytest.mark.slow
def test_the_real_leaderboard_of_porto_seguro_is_beyond_what_the_paper_prints():
    scores = read_scores(DATA / "kaggle_leaderboards" / f"{PORTO}_private.csv")
    assert len(scores) == 4_598
    as_is, clipped = COMPETITIONS[PORTO].readings["as-is"].accuracies(scores)
    assert clipped == 0
    found = study_pool(as_is, steps=50, walks=1, most_tested=100, seed=0)
    assert (found["optimum"]["size"], found["optimum"]["value"]) == (1, pytest.approx(0.29698))
    assert found["stop"]["value"] == 0.0
    found = study_pool(
        COMPETITIONS[PORTO].readings["auc"].accuracies(scores)[0], steps=50, walks=1, most_tested=100, seed=0
    )
    assert found["optimum"]["log10_error"] == pytest.approx(-82.08, abs=0.01)
    assert not found["stop"]["reachable"]
    assert not found["fit"]["accepted"]
