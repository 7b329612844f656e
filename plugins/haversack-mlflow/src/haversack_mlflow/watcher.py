"""From the events of a run to parameters, metrics, tags and an artifact."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import haversack
from haversack import Watcher
from haversack.execution.digests import digest_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack import Progress, RunStart, Selection
    from haversack_mlflow.store import RunLog

RESULT = "result.json"


class MlflowWatcher(Watcher):
    """Logs one run.

    Parameters
    ----------
    log
        The run of MLflow.
    run
        The run of haversack.
    """

    def __init__(self, log: RunLog, run: RunStart) -> None:
        self._log, self._is_probability = log, run.is_probability
        log.write_parameters(dict(describe_run(run)))
        versions = {f"haversack.{kind}": record for kind, record in run.parts.items()}
        log.write_tags({"haversack.version": haversack.__version__, **versions})

    def improved(self, progress: Progress, members: tuple[int, ...]) -> None:
        """Log the better set."""
        loss = {"error" if self._is_probability else "loss": progress.best_loss}
        values = {"value": progress.best_value, **loss, "cost": progress.best_cost, "seconds": progress.seconds}
        self._log.add_metrics({**values, "members": len(members)}, progress.steps)

    def bounded(self, progress: Progress) -> None:
        """Log the tighter bound."""
        self._log.add_metrics({"bound": progress.bound, "gap": progress.gap}, progress.steps)

    def ended(self, selection: Selection) -> None:
        """Log the result and end the run."""
        names = ("value", "error", "cost", "bound", "gap", "steps", "evaluations", "seconds", "setup_seconds")
        final = {name: getattr(selection, name) for name in names} | {"members": len(selection.members)}
        self._log.add_metrics(final, selection.steps)
        self._log.write_tags(
            {
                "haversack.stop_reason": selection.stop_reason,
                "haversack.proven": selection.proven,
                "haversack.failed": selection.failed,
                "haversack.interrupted": selection.interrupted,
            }
        )
        self._log.write_artifact(selection.to_json(), RESULT)
        self._log.end("FAILED" if selection.failed else "KILLED" if selection.interrupted else "FINISHED")

    def aborted(self, reason: str) -> None:
        """End the run without a result."""
        self._log.write_tags({"haversack.stop_reason": reason, "haversack.failed": True})
        self._log.end("FAILED")


def describe_run(run: RunStart) -> Iterator[tuple[str, object]]:
    """Yield the parameters of a run: those of its configuration, flattened, and facts about its pool."""
    yield "pool.size", len(run.pool)
    yield "pool.digest", digest_columns(run.pool.to_dict())
    if run.settings is None:
        # A part without a registered name has no options that could be written down.
        for kind, record in run.parts.items():
            yield f"{kind}.kind", record.name
        facts: dict[str, Any] = {"budget": run.budget, "seed": run.seed, "preset": run.preset}
    else:
        facts = dict(run.settings)
    yield from flatten({"certify": run.certify} | facts)


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Yield the entries of nested tables and lists with dotted keys; none for what is not given.

    Examples
    --------
    >>> dict(flatten({"stopping": {"any": [{"kind": "gap", "share": 0.1}, "auto"]}, "budget": float("inf")}))
    {'stopping.any.0.kind': 'gap', 'stopping.any.0.share': 0.1, 'stopping.any.1': 'auto'}
    """
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from flatten(value, f"{prefix}{key}.")
        elif isinstance(value, (list, tuple)) and any(isinstance(entry, (Mapping, str)) for entry in value):
            yield from flatten({str(index): entry for index, entry in enumerate(value)}, f"{prefix}{key}.")
        elif value is not None and not (isinstance(value, float) and math.isinf(value)):
            yield f"{prefix}{key}", value
