"""Results as plain values that JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

if TYPE_CHECKING:
    from haversack.api.forecast import Plan
    from haversack.pools.pool import Pool

FORMAT = 1
"""Version of the JSON of a result; a later haversack reads all earlier ones. Results without a number are older."""
MANY_STEPS = 10**4000
"""By default Python refuses to print whole numbers with more digits."""
MANY_STEPS_TEXT = "more than 10^4000"
_NUMBERS_AND_WORDS = ("budget", "budgets", "separate", "seed", "certify", "estimate", "preset", "frugal")


def to_plain(value: Any) -> Any:
    """Return what JSON can hold; metadata may be anything, and becomes text where JSON has no type for it."""
    # First, because most values of a large pool are of these types.
    if type(value) is float and math.isfinite(value):
        return value
    if type(value) in (str, int, bool, type(None)):
        return value
    if isinstance(value, Mapping):
        return {str(key): to_plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(entry) for entry in value]
    if attrs.has(type(value)):
        return {field.name: to_plain(getattr(value, field.name)) for field in attrs.fields(type(value))}
    if isinstance(value, (np.generic, np.ndarray)):
        plain = value.tolist()
        # Python has no type for the longest numbers of numpy.
        return str(plain) if isinstance(plain, np.generic) else to_plain(plain)
    known = value is None or isinstance(value, (str, int)) or (isinstance(value, float) and math.isfinite(value))
    return value if known else str(value)


def plan_to_dict(plan: Plan) -> dict[str, Any]:
    """Return plain values that JSON can hold; a MAXSTEP of thousands of digits becomes text."""
    plain = attrs.asdict(plan)
    if plan.max_steps >= MANY_STEPS:
        plain["max_steps"] = MANY_STEPS_TEXT
    return plain


def arrange_run(settings: Mapping[str, Any], pool: Pool) -> dict[str, Any]:
    """Return the settings of a run and its pool in the order of a run file: numbers and words, pool, parts."""
    sections = dict(settings)
    numbers = {key: sections.pop(key) for key in _NUMBERS_AND_WORDS if key in sections}
    return {**numbers, "pool": pool.to_dict(), **sections}
