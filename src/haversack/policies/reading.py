"""From the JSON of a policy back to the policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from haversack.config.options import list_options
from haversack.config.records import find_key_problems
from haversack.config.saved import check_saved, parse_saved
from haversack.errors import ConfigError, HaversackError
from haversack.policies.answer_model import AnswerModel
from haversack.policies.policy import FORMAT, Policy
from haversack.text import format_value

if TYPE_CHECKING:
    from os import PathLike


def read_policy_json(source: str | PathLike[str]) -> Policy:
    """Read a policy from JSON, or from a file if it is a path; see `Policy.from_json`."""
    return read_policy(*parse_saved(source, "policy"))


def is_policy(document: object) -> bool:
    """Return whether plain values are, or mean to be, those of a policy."""
    return isinstance(document, Mapping) and document.get("kind") == "policy"


def read_policy(document: object, place: str = "policy") -> Policy:
    """Return the policy that `Policy.to_dict` returned as plain values.

    Keys that an earlier version did not write have their defaults.

    Parameters
    ----------
    document
        The plain values.
    place
        Put before every message.

    Raises
    ------
    ConfigError
        With one message per problem.
    """
    if not isinstance(document, Mapping) or not is_policy(document):
        if isinstance(document, Mapping) and "members" in document:
            raise ConfigError(f"{place}: expected a policy, got a selection; `haversack decide` decides by it")
        raise ConfigError(
            f"{place}: expected a policy of haversack with the key 'kind' of 'policy', got {format_value(document)}"
        )
    check_saved(document, FORMAT, "policy", place)
    values = _read_fields(Policy, {key: document[key] for key in document if key not in ("format", "kind")}, place)
    try:
        return Policy(**values)
    except HaversackError as error:
        raise ConfigError(f"{place}: {error}") from error


def _read_fields(kind: type, table: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Return the arguments of a class; the model is read by itself, without a walk over its tables."""
    options = list_options(kind)
    problems = list(find_key_problems(table, options, prefix=f"{place}: "))
    values: dict[str, Any] = {}
    for option in options:
        if option.name not in table:
            continue
        try:
            if option.name == "model":
                values["model"] = _read_model(table["model"])
            else:
                values[option.name] = option.type.structure(table[option.name])
        except (ValueError, TypeError, HaversackError) as error:
            problems.append(f"{place}: {option.name}: {error}")
    if problems:
        raise ConfigError(problems)
    return values


def _read_model(table: Any) -> AnswerModel:
    if not isinstance(table, Mapping):
        raise ValueError(f"must be a table, got {format_value(table)}")
    problems = list(find_key_problems(table, list_options(AnswerModel)))
    if problems:
        raise ValueError("; ".join(problems))
    return AnswerModel(**table)
