"""Presets: parts that belong together, under one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.hookspecs import hookimpl
from haversack.presets.paper import Algorithm2

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Algorithm2"]


@hookimpl
def haversack_presets() -> Iterable[Registration]:
    """Offer the presets of this package."""
    yield Registration("paper", Algorithm2, "the paper's Algorithm 2: SHErLoCk or annealing, until STOP or MAXSTEP")
