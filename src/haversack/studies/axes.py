"""The parts of a study, each under a label, and their combinations."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import attrs

from haversack.comparison.contestants import label_parts
from haversack.config.describe import describe_with_absolute_paths
from haversack.config.paths import resolve_paths
from haversack.errors import ConfigError, PluginError
from haversack.text import format_value
from haversack.validators import to_list

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from haversack.kinds import Kind
    from haversack.plugins import Catalog

AXES: dict[str, Kind] = {"energies": "energy", "searchers": "searcher", "stopping": "stopping", "costs": "cost"}
"""Keys of a study that list parts, and their kinds."""


@attrs.frozen
class LabelledParts:
    """One combination of parts.

    Parameters
    ----------
    labels
        Of energy, searcher, stopping rule, cost model and preset; empty where the study leaves the choice to the run.
    settings
        Their sections by kind.
    """

    labels: tuple[str, ...]
    settings: Mapping[str, Any]


def resolve_axes(document: Mapping[str, Any], catalog: Catalog, directory: str | PathLike[str]) -> dict[str, Any]:
    """Return the parts that a study lists, with their paths taken as relative to a directory."""
    return {
        key: resolve_paths(kind, document[key], catalog, directory) for key, kind in AXES.items() if key in document
    }


def combine_parts(given: Mapping[str, Any], presets: Any, catalog: Catalog, place: str) -> list[LabelledParts]:
    """Return all combinations of the parts that a study lists.

    Parameters
    ----------
    given
        By key of `AXES`: one part or several, as `haversack.compare` takes searchers. What is left out is left to the
        run.
    presets
        Names of presets, or None.
    catalog
        Where names are looked up.
    place
        Put before every message.

    Raises
    ------
    ConfigError
        With one sentence per mistake; also for a part without a registered name, which no other process could build.
    """
    problems: list[str] = []
    axes: list[list[tuple[str, str, Any]]] = []
    for key, kind in AXES.items():
        try:
            axes.append(_describe_axis(key, kind, given.get(key), catalog, place))
        except ConfigError as error:
            problems.extend(error.problems)
    try:
        axes.append(_read_presets(presets, catalog, place))
    except ConfigError as error:
        problems.extend(error.problems)
    if problems:
        raise ConfigError(problems)
    return [
        LabelledParts(
            tuple(label for _, label, _ in choice), {kind: spec for kind, _, spec in choice if spec is not None}
        )
        for choice in itertools.product(*axes)
    ]


def _describe_axis(key: str, kind: Kind, given: Any, catalog: Catalog, place: str) -> list[tuple[str, str, Any]]:
    if given is None:
        return [(kind, "", None)]
    described: list[tuple[str, str, Any]] = []
    for label, part in label_parts(kind, given, catalog, place=f"{place}{key}").items():
        spec = describe_with_absolute_paths(kind, part, catalog)
        if spec is None:
            raise ConfigError(
                f"{place}{key}: {label}: has no registered name, so that no other process can build it; "
                "offer it by a plugin"
            )
        described.append((kind, label, spec))
    return described


def _read_presets(given: Any, catalog: Catalog, place: str) -> list[tuple[str, str, Any]]:
    if given is None:
        return [("preset", "", None)]
    names = [given] if isinstance(given, str) else to_list(given)
    if not names or not all(isinstance(name, str) for name in names):
        raise ConfigError(f"{place}presets: expected a list of names of presets, got {format_value(given)}")
    for name in names:
        try:
            catalog.find("preset", name)
        except PluginError as error:
            raise ConfigError(f"{place}presets: {error}") from error
    return [("preset", name, name) for name in dict.fromkeys(names)]
