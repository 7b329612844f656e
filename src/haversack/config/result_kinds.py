"""The kinds of results that haversack writes as JSON, and by what each is known."""

from __future__ import annotations

from collections.abc import Mapping, Set

RESULT_KEYS: Mapping[str, Set[str]] = {
    "selection": {"config", "members"},
    "frontier": {"points", "last_budget"},
    "comparison": {"rows", "planned"},
    "policy": {"branches", "model"},
    "study": {"tasks", "finished"},
}
"""The keys that only results of one kind have together."""


def find_result_kind(document: object) -> str | None:
    """Return the kind of a result from its plain values, or None if they are something else.

    Examples
    --------
    >>> find_result_kind({"rows": [], "planned": 3, "seconds": 10}), find_result_kind([1, 2])
    ('comparison', None)
    """
    if not isinstance(document, Mapping):
        return None
    return next((kind for kind, keys in RESULT_KEYS.items() if keys <= document.keys()), None)
