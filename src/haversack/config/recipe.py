"""The configurations that results record: runs, and searches of many runs, to be repeated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.part_record import PartRecord
from haversack.config.embedded import PAGES, extract_json
from haversack.config.fields import VERSIONS, read_fields
from haversack.config.input_files import parse_json
from haversack.config.nesting import check_nesting
from haversack.config.options import parse_type
from haversack.config.result_kinds import find_result_kind
from haversack.errors import ConfigError
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from os import PathLike

RESULT_FILES = (".json", *PAGES)
"""Endings of files with results."""
FRONTIER_KEYS = ("budgets", "separate")
"""What a frontier records beside a run on its pool."""
POOLS_TOO_LARGE = "pools_too_large"
"""The key of a result on a page that was too small for its pools."""
_SELECTION, _POLICY = "selection", "policy"
_PARTS = parse_type(dict[str, PartRecord])


@attrs.frozen
class Recipe:
    """How a result was made, or why that is not known.

    Parameters
    ----------
    kind
        That of the result, as in `haversack.config.result_kinds`.
    place
        Put before every message.
    config
        Its configuration, as plain tables.
    problem
        Why there is no `config`.
    is_skipped
        Whether it is skipped where a page holds other results: a policy, or the result of an early version.
    versions
        Of the distributions that took part, where they are recorded.
    """

    kind: str
    place: str
    config: dict[str, Any] | None = attrs.field(repr=False)
    problem: str = ""
    is_skipped: bool = False
    versions: Mapping[str, str] = attrs.field(factory=dict, repr=False)

    def get_config(self) -> dict[str, Any]:
        """Return the `config`.

        Raises
        ------
        ConfigError
            If there is none.
        """
        if self.config is None:
            raise ConfigError(f"{self.place}: {self.problem}")
        return self.config

    def get_run(self) -> dict[str, Any]:
        """Return the run of a selection, or of a frontier: one on the same pool.

        Raises
        ------
        ConfigError
            If there is none.
        """
        if self.kind not in (_SELECTION, "frontier") and self.config is not None:
            raise ConfigError(f"{self.place}: expected one run, got a {self.kind}, which `haversack run` repeats whole")
        config = self.get_config()
        return {key: value for key, value in config.items() if self.kind != "frontier" or key not in FRONTIER_KEYS}


def parse_recipes(text: str, path: str | PathLike[str], suffix: str) -> list[Recipe]:
    """Return how the results in a text were produced: one of JSON, or all that a page reports, also the skipped ones.

    Parameters
    ----------
    text
        The JSON of a result, or a page.
    path
        Its place in messages.
    suffix
        One of `RESULT_FILES`.

    Raises
    ------
    ConfigError
        If there is none, or none that can be repeated.
    """
    if suffix not in PAGES:
        return [_read_recipe(parse_json(text, str(path)), str(path))]
    documents = extract_json(text, str(path))
    if len(documents) == 1:
        return [_read_recipe(documents[0], str(path))]
    recipes = [_read_recipe(each, f"{path}, result {number}") for number, each in enumerate(documents, start=1)]
    if all(recipe.is_skipped for recipe in recipes):
        raise ConfigError(f"{path}: none of its results records its configuration, so there is nothing to repeat")
    return recipes


def choose_run(recipes: list[Recipe], path: str | PathLike[str]) -> dict[str, Any]:
    """Return the only run: that of the selection where there is one, else that of the frontier.

    Raises
    ------
    ConfigError
        If there are several, or none.
    """
    if len(recipes) == 1:
        return recipes[0].get_run()
    kept = [each for each in recipes if not each.is_skipped]
    of_kind = {kind: [each for each in kept if each.kind == kind] for kind in (_SELECTION, "frontier")}
    runs = of_kind[_SELECTION] or of_kind["frontier"]
    if len(runs) != 1:
        raise ConfigError(
            f"{path}: expected a report on one selection, got one on {len(runs)}; give the JSON of a selection instead"
        )
    return runs[0].get_run()


def get_suffix(path: str | PathLike[str]) -> str:
    """Return the ending of a file, by which its form is known."""
    return Path(path).suffix.lower()


def _read_recipe(document: Any, place: str) -> Recipe:
    kind = find_result_kind(document)
    if kind == _POLICY:
        problem = "expected something to repeat, got a policy; `haversack replay` values it on a log"
        return Recipe(kind, place, None, problem, is_skipped=True)
    if kind is None:
        # The run alone is enough.
        if not isinstance(document, dict) or "config" not in document:
            raise ConfigError(f"{place}: expected a result of haversack with the key 'config', which holds the run")
        kind = _SELECTION
    what = "run" if kind == _SELECTION else kind
    config = document.get("config")
    if config is None and document.get(POOLS_TOO_LARGE) is True:
        problem = f"the pools of this {what} were too large for a page, so it cannot be repeated from it"
        return Recipe(kind, place, None, problem, is_skipped=True)
    # All parts of a study have names; its pools may be gone from its store.
    if "config" not in document or (config is None and kind == "study"):
        return Recipe(kind, place, None, f"this {what} records no pool, so it cannot be repeated", is_skipped=True)
    if config is None:
        problem = f"this {what} used parts that have no registered name, so it cannot be repeated from a file"
        return Recipe(kind, place, None, problem)
    if not isinstance(config, dict):
        return Recipe(kind, place, None, f"config: must be a table, got {format_value(config)}")
    if config.get("observers"):
        # They may write files, which nobody expects of a result that somebody else has sent.
        return Recipe(kind, place, None, "config.observers: results record no observers; give them with the new run")
    check_nesting(config, place)
    return Recipe(kind, place, config, versions=_find_versions(document, place))


def _find_versions(document: Mapping[str, Any], place: str) -> dict[str, str]:
    """Return the versions of the distributions that took part: they stand in a list, or beside each part."""
    fields = read_fields(document, {"versions": VERSIONS, "parts": _PARTS}, place)
    of_parts = {each.distribution: each.version for each in _walk_parts(fields.get("parts", {}).values())}
    return {**fields.get("versions", {}), **{name: version for name, version in of_parts.items() if name and version}}


def _walk_parts(parts: Iterable[PartRecord]) -> Iterator[PartRecord]:
    for each in parts:
        yield each
        yield from _walk_parts(each.parts)
