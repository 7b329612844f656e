"""What a page carries of a result as data: its configuration only where the pools are not too large."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from haversack.config.recipe import POOLS_TOO_LARGE

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_CHARACTERS = 20_000_000
"""Of the JSON of the configuration of a result."""


def carry_result(document: Mapping[str, Any], *, is_too_large: bool = False) -> Mapping[str, Any]:
    """Return plain values of a result without its `config` if that is too large for a page, and with a mark then.

    Parameters
    ----------
    document
        The result as plain values.
    is_too_large
        Whether a page that it was read from had left out its pools.
    """
    config = document.get("config")
    if config is not None:
        is_too_large = len(json.dumps(config, default=str)) > _MOST_CHARACTERS
    if not is_too_large:
        return document
    return {**{key: value for key, value in document.items() if key != "config"}, POOLS_TOO_LARGE: True}


def has_large_pools(document: Mapping[str, Any]) -> bool:
    """Return whether plain values of a result have the mark."""
    return document.get(POOLS_TOO_LARGE) is True
