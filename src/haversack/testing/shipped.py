"""Parts that ship, for what is checked to be tried with."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from haversack.config.build import build_part
from haversack.plugins import load_catalog

if TYPE_CHECKING:
    from haversack.plugins import Kind


@functools.cache
def shipped_part(kind: Kind, name: str) -> Any:
    """Return a part of haversack's own, whatever else is installed."""
    return build_part(kind, name, load_catalog(third_parties=False))
