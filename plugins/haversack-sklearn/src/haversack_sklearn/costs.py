"""Costs of members: measured times, or given by the user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import haversack as hs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack import FloatArray
    from haversack_sklearn.recording import Record

FIT_TIME = "fit-time"
PREDICT_TIME = "predict-time"
UNITS = {FIT_TIME: "seconds to fit, averaged over the folds", PREDICT_TIME: "seconds to predict a thousand rows"}

_LEAST_SECONDS = 1e-9  # Clocks are coarse, and no measured member is free.
_GIVEN = "a mapping from name to cost, a sequence of one cost per estimator, or None"


def check_cost(cost: Any, estimators: Sequence[tuple[str, Any]], *, prefit: bool) -> None:
    """Raise `ConfigError` if this does not give a cost for each member; called before anything is fitted."""
    if isinstance(cost, str) and cost == FIT_TIME and prefit:
        raise hs.ConfigError(
            [f"cost: 'fit-time' cannot be measured with prefit=True; expected 'predict-time', {_GIVEN}"]
        )
    if cost is not None and not (isinstance(cost, str) and cost in UNITS):
        given = read_costs(cost, [name for name, _ in estimators])
        hs.Pool(names=list(given), costs=list(given.values()))  # Checks the values.


def read_costs(cost: Any, names: Sequence[str]) -> dict[str, Any]:
    """Return the given cost of each estimator."""
    if isinstance(cost, Mapping):
        unknown = [name for name in cost if name not in names]
        absent = [name for name in names if name not in cost]
        if unknown or absent:
            problem = f"{unknown[0]!r} is not an estimator" if unknown else f"there is none for {absent[0]!r}"
            raise hs.ConfigError([f"cost: {problem}; expected a cost for each of {', '.join(names)}"])
        return {name: cost[name] for name in names}
    if isinstance(cost, (str, bytes)) or not isinstance(cost, (Sequence, np.ndarray)):
        raise hs.ConfigError([f"cost: expected 'fit-time', 'predict-time', {_GIVEN}, got {cost!r:.80}"])
    if len(cost) != len(names):
        raise hs.ConfigError([f"cost: expected one for each of the {len(names)} estimators, got {len(cost)}"])
    return dict(zip(names, cost, strict=True))


def list_costs(
    members: Iterable[str], cost: Any, estimators: Sequence[tuple[str, Any]], record: Record
) -> FloatArray | list[Any] | None:
    """Return the cost of each member, or None if there are no costs."""
    if cost is None:
        return None
    if isinstance(cost, str):
        seconds = record.fit_seconds if cost == FIT_TIME else record.predict_seconds
        return np.asarray(np.maximum(np.asarray(seconds), _LEAST_SECONDS))
    given = read_costs(cost, [name for name, _ in estimators])
    return [given[name] for name in members]
