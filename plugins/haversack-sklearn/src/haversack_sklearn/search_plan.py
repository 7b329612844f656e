"""Searcher and stopping rule."""

from __future__ import annotations

from typing import Any

from haversack.config.build import build_part
from haversack.plugins import default_catalog

_MOST_SETS = 2**16
_PATIENCE_PER_MEMBER = 500
_FEW_MEMBERS, _PROVED_MEMBERS = 8, 12


def check_parts(**specs: Any) -> None:
    """Raise `ConfigError` for a part that cannot be built, before anything is fitted; None means the default."""
    for kind, spec in specs.items():
        if spec is not None:
            build_part(kind, spec, default_catalog())  # type: ignore[arg-type]


def choose_searcher(size: int, energy: Any = None) -> dict[str, Any]:
    """Return the default of haversack with less effort: cross-validation and grids fit many times."""
    patience = _PATIENCE_PER_MEMBER * size
    if energy == "votes" and size > _FEW_MEMBERS:
        # The estimate repeats the search 25 times. The tree of a small pool takes less time than a walk; in larger
        # pools the proof may take long, and follows once.
        return {"kind": "exact-votes"} if size <= _PROVED_MEMBERS else {"kind": "annealing", "patience": patience}
    return {"kind": "auto", "most_sets": _MOST_SETS, "patience": patience}
