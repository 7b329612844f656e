"""Samples that lm-evaluation-harness logs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import PoolError
from haversack.pools.logs.cells import to_names
from haversack.pools.logs.tables import LogTable
from haversack.readers.agreement import explain_grades

if TYPE_CHECKING:
    from pathlib import Path

    from haversack.pools.logs.sources import LogSource

_DOCUMENT = {"doc_id", "doc_hash"}
_RESPONSES = {"resps", "filtered_resps"}
_PREFERRED = ("acc", "exact_match")
_FILE = re.compile(r"samples_(?P<task>.+)_(?P<date>\d{4}-\d{2}-\d{2}T[\d.-]+)\.jsonl(\.gz)?", re.IGNORECASE)


@attrs.frozen
class HarnessSamples:
    """The files ``samples_TASK_DATE.jsonl`` that ``lm_eval --log_samples`` writes, one per model and task.

    Files are joined on the hash of the document, or its number where there is none; documents of one file that are
    equal are told apart by their order. The name of the model is that in
    the file of results beside it, or else the name of the folder. Where the chosen option of a multiple choice, or the
    filtered response, is the target exactly when the metric says so, answers are recorded; otherwise grades.

    Written after version 0.4.13.dev0 of lm-evaluation-harness (commit 4e7e0d4).

    Parameters
    ----------
    filter
        Name of the filter whose lines are read. Required if a file has several.
    metric
        The metric that says whether an answer is right, with values 0 and 1; by default ``acc`` or ``exact_match``, or
        the only one.
    """

    filter: str | None = None
    metric: str | None = None

    def recognises(self, source: LogSource) -> bool:
        """Return whether the first record names a document and has responses."""
        return all(keys & set(source.header) for keys in (_DOCUMENT, _RESPONSES))

    def read(self, source: LogSource) -> LogTable:
        """Return a row per document."""
        table = self._choose_filter(source.table)
        metric = self._choose_metric(table)
        name = _FILE.fullmatch(source.path.name) if source.path is not None else None
        task = "" if name is None else f"{name['task']}/"
        nothing = [None] * len(table)
        hashes, numbers, documents, targets, responses = (
            table.columns.get(key, nothing) for key in ("doc_hash", "doc_id", "doc", "target", "filtered_resps")
        )
        grades = table.columns[metric]
        answers = [_read_answer(each) for each in responses]
        columns = {
            **{key: cells for key, cells in table.columns.items() if key not in ("doc", "arguments", "resps")},
            "document": [f"{task}{document}" for document in _name_documents(hashes, numbers)],
            "model": [_find_model(source, name)] * len(table),
            "response": answers,
            "grade": grades,
            # A hash says it already.
            "doc": [doc if key is None else None for key, doc in zip(hashes, documents, strict=True)],
        }
        roles = {"item": "document", "member": "model", "correct": "grade"}
        if explain_grades(answers, targets, grades):
            roles |= {"answer": "response", "truth": "target"}
        return LogTable(table.name, columns, table.places, table.unit, roles, contents="doc")

    def _choose_filter(self, table: LogTable) -> LogTable:
        """Return the lines of one filter."""
        filters = to_names(table.columns.get("filter", [None] * len(table)))
        names = list(dict.fromkeys(filters))
        if self.filter is None and len(names) > 1:
            raise PoolError(
                f"{table.name}: has lines of the filters {' and '.join(map(repr, names))}; choose one by format: "
                f"lm-eval:filter={names[0]}"
            )
        if self.filter is None:
            return table
        rows = [row for row, name in enumerate(filters) if name == self.filter]
        if not rows:
            raise PoolError(f"{table.name}: no line of the filter {self.filter!r}; found {', '.join(map(repr, names))}")
        columns = {key: [cells[row] for row in rows] for key, cells in table.columns.items()}
        return LogTable(table.name, columns, [table.places[row] for row in rows], table.unit)

    def _choose_metric(self, table: LogTable) -> str:
        listed = next((names for names in table.columns.get("metrics", ()) if isinstance(names, Sequence)), None)
        # Older versions do not list the metrics of a sample.
        known = [name for name in (_PREFERRED if listed is None else listed) if name in table.columns]
        if self.metric is not None:
            if self.metric not in table.columns:
                raise PoolError(f"{table.name}: no metric {self.metric!r}; found {', '.join(map(repr, known))}")
            return self.metric
        preferred = [name for name in _PREFERRED if name in known]
        if not preferred and len(known) != 1:
            raise PoolError(
                f"{table.name}: expected one of the metrics acc and exact_match, found "
                f"{', '.join(map(repr, known)) or 'none'}; choose one by format: lm-eval:metric=NAME"
            )
        return (preferred or known)[0]


def _name_documents(hashes: Sequence[Any], numbers: Sequence[Any]) -> list[str]:
    """Return the hash of each document, or its number where there is none.

    A second document that equals another one has its own number, and is named as the second of its hash: benchmarks
    contain duplicates. With the same number it is the same document, logged again.
    """
    seen: dict[Any, list[Any]] = {}
    names = []
    for key, number in zip(hashes, numbers, strict=True):
        if key is None:
            names.append(str(number))
            continue
        known = seen.setdefault(key, [])
        if number not in known:
            known.append(number)
        rank = known.index(number)
        names.append(f"{key} ({rank + 1})" if rank else str(key))
    return names


def _read_answer(responses: Any) -> str | None:
    """Return the first response, or the position of the likeliest option of a multiple choice."""
    if not isinstance(responses, Sequence) or isinstance(responses, str) or not responses:
        return None
    first = responses[0]
    if isinstance(first, str):
        return first
    if len(responses) == 1:  # Several texts for one prompt, say: no options to choose from.
        return None
    try:
        likelihoods = [float(option[0]) for option in responses]
    except (TypeError, ValueError, IndexError, KeyError):
        return None
    return str(max(range(len(likelihoods)), key=likelihoods.__getitem__))


def _find_model(source: LogSource, name: re.Match[str] | None) -> str:
    """Return the name of the model: from the results of the same run, or else of the folder."""
    path = source.path
    if path is None:
        return "model"
    if name is None:
        return path.name.removesuffix(".gz").rpartition(".")[0]
    for results in sorted(path.parent.glob(f"*_{name['date']}.json")):
        model = _read_model(results)
        if model:
            return model
    return path.resolve().parent.name


def _read_model(results: Path) -> str | None:
    try:
        document = json.loads(results.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    model = document.get("model_name") if isinstance(document, Mapping) else None
    return model if isinstance(model, str) else None
