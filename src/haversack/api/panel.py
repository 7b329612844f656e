"""Sets as results show them: beside the answer, and on the way to it."""

from __future__ import annotations

import attrs


@attrs.frozen
class TraceRow:
    """One improvement of the best set: when it was found and how good it was."""

    step: int
    seconds: float
    value: float
    error: float | None
    cost: float
    bound: float | None = None


@attrs.frozen
class Panel:
    """A set to compare the answer with.

    Parameters
    ----------
    members, names
        Indices of its members, rising, and their names.
    value, error
        As in `Selection`.
    cost
        Cost of the set.
    """

    members: tuple[int, ...]
    names: tuple[str, ...]
    value: float
    error: float | None
    cost: float
