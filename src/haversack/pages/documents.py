"""Files that a report is made of: results in JSON, and pages that carry them."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.comparison.result import Comparison
from haversack.config.embedded import PAGES, extract_json
from haversack.config.input_files import parse_json, read_text
from haversack.config.nesting import check_nesting
from haversack.config.result_kinds import find_result_kind
from haversack.config.results import read_selection
from haversack.errors import ConfigError
from haversack.pages.staircase import read_staircase
from haversack.policies.reading import read_policy
from haversack.studies.result import COLUMNS, RESULTS, StudyResult
from haversack.studies.run import read_result
from haversack.studies.tasks import LABELS
from haversack.text import format_value

if TYPE_CHECKING:
    from os import PathLike


def _read_comparison(document: Mapping[str, Any], place: str) -> Comparison:
    try:
        return Comparison.from_json(json.dumps(document))
    except ConfigError as error:
        raise ConfigError([f"{place}: {problem}" for problem in error.problems]) from error


def _read_study(document: Mapping[str, Any], place: str) -> StudyResult:
    """Return the finished tasks of a study."""
    rows = document.get("rows")
    if rows is None:
        raise ConfigError(
            f"{place}: holds no results of the study, which were too many for a page; report on its store"
        )
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise ConfigError(f"{place}: rows: must be a list of tables, got {format_value(rows)}")
    checked = [_read_row(row, f"{place}: rows[{number}]") for number, row in enumerate(rows)]
    labels = [[row[key] for key in LABELS] for row in checked]
    records = [{key: row[key] for key in RESULTS if key != "chosen"} for row in checked]
    return StudyResult(
        labels,
        records,
        interrupted=bool(document.get("interrupted")),
        versions=_read_table(document, "versions", place) or {},
        read_config=functools.partial(_read_table, document, "config", place),
    )


def _read_row(row: Mapping[str, Any], place: str) -> dict[str, Any]:
    values = {}
    for key, kind in COLUMNS.items():
        if key not in row:
            raise ConfigError(f"{place}.{key}: missing")
        try:
            values[key] = kind.structure(row[key])
        except ValueError as error:
            raise ConfigError(f"{place}.{key}: {error}") from error
    return values


def _read_table(document: Mapping[str, Any], key: str, place: str) -> Mapping[str, Any] | None:
    table = document.get(key)
    if table is not None and not isinstance(table, Mapping):
        raise ConfigError(f"{place}: {key}: must be a table, got {format_value(table)}")
    return table


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
