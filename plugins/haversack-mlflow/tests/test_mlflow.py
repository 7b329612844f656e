"""Runs are read back from a real file store through the client of MLflow."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import attrs
import numpy as np
import pytest
from haversack_mlflow import MlflowObserver

from conftest import paper_pool
from haversack import Pool, select
from haversack.execution.digests import digest_columns
from haversack.plugins import PluginWarning
from haversack.testing import observer_checks

POOL = paper_pool(40, 1)
BUDGET = 0.2 * float(POOL.costs.sum())


@pytest.fixture
def store(tmp_path, monkeypatch):
    """Returns the only run of a directory."""
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    return Store(tmp_path / "runs")


@attrs.frozen
class Store:
    place: object

    @property
    def client(self):
        from mlflow import MlflowClient

        return MlflowClient(tracking_uri=self.place.as_uri())

    def observer(self, **options):
        return {"kind": "mlflow", "tracking": str(self.place), **options}

    def read_runs(self, experiment="haversack"):
        found = self.client.get_experiment_by_name(experiment)
        return self.client.search_runs([found.experiment_id])

    def read_history(self, run, name):
        return [(metric.step, metric.value) for metric in self.client.get_metric_history(run.info.run_id, name)]

    def read_result(self, run):
        from mlflow.artifacts import load_text

        return json.loads(load_text(f"{run.info.artifact_uri}/result.json"))


@pytest.mark.parametrize("check", observer_checks(MlflowObserver(tracking="unused")), ids=str)
@pytest.mark.slow
def test_it_keeps_the_promises_of_an_observer(check, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check()


def test_a_run_is_logged_with_parameters_metrics_tags_and_the_result(store):
    rule = {"kind": "stagnation", "steps": 2_000}
    arguments = {"searcher": "sherlock", "stopping": rule, "seed": 3}
    found = select(POOL, BUDGET, observers=[store.observer(run_name="first")], **arguments)
    alone = select(POOL, BUDGET, **arguments)
    assert (found.members, found.value, found.stop_reason) == (alone.members, alone.value, alone.stop_reason)
    (run,) = store.read_runs()
    assert (run.info.run_name, run.info.status) == ("first", "FINISHED")
    parameters = run.data.params
    assert parameters["searcher.kind"] == "sherlock"
    assert (parameters["stopping.kind"], parameters["stopping.steps"]) == ("stagnation", "2000")
    assert (float(parameters["budget"]), parameters["seed"]) == (BUDGET, "3")
    assert (parameters["pool.size"], parameters["certify"]) == ("40", "quick")
    assert store.read_history(run, "value")[:-1] == [(row.step, row.value) for row in found.trace]
    assert store.read_history(run, "error")[:-1] == [(row.step, row.error) for row in found.trace]
    assert store.read_history(run, "cost")[:-1] == [(row.step, row.cost) for row in found.trace]
    assert store.read_history(run, "bound")[-1] == (found.steps, found.bound)
    assert (run.data.metrics["value"], run.data.metrics["steps"]) == (found.value, found.steps)
    tags = run.data.tags
    assert tags["haversack.stop_reason"] == found.stop_reason
    assert (tags["haversack.proven"], tags["haversack.failed"]) == (str(found.proven), "False")
    assert tags["haversack.searcher"].startswith("'sherlock' of haversack ")
    assert store.read_result(run) == json.loads(found.to_json())


def test_runs_share_an_experiment_and_equal_pools_the_digest_that_reports_show(store):
    other = Pool(accuracies=POOL.accuracies, costs=POOL.costs + 1.0)
    for pool in (POOL, POOL, other):
        select(pool, BUDGET, seed=0, observers=[store.observer(experiment="shared")])
    digests = [run.data.params["pool.digest"] for run in store.read_runs("shared")]
    assert len(digests) == 3
    assert set(digests) == {digest_columns(POOL.to_dict()), digest_columns(other.to_dict())}


@attrs.frozen
class Unregistered:
    """An energy that is not a probability; its values rise with the number of members."""

    def losses(self, pool, sets):
        return -sets.sum(axis=1).astype(float)

    def value(self, loss):
        return -loss


@attrs.frozen
class OneMore:
    """Offers a larger set in every step."""

    def search(self, problem, monitor, rng):
        sets = np.tril(np.ones((len(problem.pool), len(problem.pool)), dtype=bool))
        for row in sets:
            if not monitor.offer(row[None, :]):
                return


@pytest.mark.slow
def test_parts_without_names_and_many_improvements_are_logged(store):
    pool = Pool(accuracies=[0.5] * 1_200)
    rule = {"kind": "max-step", "limit": 10**6}
    found = select(
        pool,
        energy=Unregistered(),
        searcher=OneMore(),
        stopping=rule,
        certify="off",
        seed=0,
        observers=[store.observer()],
    )
    (run,) = store.read_runs()
    assert len(found.trace) == 1_200
    assert store.read_history(run, "value")[:-1] == [(row.step, row.value) for row in found.trace]
    assert store.read_history(run, "loss")[-1] == (1_200, -1_200.0)
    assert run.data.params["searcher.kind"].endswith("OneMore")
    assert "budget" not in run.data.params


@attrs.frozen
class BreaksDown:
    """Fails after its first set, or before it."""

    after: bool

    def search(self, problem, monitor, rng):
        if self.after:
            monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1])
        raise RuntimeError("lost")


def test_a_run_that_fails_is_marked_as_failed(store):
    found = select(POOL, searcher=BreaksDown(after=True), seed=0, observers=[store.observer()])
    assert found.failed
    (run,) = store.read_runs()
    assert (run.info.status, run.data.tags["haversack.failed"]) == ("FAILED", "True")
    assert "lost" in run.data.tags["haversack.stop_reason"]


def test_a_run_without_an_answer_is_marked_as_failed(store):
    with pytest.raises(Exception, match="lost"):
        select(POOL, searcher=BreaksDown(after=False), seed=0, observers=[store.observer()])
    (run,) = store.read_runs()
    assert run.info.status == "FAILED"
    assert "lost" in run.data.tags["haversack.stop_reason"]


@attrs.frozen
class StopsByHand:
    def search(self, problem, monitor, rng):
        monitor.offer(np.eye(len(problem.pool), dtype=bool)[:1])
        raise KeyboardInterrupt


def test_a_run_ended_by_ctrl_c_is_marked_as_killed(store):
    select(POOL, searcher=StopsByHand(), seed=0, observers=[store.observer()])
    (run,) = store.read_runs()
    assert run.info.status == "KILLED"


def test_a_store_that_cannot_be_written_to_is_reported_once_and_the_answer_stays(tmp_path):
    (tmp_path / "file").write_text("not a directory")
    observer = MlflowObserver(tracking=str(tmp_path / "file" / "runs"))
    message = r"^observer 'mlflow' of haversack-mlflow 0\.1\.0 failed in watch\(\)"
    with pytest.warns(PluginWarning, match=message) as caught:
        found = select(POOL, BUDGET, seed=0, observers=[observer])
    assert len(caught) == 1
    assert found == attrs.evolve(
        select(POOL, BUDGET, seed=0), seconds=found.seconds, setup_seconds=found.setup_seconds, trace=found.trace
    )


def test_a_store_that_vanishes_during_the_run_is_reported_once(store, monkeypatch):
    from haversack_mlflow.store import RunLog

    def fail(self, *values):
        raise OSError("disk full")

    monkeypatch.setattr(RunLog, "add_metrics", fail)
    with pytest.warns(PluginWarning, match=r"failed in improved\(\).*OSError: disk full") as caught:
        found = select(POOL, BUDGET, seed=0, observers=[store.observer()])
    assert len(caught) == 1
    assert found.proven


def test_the_store_is_that_of_mlflow_where_it_is_set_else_a_directory(store, tmp_path, monkeypatch):
    monkeypatch.setenv("MLFLOW_TRACKING_URI", store.place.as_uri())
    select(POOL, BUDGET, seed=0, observers=["mlflow"])
    assert len(store.read_runs()) == 1
    monkeypatch.delenv("MLFLOW_TRACKING_URI")
    monkeypatch.chdir(tmp_path)
    select(POOL, BUDGET, seed=0, observers=["mlflow"])
    assert len(Store(tmp_path / "mlruns").read_runs()) == 1


def test_a_uri_of_files_is_a_directory_too_and_the_environment_stays(store, monkeypatch):
    monkeypatch.delenv("MLFLOW_ALLOW_FILE_STORE")
    select(POOL, BUDGET, seed=0, observers=[{"kind": "mlflow", "tracking": store.place.as_uri()}])
    assert "MLFLOW_ALLOW_FILE_STORE" not in os.environ
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    assert len(store.read_runs()) == 1


@pytest.mark.parametrize("options", [{"experiment": " "}, {"tracking": ""}, {"run_name": 3}])
def test_options_that_are_no_text_are_refused(options):
    with pytest.raises(ValueError, match="must be text that is not empty, got"):
        MlflowObserver(**options)


@pytest.mark.slow
def test_mlflow_is_not_imported_before_a_run_needs_it():
    code = (
        "import sys, haversack\n"
        "from haversack.plugins import load_catalog\n"
        "assert 'mlflow' in load_catalog().names('observer')\n"
        "haversack.select(haversack.Pool(accuracies=[0.9]), seed=0)\n"
        "assert 'mlflow' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
