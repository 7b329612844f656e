"""Recorded votes beside what independence predicts of them, on small sets whose answers are known."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import numpy as np
import pytest
from haversack_paper.experiment import Sources
from haversack_paper.experiments.real_votes import RealVotes
from haversack_paper.experiments.real_votes.compute import measure_halves
from haversack_paper.experiments.real_votes.sets import VOTE_SETS, digest_files

import haversack as hs
from haversack.errors import PoolError

DATA = Path(__file__).parents[4] / "shared" / "data"
ITEMS = 40


def write_table(path, heads, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(",".join(map(str, row)) for row in [heads, *rows]) + "\n")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A crowd, a table of services, one of pass rates and one of grades; nine of ten answers are right."""
    folder = tmp_path_factory.mktemp("data")
    right = np.random.default_rng(0).random((ITEMS, 4)) < 0.9
    crowd = [(item, f"w{member}", int(right[item, member])) for item in range(ITEMS) for member in range(4)]
    write_table(folder / "crowd_bluebird" / "answer.csv", ["question", "worker", "answer"], crowd)
    truth = [(item, 1) for item in range(ITEMS)]
    write_table(folder / "crowd_bluebird" / "truth.csv", ["question", "truth"], truth)
    names = list("abcd")
    services = [[1, *map(int, row)] for row in right]
    write_table(folder / "frugalml_apis" / "digit.csv", ["truth", *names], services)
    rates = [[f"p{place}", "easy", *(70 if one else 40 for one in row)] for place, row in enumerate(right)]
    write_table(folder / "livecodebench_llm" / "execution_direct.csv", ["problem", "level", *names], rates)
    heads = ["task", *(f"{name}_resolved" for name in names), "a_cost_usd"]
    grades = [[place, *map(int, row), 0.1] for place, row in enumerate(right)]
    write_table(folder / "swebench_llm" / "verified500_mini_agent.csv", heads, grades)
    return folder


@pytest.fixture(scope="module")
def experiment(data):
    return attrs.evolve(RealVotes.at_scale("quick", Sources(data)), patience=200)


@pytest.mark.parametrize("name", ["bluebird", "digit", "execution", "swebench"])
def test_every_kind_of_file_gives_the_same_votes(data, name):
    known = VOTE_SETS[name]
    pool = known.read(known.find(data))
    assert (len(pool), len(pool.votes)) == (4, ITEMS)
    first = VOTE_SETS["digit"]
    assert sorted(pool.votes.accuracies) == sorted(first.read(first.find(data)).votes.accuracies)


def test_sets_that_are_not_there_are_left_out(experiment, tmp_path):
    assert [part.key for part in experiment.parts()] == ["bluebird", "execution", "swebench", "digit"]
    assert experiment.missing() == []
    nothing = RealVotes.at_scale("usual", Sources(tmp_path))
    assert nothing.parts() == []
    assert nothing.missing() == [f"no recorded votes, such as crowd_bluebird/answer.csv: expected in {tmp_path}"]
    assert RealVotes().missing()[0].endswith("no folder was given, use --data DIR")


def test_members_who_fail_together_are_worth_less_than_predicted():
    """Three copies of one member: independence promises more than it has, and the votes show it."""
    right = np.arange(400) % 10 < 7
    answers = np.repeat(right[:, None], 3, axis=1).astype(int)
    pool = hs.Pool.from_votes(answers, np.ones(400, dtype=int), costs=np.ones(3))
    (row,) = measure_halves(pool, size=3, halves=1, patience=100, seed=0)
    assert row["size"] == 3
    assert row["predicted"] > row["same_half"] + 0.05
    assert row["same_half"] == pytest.approx(row["votes_same_half"])
    assert row["items"] == 200


def test_halves_are_the_same_in_every_run_and_differ_from_each_other(data):
    known = VOTE_SETS["bluebird"]
    pool = known.read(known.find(data))
    rows = measure_halves(pool, size=3, halves=3, patience=100, seed=1)
    assert rows == measure_halves(pool, size=3, halves=3, patience=100, seed=1)
    assert len({json.dumps(row) for row in rows}) > 1


def test_the_report_has_predictions_beside_held_out_accuracies_and_no_claims(experiment):
    results = {part.key: json.loads(json.dumps(experiment.run(part, {}))) for part in experiment.parts()}
    report = experiment.report(results)
    (table,) = report.tables
    assert report.claims == []
    assert [row["set"] for row in table.rows] == [VOTE_SETS[name].title for name in results]
    assert all(0.0 <= row[key] <= 1.0 for row in table.rows for key in ("predicted", "held_out", "votes_held_out"))
    assert "in the mean over 4 sets" in report.text
    axes = pytest.importorskip("matplotlib.figure").Figure().subplots()
    report.figures[0].draws[0](axes)
    assert len(axes.lines) == 3


def test_files_that_change_during_a_run_are_refused(experiment):
    part = experiment.parts()[0]
    changed = attrs.evolve(part, arguments={**part.arguments, "digest": "0"})
    with pytest.raises(PoolError, match="crowd: birds: its files are no longer what they were when the run began"):
        experiment.run(changed, {})


@pytest.mark.skipif(not DATA.is_dir(), reason="the data is not beside the repository")
def test_all_sets_can_be_read():
    assert all(known.find(DATA) for known in VOTE_SETS.values())
    smallest = VOTE_SETS["bluebird"]
    paths = smallest.find(DATA)
    assert len(digest_files(paths)) == 64
    assert (len(smallest.read(paths)), len(smallest.read(paths).votes)) == (39, 108)
