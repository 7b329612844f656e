"""Built-in observers: who watches runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack.api.registration import Registration
from haversack.hookspecs import hookimpl
from haversack.observers.jsonl import JsonLines

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["JsonLines"]


@hookimpl
def haversack_observers() -> Iterable[Registration]:
    """Offer the observers of this package."""
    yield Registration("jsonl", JsonLines, "write each event of a run as a line of JSON to a file")
