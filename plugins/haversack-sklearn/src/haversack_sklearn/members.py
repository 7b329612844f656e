"""The classifiers of a pool: checks, seeds and fits."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from sklearn.base import clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

import haversack as hs

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

DROP = "drop"
_WANTED = "a list of (name, classifier), of which at least one is not 'drop'"
_LARGEST_SEED = 2**31 - 1


def list_members(estimators: Any) -> dict[str, Any]:
    """Return the classifiers by name, without dropped ones.

    Raises
    ------
    ConfigError
        If there are none, or one is not a classifier.
    """
    try:
        members = {name: member for name, member in estimators if not is_dropped(member)}
    except (TypeError, ValueError) as error:
        raise hs.ConfigError([f"estimators: expected {_WANTED}, got {estimators!r:.80}"]) from error
    if not members:
        raise hs.ConfigError([f"estimators: expected {_WANTED}, got {estimators!r:.80}"])
    problems = [
        f"estimators: {name!r} must be a classifier, got {member!r:.80}"
        for name, member in members.items()
        if isinstance(member, type) or not is_classifier(member)
    ]
    if problems:
        raise hs.ConfigError(problems)
    return members


def is_dropped(member: object) -> bool:
    """Return whether a member was dropped by ``set_params(name="drop")``."""
    return isinstance(member, str) and member == DROP


def check_voting(members: Mapping[str, Any], voting: Any, vote: Any) -> None:
    """Raise `ConfigError` if the members cannot vote as they should."""
    if voting not in ("hard", "soft"):
        raise hs.ConfigError([f"voting: must be 'hard' or 'soft', got {voting!r:.80}"])
    if voting == "hard":
        return
    if vote is not None:
        raise hs.ConfigError([f"vote: {vote!r:.80} decides hard votes, got voting='soft'; expected voting='hard'"])
    lacking = [name for name, member in members.items() if not hasattr(member, "predict_proba")]
    if lacking:
        names = ", ".join(map(repr, lacking))
        raise hs.ConfigError(
            [f"voting: 'soft' needs predict_proba of every member, but {names} has none; 'hard' does not need it"]
        )


def check_fitted(members: Mapping[str, Any]) -> None:
    """Raise `NotFittedError` if a member that should be fitted is not."""
    for name, member in members.items():
        try:
            check_is_fitted(member)
        except NotFittedError as error:
            raise NotFittedError(
                f"estimators: {name!r} is not fitted, but prefit=True needs fitted members; fit it, or use prefit=False"
            ) from error


def set_seeds(members: Mapping[str, Any], rng: np.random.RandomState) -> dict[str, Any]:
    """Return clones of the members in which every `random_state` of None is set."""
    clones = {name: clone(member) for name, member in members.items()}
    for member in clones.values():
        keys = sorted(key for key, value in member.get_params().items() if value is None and _is_seed(key))
        member.set_params(**{key: int(rng.randint(_LARGEST_SEED)) for key in keys})
    return clones


def _is_seed(key: str) -> bool:
    return key == "random_state" or key.endswith("__random_state")


def weight_parameter(member: Any) -> str | None:
    """Return the parameter of `fit` for the weights of the rows, or None if there is none.

    A pipeline passes them to its last step.
    """
    if isinstance(member, Pipeline):
        name, last = member.steps[-1]
        inner = weight_parameter(last)
        return None if inner is None else f"{name}__{inner}"
    return "sample_weight" if has_fit_parameter(member, "sample_weight") else None


def warn_of_lost_weights(members: Mapping[str, Any]) -> None:
    """Warn of the members that accept no weights."""
    names = ", ".join(repr(name) for name, member in members.items() if weight_parameter(member) is None)
    if names:
        message = f"sample_weight: not accepted by {names}, which are fitted without weights"
        warnings.warn(message, UserWarning, stacklevel=3)


def fit_member(member: Any, rows: Any, labels: Any, weights: Any) -> Any:
    """Fit a clone of the member, with weights if given and accepted, and return it."""
    key = None if weights is None else weight_parameter(member)
    return clone(member).fit(rows, labels, **({} if key is None else {key: weights}))
