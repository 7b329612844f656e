"""Defaults for searcher and stopping rule."""

from __future__ import annotations

from typing import Any

from haversack.config.build import build_part
from haversack.plugins import default_catalog
from haversack_sklearn.enumeration import Enumeration

_MAX_ENUMERATED = 12
_PATIENCE_PER_MEMBER = 500


def check_parts(**specs: Any) -> None:
    """Raise `ConfigError` for a part that cannot be built, before anything is fitted; None means the default."""
    for kind, spec in specs.items():
        if spec is not None:
            build_part(kind, spec, default_catalog())  # type: ignore[arg-type]


def choose_searcher(size: int) -> Enumeration | None:
    """Return the searcher for pools small enough to enumerate, None for larger ones."""
    return Enumeration() if size <= _MAX_ENUMERATED else None


def build_search_plan(size: int, searcher: Any, stopping: Any, certify: Any) -> dict[str, Any]:
    """Return searcher, stopping and certify for `haversack.select`, with defaults for None."""
    searcher = choose_searcher(size) if searcher is None else searcher
    if stopping is None and isinstance(searcher, Enumeration):
        # One step more than there are panels, so that the search ends by itself with a proof.
        stopping = {"kind": "max-step", "limit": 2**size}
        certify = "quick" if certify == "prove" else certify
    if stopping is None:
        stopping = {"kind": "stagnation", "steps": _PATIENCE_PER_MEMBER * size}
    return {"searcher": "annealing" if searcher is None else searcher, "stopping": stopping, "certify": certify}
