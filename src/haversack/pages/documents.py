"""Files that a report is made of: results in JSON, and pages that carry them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.comparison.result import Comparison
from haversack.config.embedded import PAGES, extract_json
from haversack.config.fields import TABLE, TABLES, VERSIONS, check_error, read_fields
from haversack.config.input_files import parse_json, read_text
from haversack.config.nesting import check_nesting
from haversack.config.options import parse_type
from haversack.config.result_kinds import find_result_kind
from haversack.config.results import read_selection
from haversack.errors import ConfigError
from haversack.pages.staircase import read_staircase
from haversack.policies.reading import read_policy
from haversack.pools.columns import COSTS
from haversack.studies.result import ANSWER_COLUMNS, COLUMNS, RESULTS, StudyResult
from haversack.studies.stored import read_result
from haversack.studies.tasks import LABELS

if TYPE_CHECKING:
    from os import PathLike


def _read_comparison(document: Mapping[str, Any], place: str) -> Comparison:
    try:
        return Comparison.from_json(json.dumps(document))
    except ConfigError as error:
        raise ConfigError([f"{place}: {problem}" for problem in error.problems]) from error


_STUDY = {
    "tasks": parse_type(int),
    "finished": parse_type(int),
    "interrupted": parse_type(bool),
    "versions": VERSIONS,
    "config": TABLE,
}
_NUMBERS = parse_type(list[float] | None)
_STUDY_CONFIG = {"pools": TABLES, "budget_shares": _NUMBERS}
_STUDY_POOL = {"name": parse_type(str), "pool": parse_type(dict[str, Any])}


def _read_study(document: Mapping[str, Any], place: str) -> StudyResult:
    """Return the finished tasks of a study."""
    rows = document.get("rows")
    if rows is None:
        raise ConfigError(
            f"{place}: holds no results of the study, which were too many for a page; report on its store"
        )
    fields = read_fields(document, _STUDY | {"rows": TABLES}, place)
    config = fields.get("config")
    _check_study_config(config or {}, place)
    checked = [_read_row(row, place, f"rows[{number}].") for number, row in enumerate(rows)]
    labels = [[row[key] for key in LABELS] for row in checked]
    records = [{key: row[key] for key in RESULTS if key != "chosen"} for row in checked]
    return StudyResult(
        labels,
        records,
        interrupted=fields.get("interrupted", False),
        versions=fields.get("versions", {}),
        read_config=lambda: config,
    )


def _check_study_config(config: Mapping[str, Any], place: str) -> None:
    """Check what a page shows of the configuration of a study."""
    pools = read_fields(config, _STUDY_CONFIG, place, within="config.").get("pools", ())
    for number, pool in enumerate(pools):
        within = f"config.pools[{number}]."
        columns = read_fields(pool, _STUDY_POOL, place, required=_STUDY_POOL, within=within)["pool"]
        read_fields(columns, {COSTS.key: _NUMBERS}, place, within=f"{within}pool.")


def _read_row(row: Mapping[str, Any], place: str, within: str) -> dict[str, Any]:
    columns = COLUMNS if row.get("value") is None else ANSWER_COLUMNS
    values = read_fields(row, columns, place, required=columns, within=within)
    check_error(values["error"], f"{place}: {within}error")
    return values


_READERS: dict[str, Callable[[Mapping[str, Any], str], Any]] = {
    "selection": read_selection,
    "frontier": read_staircase,
    "comparison": _read_comparison,
    "policy": read_policy,
    "study": _read_study,
}
"""Returns a result from its plain values; the place is put before every message.

A further kind needs an entry here, its keys in `haversack.config.result_kinds`, and a chapter in
`haversack.pages.report`.
"""


@attrs.frozen
class Document:
    """A result to report.

    Parameters
    ----------
    kind
        Name of its kind.
    result
        The result itself.
    plain
        Its plain values.
    place
        Where it comes from.
    """

    kind: str
    result: Any
    plain: Mapping[str, Any] = attrs.field(repr=False)
    place: str = "result"


def read_documents(path: str | PathLike[str]) -> list[Document]:
    """Read the results in a file: one of JSON, or all that a page carries; or the study in a folder, its store.

    Raises
    ------
    ConfigError
        If the file cannot be read or holds something else.
    """
    if Path(path).is_dir():
        result = read_result(path)
        return [Document("study", result, {"tasks": len(result)}, str(path))]
    place, text = str(path), read_text(path)
    if Path(path).suffix.lower() in PAGES:
        return [recognise(each, place) for each in extract_json(text, place)]
    return [recognise(parse_json(text, place), place)]


def recognise(plain: object, place: str) -> Document:
    """Return a result from its plain values.

    Raises
    ------
    ConfigError
        If it is of no kind that can be reported, or not a valid one.
    """
    kind = find_result_kind(plain)
    if kind is None:
        raise ConfigError(
            f"{place}: expected the JSON of a result that `--out` or `--json` wrote, one of {', '.join(_READERS)}"
        )
    assert isinstance(plain, Mapping)
    check_nesting(plain, place)
    return Document(kind, _READERS[kind](plain, place), plain, place)
