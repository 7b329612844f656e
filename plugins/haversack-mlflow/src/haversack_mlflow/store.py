"""A run in the tracking store of MLflow. Imports MLflow."""

from __future__ import annotations

import math
import os
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

# MLflow reports its use to its makers unless this variable is set, and it decides when it is imported.
os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")

from mlflow import MlflowClient
from mlflow.entities import Metric, Param, RunTag
from mlflow.exceptions import MlflowException
from mlflow.tracking import is_tracking_uri_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_DEFAULT_DIRECTORY = "mlruns"
_ALLOW_FILE_STORE = "MLFLOW_ALLOW_FILE_STORE"
# What one call of MLflow accepts; values of parameters are cut where its oldest stores cut them.
_MOST_METRICS, _MOST_PARAMETERS, _LONGEST_PARAMETER, _LONGEST_TAG = 1000, 100, 500, 5000
# Metrics wait for others, but no longer than this: someone may look at the run meanwhile.
_SECONDS_BETWEEN_CALLS = 2.0


class RunLog:
    """A run of MLflow, to which metrics are written in batches.

    Parameters
    ----------
    client
        The client of the store.
    run_id
        The run.
    """

    def __init__(self, client: MlflowClient, run_id: str) -> None:
        self._client, self._run_id = client, run_id
        self._metrics: list[Metric] = []
        self._last_call = time.monotonic()

    @classmethod
    def begin(cls, experiment: str, tracking: str | None, run_name: str | None) -> RunLog:
        """Begin a run in an experiment, which is created if there is none."""
        client = _open_store(tracking)
        run = client.create_run(_find_experiment(client, experiment), run_name=run_name)
        return cls(client, run.info.run_id)

    def add_metrics(self, values: Mapping[str, float | None], step: int) -> None:
        """Add metrics of a step; those that are not finite numbers are left out."""
        now = int(time.time() * 1000)
        self._metrics += [
            Metric(name, float(value), now, step)
            for name, value in values.items()
            if value is not None and math.isfinite(value)
        ]
        if len(self._metrics) >= _MOST_METRICS or time.monotonic() - self._last_call > _SECONDS_BETWEEN_CALLS:
            self.write_metrics()

    def write_metrics(self) -> None:
        """Write the metrics that wait."""
        while self._metrics:
            self._client.log_batch(self._run_id, metrics=self._metrics[:_MOST_METRICS])
            del self._metrics[:_MOST_METRICS]
        self._last_call = time.monotonic()

    def write_parameters(self, values: Mapping[str, object]) -> None:
        """Write parameters, as text."""
        listed = [Param(name, str(value)[:_LONGEST_PARAMETER]) for name, value in values.items()]
        for start in range(0, len(listed), _MOST_PARAMETERS):
            self._client.log_batch(self._run_id, params=listed[start : start + _MOST_PARAMETERS])

    def write_tags(self, values: Mapping[str, object]) -> None:
        """Write tags, as text."""
        listed: Sequence[RunTag] = [RunTag(name, str(value)[:_LONGEST_TAG]) for name, value in values.items()]
        self._client.log_batch(self._run_id, tags=listed)

    def write_artifact(self, text: str, name: str) -> None:
        """Write a text as a file beside the run."""
        self._client.log_text(self._run_id, text, name)

    def end(self, status: str) -> None:
        """End the run: ``FINISHED``, ``FAILED`` or ``KILLED``."""
        self.write_metrics()
        self._client.set_terminated(self._run_id, status)


def _open_store(tracking: str | None) -> MlflowClient:
    if tracking is None and is_tracking_uri_set():  # type: ignore[no-untyped-call]
        return MlflowClient()
    place = tracking or _DEFAULT_DIRECTORY
    if "://" in place and not place.startswith("file:"):
        return MlflowClient(tracking_uri=place)
    with _allowing_files():
        return MlflowClient(tracking_uri=place if place.startswith("file:") else Path(place).absolute().as_uri())


@contextmanager
def _allowing_files() -> Iterator[None]:
    """Let MLflow open a store of files: new versions refuse it where the environment does not allow it."""
    before = os.environ.get(_ALLOW_FILE_STORE)
    os.environ[_ALLOW_FILE_STORE] = "true"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_ALLOW_FILE_STORE]
        else:
            os.environ[_ALLOW_FILE_STORE] = before


def _find_experiment(client: MlflowClient, name: str) -> str:
    found = client.get_experiment_by_name(name)
    if found is None:
        try:
            return str(client.create_experiment(name))
        except MlflowException:
            # Another process may have created it meanwhile.
            found = client.get_experiment_by_name(name)
            if found is None:
                raise
    return str(found.experiment_id)
