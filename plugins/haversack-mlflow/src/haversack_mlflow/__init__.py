"""An observer that logs the runs of haversack to MLflow. MLflow itself is imported when a run starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack import Registration, hookimpl
from haversack_mlflow.observer import MlflowObserver

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MlflowObserver"]


@hookimpl
def haversack_observers() -> Iterable[Registration]:
    """Offer the observer."""
    yield Registration("mlflow", MlflowObserver, "log runs to MLflow: parameters, metrics, tags and the result")
