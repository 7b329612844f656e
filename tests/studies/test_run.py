"""Studies: the same results on any number of workers, and nothing is computed twice."""

from __future__ import annotations

import json
import pickle
import shutil

import attrs
import pytest

from haversack import ConfigError, HaversackError, Pool, select, study
from haversack.api.observer import Watcher
from haversack.execution import kept_run
from haversack.plugins import Source
from haversack.studies import kept_pools
from haversack.studies import run as run_module
from haversack.studies.stored import read_result
from haversack.studies.study_file import StudySource

SETTINGS = {
    "budget_shares": [0.2, 0.5],
    "seeds": 2,
    "searchers": ["auto", "annealing"],
    "stopping": {"kind": "max-step", "limit": 30},
}


def test_every_task_has_the_answer_of_select(pools):
    result = study(pools=pools, **SETTINGS)
    assert (len(result), result.finished, result.failed, result.interrupted) == (32, 32, False, False)
    for row in result.rows():
        chosen = select(
            pools[row["pool"]],
            row["budget"],
            searcher=row["searcher"],
            stopping=SETTINGS["stopping"],
            seed=row["seed"],
        )
        assert (row["members"], row["error"], row["steps"]) == (list(chosen.members), chosen.error, chosen.steps)


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["loky", "threading"])
def test_results_do_not_depend_on_workers(pools, plain, backend, tmp_path):
    alone = study(pools=pools, **SETTINGS)
    together = study(pools=pools, **SETTINGS, jobs=2, backend=backend, store=tmp_path / "store")
    assert plain(together) == plain(alone) == plain(read_result(tmp_path / "store"))


def test_what_is_finished_is_not_computed_again(pools, plain, tmp_path, monkeypatch):
    whole = study(pools=pools, **SETTINGS)
    for number in (1, 2, 3):
        study(pools=pools, **SETTINGS, store=tmp_path / "store", part=(number, 3))
    monkeypatch.setattr(run_module, "run_task", None)
    assert plain(study(pools=pools, **SETTINGS, store=tmp_path / "store")) == plain(whole)
    assert len(list((tmp_path / "store" / "results").iterdir())) == 3


def test_a_study_grows_without_repeating_a_task(pools, tmp_path):
    store = tmp_path / "store"
    first = study(pools=pools, seeds=1, store=store)
    more = study(pools=pools, seeds=2, store=store)
    assert (first.finished, more.finished) == (4, 8)
    lines = [file.read_text().count("\n") - 1 for file in sorted((store / "results").iterdir())]
    assert lines == [4, 4]
    assert read_result(store).finished == 8


def test_a_pickled_result_is_equal(pools, tmp_path):
    found = study(pools=pools, seeds=1, store=tmp_path / "store")
    assert pickle.loads(pickle.dumps(found)) == found != study(pools=pools, seeds=2, store=tmp_path / "store")


def test_equal_pools_are_computed_once(pools, tmp_path):
    same = {"a": pools["pool 0"], "b": pools["pool 0"]}
    result = study(pools=same, store=tmp_path / "store")
    assert [row["pool"] for row in result.rows()] == ["a", "b"]
    (file,) = (tmp_path / "store" / "results").iterdir()
    assert file.read_text().count("\n") == 2


def test_failed_tasks_are_computed_again_on_request(pools, tmp_path, monkeypatch):
    arguments = {"pools": pools, "store": tmp_path / "store"}
    with monkeypatch.context() as patch:
        patch.setattr(
            run_module, "run_task", lambda task, _, **__: {"key": task.key, "status": "failed", "reason": "x"}
        )
        assert study(**arguments).failed
    assert study(**arguments).failed
    assert not study(**arguments, retry=True).failed
    assert not read_result(tmp_path / "store").failed


def test_ctrl_c_returns_what_is_finished(pools, tmp_path, monkeypatch):
    original = run_module.run_task
    calls = []

    def interrupt(task, pool, **options):
        calls.append(task)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return original(task, pool, **options)

    monkeypatch.setattr(run_module, "run_task", interrupt)
    result = study(pools=pools, store=tmp_path / "store")
    assert (result.finished, result.interrupted) == (2, True)
    assert read_result(tmp_path / "store").finished == 2
    assert study(pools=pools, store=tmp_path / "store").finished == 4
    assert len(calls) == 5


def test_progress_counts_what_was_there(pools, tmp_path, monkeypatch):
    monkeypatch.setattr(kept_run, "_SECONDS_BETWEEN_WRITES", 0.0)
    study(pools=pools, store=tmp_path / "store", part=(1, 4))
    seen = []
    study(pools=pools, store=tmp_path / "store", on_progress=seen.append)
    assert [(each.finished, each.computed, each.remaining, each.planned) for each in seen] == [
        (2, 1, 2, 4),
        (3, 2, 1, 4),
        (4, 3, 0, 4),
        (4, 3, 0, 4),
    ]
    assert seen[-1].result().finished == 4


def test_progress_of_a_part_counts_what_remains_of_the_part(pools, monkeypatch):
    monkeypatch.setattr(kept_run, "_SECONDS_BETWEEN_WRITES", 0.0)
    seen = []
    study(pools=pools, part=(1, 2), on_progress=seen.append)
    assert [(each.computed, each.remaining, each.planned) for each in seen] == [(1, 1, 4), (2, 0, 4), (2, 0, 4)]


