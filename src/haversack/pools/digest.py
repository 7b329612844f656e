"""A digest of a pool, by which two results can be seen to be about the same one."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def compute_digest(columns: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the columns of a pool, as JSON with sorted keys and without spaces.

    Examples
    --------
    >>> from haversack import Pool
    >>> len(compute_digest(Pool(accuracies=[0.9, 0.8]).to_dict()))
    64
    """
    text = json.dumps(columns, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
