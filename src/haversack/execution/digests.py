"""Digests of data: equal content, equal digest."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.api.plain import to_plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from haversack.pools.pool import Pool

_LENGTH = 32
"""Hexadecimal digits of a digest: 128 bits, at which no two of any study collide."""


def digest_bytes(*pieces: bytes) -> str:
    """Return the digest of some bytes; where they are cut matters."""
    total = hashlib.sha256()
    for piece in pieces:
        total.update(len(piece).to_bytes(8, "little"))
        total.update(piece)
    return total.hexdigest()[:_LENGTH]


def digest_plain(value: Any) -> str:
    """Return the digest of plain data, in whatever order its keys are.

    Examples
    --------
    >>> digest_plain({"a": 1, "b": [2.0, None]}) == digest_plain({"b": [2.0, None], "a": 1})
    True
    >>> digest_plain({"a": 1}) == digest_plain({"a": 1.0})
    False
    """
    return digest_bytes(json.dumps(value, sort_keys=True).encode())


def digest_columns(columns: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the columns of a pool as results hold them: JSON, with sorted keys and without spaces.

    Others may compute it by these words; keys of tasks need not be so.

    Examples
    --------
    >>> from haversack import Pool
    >>> len(digest_columns(Pool(accuracies=[0.9, 0.8]).to_dict()))
    64
    """
    text = json.dumps(to_plain(columns), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def digest_pool(pool: Pool) -> str:
    """Return the digest of the content of a pool: equal pools have equal ones.

    What JSON cannot hold, in metadata and labels, counts as the text that a result records.
    """
    return _digest_value(pool)


def _digest_value(value: Any) -> str:
    if isinstance(value, np.ndarray) and value.dtype != object:
        plain = np.ascontiguousarray(value)
        return digest_bytes(b"array", plain.dtype.str.encode(), repr(plain.shape).encode(), plain.tobytes())
    if attrs.has(type(value)):
        fields = ((field.name, getattr(value, field.name)) for field in attrs.fields(type(value)))
        return digest_bytes(b"fields", *(f"{name} {_digest_value(each)}".encode() for name, each in fields))
    return digest_plain(to_plain(value))
