"""One run of a comparison."""

from __future__ import annotations

import math
from typing import Any

import attrs

from haversack.api.panel import TraceRow  # noqa: TC001 - types of fields are read when rows are
from haversack.comparison.reference import REACHED, Reference
from haversack.config.options import list_options

DERIVED = ("excess", "decades", "reached", "stop_excess")
"""Computed from the fields and written out beside them."""
_OF_AN_ANSWER = ("cost", "chosen", "seconds")


@attrs.frozen(kw_only=True)
class ComparisonRow:
    """The answer of one searcher to one case with one seed, beside the reference.

    Parameters
    ----------
    pool, group
        Name of the case and of the group it belongs to.
    members
        Number of members of the pool.
    budget
        What a set may cost; None without a limit.
    searcher, stopping
        The labels of both parts.
    seed
        Of the run.
    value, error, cost, chosen
        Of the set found: what it is worth, 1 - value where that is a probability (otherwise None), what it costs, how
        many members it has. None, here and below, if the search ended without a set.
    proven
        Whether the run itself proved its set to be the best.
    reference
        What the answer is measured against; None if no run has an answer.
    stop, stop_error
        STOP, the threshold of the paper, for this case, and 1 - STOP with full relative precision; None where the
        paper's model does not apply.
    steps, evaluations, seconds
        Of the search.
    stop_reason
        Why it ended.
    failed
        Whether a part raised an exception; the answer, if there is one, was found before.
    trace
        One row per improvement.
    """

    pool: str
    group: str
    members: int
    budget: float | None
    searcher: str
    stopping: str
    seed: int
    value: float | None = None
    error: float | None = None
    cost: float | None = None
    chosen: int | None = None
    proven: bool = False
    reference: Reference | None
    stop: float | None
    stop_error: float | None
    steps: int | None = None
    evaluations: int | None = None
    seconds: float | None = None
    stop_reason: str
    failed: bool = False
    trace: tuple[TraceRow, ...] = attrs.field(default=(), repr=False)

    @property
    def excess(self) -> float | None:
        """How much worse the answer is than the reference, as a share: for probabilities error/reference - 1."""
        return None if self.reference is None else self.reference.excess(self.value, self.error)

    @property
    def decades(self) -> float | None:
        """How many powers of ten the error is above the reference; None where there is no error."""
        if self.reference is None or self.reference.error is None:
            return None
        return decades(self.excess)

    @property
    def reached(self) -> bool | None:
        """Whether the answer is as good as the reference; None where that is only a bound."""
        if self.reference is None or self.excess is None or self.reference.kind == "bound":
            return None
        return self.excess <= REACHED

    @property
    def stop_excess(self) -> float | None:
        """By which share 1 - STOP exceeds the error of the reference; negative if STOP cannot be reached."""
        if self.reference is None or self.stop is None:
            return None
        return self.reference.excess(self.stop, self.stop_error)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values that JSON can hold; what is not finite becomes None."""
        plain = attrs.asdict(self)
        reference = plain.pop("reference") or {}
        plain["reference_kind"] = reference.get("kind")
        plain["reference_value"], plain["reference_error"] = reference.get("value"), reference.get("error")
        plain |= {name: getattr(self, name) for name in DERIVED}
        plain["trace"] = plain.pop("trace")
        return {
            key: None if isinstance(value, float) and not math.isfinite(value) else value
            for key, value in plain.items()
        }

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> ComparisonRow:
        """Return the row from which `to_dict` made this, or raise `ValueError` or `KeyError`."""
        reference = {field.name: plain[f"reference_{field.name}"] for field in attrs.fields(Reference)}
        given = {**plain, "reference": None if reference["kind"] is None else reference}
        values = {}
        for option in list_options(ComparisonRow):
            if option.name in given:
                try:
                    values[option.name] = option.type.structure(given[option.name])
                except ValueError as error:
                    raise ValueError(f"{option.name}: {error}") from error
        if values.get("value") is not None or values.get("trace"):
            for name in _OF_AN_ANSWER:
                if values.get(name) is None:
                    raise ValueError(f"{name}: must be a number where there is an answer, got nothing")
        return cls(**values)


def decades(excess: float | None) -> float | None:
    """Return an excess in powers of ten.

    Examples
    --------
    >>> decades(0.0), decades(9.0), decades(None)
    (0.0, 1.0, None)
    """
    if excess is None:
        return None
    return math.log10(1.0 + excess) if excess > -1.0 else -math.inf
