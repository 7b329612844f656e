"""The observer: its options, and a watcher for each run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from haversack import Observer, Watcher
from haversack.validators import Check, optional

if TYPE_CHECKING:
    from haversack import RunStart

_text = Check(lambda value: isinstance(value, str) and bool(value.strip()), "text that is not empty")


@attrs.frozen
class MlflowObserver(Observer):
    """Log each run of haversack as a run of MLflow.

    Parameters are the parts, their options, the budget, the seed, and size and digest of the pool. Each improvement
    logs value, error (or loss), cost and seconds, each tighter bound logs bound and gap, all at the search step. Tags
    have versions, the stop reason, and whether the answer is proved, failed or interrupted. The result is the artifact
    ``result.json``.

    Parameters
    ----------
    experiment
        Name of the experiment, which is created if there is none.
    tracking
        A local directory for the file store of MLflow, or a tracking URI. By default that of MLflow, if it is set by
        ``MLFLOW_TRACKING_URI`` or ``mlflow.set_tracking_uri``, else the directory ``mlruns``.
    run_name
        Name of the run; one that MLflow draws, if omitted.
    """

    experiment: str = attrs.field(default="haversack", validator=_text)
    tracking: str | None = attrs.field(default=None, validator=optional(_text))
    run_name: str | None = attrs.field(default=None, validator=optional(_text))

    def watch(self, run: RunStart) -> Watcher:
        """Begin a run of MLflow."""
        # Not at the top: MLflow is slow to import, and listings and other runs do not need it.
        from haversack_mlflow.store import RunLog
        from haversack_mlflow.watcher import MlflowWatcher

        return MlflowWatcher(RunLog.begin(self.experiment, self.tracking, self.run_name), run)
