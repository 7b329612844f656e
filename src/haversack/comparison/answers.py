"""What is kept of a run of a comparison: plain values that JSON can hold, and back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import attrs

from haversack.api.panel import TraceRow
from haversack.execution.store import DONE, FAILED

if TYPE_CHECKING:
    from haversack.api.forecast import Plan
    from haversack.api.selection import Selection

_NUMBERS = ("value", "error", "cost", "seconds", "bound", "error_bound")
_OTHERS = ("proven", "steps", "evaluations")
_TRACE = tuple(field.name for field in attrs.fields(TraceRow))


def describe_answer(found: Selection) -> dict[str, Any]:
    """Return what is kept of a run."""
    return {
        "status": FAILED if found.failed else DONE,
        "reason": found.stop_reason,
        **{name: _to_plain(getattr(found, name)) for name in _NUMBERS},
        **{name: getattr(found, name) for name in _OTHERS},
        "chosen": len(found.members),
        "trace": [[_to_plain(getattr(row, name)) for name in _TRACE] for row in found.trace],
        **describe_plan(found.plan),
    }


def describe_plan(plan: Plan | None) -> dict[str, Any]:
    """Return what is kept of a plan: STOP and 1 - STOP."""
    return {} if plan is None else {"stop": _to_plain(plan.threshold), "stop_error": _to_plain(plan.error_threshold)}


def _to_plain(value: Any) -> Any:
    """Return what JSON can hold: a number that is not finite as a text."""
    return repr(value) if isinstance(value, float) and not math.isfinite(value) else value


def _to_number(value: Any) -> Any:
    return float(value) if isinstance(value, str) else value


@attrs.frozen
class RunAnswer:
    """What a record says of a run.

    Parameters
    ----------
    failed
        Whether a part failed.
    stop_reason
        Why the run ended.
    has_plan, stop, stop_error
        Whether the rule of the run has a plan; its STOP and 1 - STOP, None if there is none.
    value, error, proven, bound, error_bound
        As in `Selection`; NaN, None and False where the run has no answer.
    fields
        Further fields of a row of the comparison; empty where the run has no answer.
    """

    failed: bool
    stop_reason: str
    has_plan: bool
    stop: float | None
    stop_error: float | None
    value: float
    error: float | None
    proven: bool
    bound: float | None
    error_bound: float | None
    fields: dict[str, Any]

    @classmethod
    def of(cls, record: dict[str, Any]) -> RunAnswer:
        """Return what a record says."""
        numbers = {name: _to_number(record.get(name)) for name in (*_NUMBERS, "stop", "stop_error")}
        fields: dict[str, Any] = {}
        if "trace" in record:
            fields = {name: record[name] for name in (*_OTHERS, "chosen")}
            fields |= {name: numbers[name] for name in ("value", "error", "cost", "seconds")}
            rows = (dict(zip(_TRACE, map(_to_number, row), strict=True)) for row in record["trace"])
            fields["trace"] = tuple(TraceRow(**row) for row in rows)
        del numbers["cost"], numbers["seconds"]
        numbers["value"] = numbers["value"] if fields else math.nan
        return cls(
            failed=record["status"] == FAILED,
            stop_reason=record.get("reason", ""),
            has_plan="stop" in record,
            proven=bool(record.get("proven")),
            fields=fields,
            **numbers,
        )
