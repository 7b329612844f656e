"""How to search where the user does not say."""

from __future__ import annotations

from typing import Any

from haversack.config.build import build_part
from haversack.plugins import default_catalog
from haversack_sklearn.enumeration import Enumeration

_ALL_PANELS_UP_TO = 12
_PATIENCE_PER_MEMBER = 500


def check_parts(**specs: Any) -> None:
    """Complain of a part that cannot be made, before anything is fitted for it; None is left to us."""
    for kind, spec in specs.items():
        if spec is not None:
            build_part(kind, spec, default_catalog())  # type: ignore[arg-type]


def small_pool_searcher(size: int) -> Enumeration | None:
    """Return the searcher for pools in which every panel can be looked at, None for larger ones."""
    return Enumeration() if size <= _ALL_PANELS_UP_TO else None


def search_plan(size: int, searcher: Any, stopping: Any, certify: Any) -> dict[str, Any]:
    """Return searcher, stopping and certify for `haversack.select`, with something for what is None."""
    searcher = small_pool_searcher(size) if searcher is None else searcher
    if stopping is None and isinstance(searcher, Enumeration):
        # One step more than there are panels: the search ends by itself, with the proof that may have been asked for.
        stopping = {"kind": "max-step", "limit": 2**size}
        certify = "quick" if certify == "prove" else certify
    if stopping is None:
        stopping = {"kind": "stagnation", "steps": _PATIENCE_PER_MEMBER * size}
    return {"searcher": "annealing" if searcher is None else searcher, "stopping": stopping, "certify": certify}
