"""Results of promptfoo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from haversack.errors import PoolError
from haversack.pools.logs.json_records import tabulate
from haversack.pools.logs.tables import LogTable
from haversack.readers.agreement import explain_grades

if TYPE_CHECKING:
    from haversack.pools.logs.sources import LogSource

_KEYS = {"provider", "success"}
_TEST = ("testIdx", "vars")
"""Either says which test a result is of; the number, where there is one."""
_VERSION = 3
_PROVIDER_FAILED = 2
"""The failure reason of a result without an answer."""
_UNJUDGED = "No assertions"
_SESSION = "sessionId"


@attrs.frozen
class PromptfooResults:
    """What ``promptfoo eval --output`` writes: JSON of version 3, or JSONL with a result per line.

    A test is an item: its number, or its variables in results without one. A provider is a member, and one with several
    prompts is several members. Whether a test passed is the grade; where each test expects one text, ``equals``,
    answers are recorded. An error of a provider is no answer.

    Written after promptfoo 0.122.0 (commit 831ec62).
    """

    def recognises(self, source: LogSource) -> bool:
        """Return whether the document, or the first record, is one of promptfoo."""
        names = set(source.header)
        return _find_results(source.document) is not None or (names >= _KEYS and not names.isdisjoint(_TEST))

    def read(self, source: LogSource) -> LogTable:
        """Return a row per result."""
        table = source.table
        results = _find_results(source.document)
        if results is not None:
            version = source.document["results"].get("version", _VERSION)
            if version != _VERSION:
                raise PoolError(f"{source.name}: results.version: expected {_VERSION}, got {version!r:.80}")
            table = tabulate(source.name, results, range(1, len(results) + 1), "result")
        for key in sorted(_KEYS - table.columns.keys()):
            raise PoolError(f"{source.name}: no result has the key {key!r}")
        if table.columns.keys().isdisjoint(_TEST):
            raise PoolError(f"{source.name}: no result has the key {_TEST[0]!r} or {_TEST[1]!r}")
        return _read_results(table)


def _find_results(document: Any) -> list[Any] | None:
    """Return the list of results in a document, or None if it has none."""
    inner = document.get("results") if isinstance(document, Mapping) else None
    results = inner.get("results") if isinstance(inner, Mapping) else None
    return results if isinstance(results, list) else None


def _read_results(table: LogTable) -> LogTable:
    nothing: Sequence[Any] = [None] * len(table)
    columns = {key: table.columns.get(key, nothing) for key in ("cost", "latencyMs")}
    failed = [
        reason == _PROVIDER_FAILED or (bool(error) and not response)
        for reason, error, response in zip(
            *(table.columns.get(key, nothing) for key in ("failureReason", "error", "response")), strict=True
        )
    ]
    outputs = [_get(response, "output") for response in table.columns.get("response", nothing)]
    expected = [_find_expected(test) for test in table.columns.get("testCase", nothing)]
    judged = [_is_judged(result) for result in table.columns.get("gradingResult", nothing)]
    if not any(judged):
        raise PoolError(f"{table.name}: no test has an assertion, so nothing says which answers are right")
    grades = [
        success if known and not failure else None
        for failure, known, success in zip(failed, judged, table.columns["success"], strict=True)
    ]
    outputs = [None if failure else output for failure, output in zip(failed, outputs, strict=True)]
    columns |= {"provider": _name_members(table), "success": grades, "output": outputs, "expected": expected}
    tests = (table.columns.get(key, nothing) for key in ("testCase", "vars"))
    columns["vars"] = [_find_variables(test, variables) for test, variables in zip(*tests, strict=True)]
    columns |= {key: table.columns[key] for key in _TEST[:1] if key in table.columns}
    item = next(key for key in _TEST if key in columns)
    roles = {"item": item, "member": "provider", "correct": "success"}
    if explain_grades(outputs, expected, grades):
        roles |= {"answer": "output", "truth": "expected"}
    for role, name in (("price", "cost"), ("latency", "latencyMs")):
        if any(cell is not None for cell in columns[name]):
            roles[role] = name
    return LogTable(table.name, columns, table.places, table.unit, roles, contents="vars")


def _name_members(table: LogTable) -> list[str]:
    """Return the provider of each result, with the number of the prompt where a provider has several."""
    names = [
        provider if isinstance(provider, str) else str(_get(provider, "label") or _get(provider, "id") or "")
        for provider in table.columns["provider"]
    ]
    prompts: dict[str, set[Any]] = {}
    numbers = table.columns.get("promptIdx", [0] * len(table))
    for name, prompt in zip(names, numbers, strict=True):
        prompts.setdefault(name, set()).add(prompt)
    return [
        f"{name} prompt {prompt}" if len(prompts[name]) > 1 else name
        for name, prompt in zip(names, numbers, strict=True)
    ]


def _is_judged(result: Any) -> bool:
    """Return whether a result was compared with anything: a test without assertions passes whatever the answer."""
    return bool(_get(result, "reason") != _UNJUDGED)


def _find_variables(test: Any, variables: Any) -> Any:
    """Return what a test puts into the prompt, without what is new in every run."""
    variables = _get(test, "vars") or variables
    return (
        {key: value for key, value in variables.items() if key != _SESSION} if isinstance(variables, Mapping) else None
    )


def _find_expected(test: Any) -> Any:
    """Return the text that a test expects, if it expects exactly one."""
    checks = _get(test, "assert")
    if not isinstance(checks, list) or len(checks) != 1 or _get(checks[0], "type") != "equals":
        return None
    return _get(checks[0], "value")


def _get(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, Mapping) else None