def test_a_study_file_is_followed_and_changed(tmp_path):
    (tmp_path / "pool.csv").write_text("accuracy,cost\n0.9,4\n0.8,2\n0.7,1\n")
    (tmp_path / "study.toml").write_text('pools = ["*.csv"]\nbudgets = [2, 7]\n')
    assert len(study(tmp_path / "study.toml")) == 2
    assert len(study(tmp_path / "study.toml", budgets=[1, 2, 3])) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"jobs": 0}, "jobs: must be a whole number of at least 1 and at most 10,000, got 0"),
        ({"backend": "lokky"}, "backend: 'lokky': did you mean 'loky'?"),
        ({"backend": "dask"}, "address: missing; backend dask needs that of a scheduler"),
        ({"address": "tcp://x"}, "address: 'tcp://x': applies only to backend dask"),
        ({"part": (3, 2)}, "part: expected (i, n) with i from 1 to n, got (3, 2)"),
        ({"part": "1/2"}, "part: expected (i, n) with i from 1 to n, got '1/2'"),
        ({"on_progress": 3}, "on_progress: expected a function, got 3"),
        ({"sedes": 3}, "study: sedes: unknown key; did you mean 'seeds'?"),
    ],
)
def test_mistakes_in_arguments_are_named(pools, arguments, message):
    with pytest.raises(HaversackError) as caught:
        study(pools=pools, **arguments)
    assert str(caught.value).startswith(message)


def test_constraints_of_run_files_hold(tmp_path):
    (tmp_path / "pool.csv").write_text("name,accuracy,cost\nann,0.9,4\nbob,0.8,2\ncat,0.7,2\n")
    run = 'budget = 8\n[pool]\npath = "pool.csv"\n'
    (tmp_path / "free.toml").write_text(run)
    (tmp_path / "bound.toml").write_text(run + '[[constraints]]\nkind = "exclude"\nmembers = ["ann"]\n')
    rows = list(study(pools=[str(tmp_path / "free.toml"), str(tmp_path / "bound.toml")]).rows())
    assert [row["names"] for row in rows] == [["ann", "bob", "cat"], ["bob"]]
    assert rows[0]["key"] != rows[1]["key"]


@attrs.frozen
class Counter(Watcher):
    """Counts the runs that it watches."""

    seen: list = attrs.field(factory=list)

    def watch(self, start):
        return self

    def ended(self, selection):
        self.seen.append(selection.members)


def test_observers_watch_the_runs_that_are_computed(pools, plain, tmp_path):
    counter = Counter()
    watched = study(pools=pools, observers=[counter], store=tmp_path / "store")
    assert len(counter.seen) == 4
    assert plain(watched) == plain(study(pools=pools))
    study(pools=pools, observers=[counter], store=tmp_path / "store")
    assert len(counter.seen) == 4
    with pytest.raises(ConfigError, match=r"^study: observers\[0\].kind: 'mlfow' is not registered"):
        study(pools=pools, observers=["mlfow"])


def test_recorded_votes_have_an_expected_accuracy():
    votes = Pool.from_votes([["a", "b", "a"], ["a", "a", "b"], ["b", "a", "a"]] * 5, ["a"] * 15)
    (row,) = study(pools=votes).rows()
    chosen = select(votes, seed=0)
    assert row["expected_accuracy"] == chosen.expected.accuracy
    assert row["expected_low"] <= row["expected_accuracy"] <= row["expected_high"]


def test_pools_that_got_lost_are_written_again(pools, tmp_path):
    store = tmp_path / "store"
    whole = study(pools=pools, seeds=1, store=store)
    shutil.rmtree(store / "pools")
    found = read_result(store)
    assert (found.config, found.finished) == (None, 4)
    study(pools=pools, seeds=1, store=store)
    assert read_result(store).config == whole.config


def test_a_whole_study_is_read_where_its_pools_cannot_be_written_again(pools, plain, tmp_path, monkeypatch):
    store = tmp_path / "store"
    whole = study(pools=pools, seeds=1, store=store)
    shutil.rmtree(store / "pools")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(kept_pools, "write_new", refuse)
    assert plain(study(pools=pools, seeds=1, store=store)) == plain(whole)
    with pytest.raises(HaversackError, match="cannot be written"):
        study(pools=pools, seeds=2, store=store)


def test_relative_paths_of_an_edited_result_are_those_of_its_folder(pools, plain, tmp_path):
    whole = study(pools=pools, seeds=1)
    config = {**whole.config, "pools": [*whole.config["pools"][1:], {"path": "pool.csv", "name": "pool 0"}]}
    pool = pools["pool 0"]
    lines = map("{},{},{}".format, pool.names, pool.accuracies.tolist(), pool.costs.tolist())
    (tmp_path / "pool.csv").write_text("\n".join(["name,accuracy,cost", *lines]))
    (tmp_path / "edited.json").write_text(json.dumps({**whole.to_dict(), "config": config}))
    again = study(tmp_path / "edited.json")
    assert sorted(map(str, plain(again))) == sorted(map(str, plain(whole)))
    with pytest.raises(ConfigError, match=r"^here: pools\[3\]: .*elsewhere.pool.csv: cannot be read"):
        study(StudySource(config, "here", tmp_path / "elsewhere"))


def test_a_study_leaves_plugins_out(pools, builtins):
    entry = attrs.evolve(
        builtins.find("searcher", "exact"), name="clever", source=Source("clever", "haversack-clever", "1")
    )
    catalog = attrs.evolve(builtins, entries=(*builtins.entries, entry))
    assert "haversack-clever" in study(pools=pools, budgets=[5], catalog=catalog).versions
    without = study({"disable": ["clever"], "pools": pools, "budgets": [5]}, catalog=catalog)
    assert without.versions == study(pools=pools, budgets=[5], catalog=builtins).versions
    with pytest.raises(ConfigError, match=r"^study: disable: must be a list of names of plugins, got 'clever'"):
        study(pools=pools, disable="clever")
