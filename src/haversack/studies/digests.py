"""Digests of all that the result of a task depends on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.config.options import list_options
from haversack.errors import ConfigError, PluginError
from haversack.hookspecs import PROJECT
from haversack.kinds import PART_KINDS

if TYPE_CHECKING:
    from haversack.kinds import Kind
    from haversack.plugins import Catalog
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


def digest_pool(pool: Pool) -> str:
    """Return the digest of the content of a pool: equal pools have equal ones."""
    return _digest_value(pool)


def _digest_value(value: Any) -> str:
    if isinstance(value, np.ndarray) and value.dtype != object:
        plain = np.ascontiguousarray(value)
        return digest_bytes(b"array", plain.dtype.str.encode(), repr(plain.shape).encode(), plain.tobytes())
    if attrs.has(type(value)):
        fields = ((field.name, getattr(value, field.name)) for field in attrs.fields(type(value)))
        return digest_bytes(b"fields", *(f"{name} {_digest_value(each)}".encode() for name, each in fields))
    if isinstance(value, Mapping):
        return digest_bytes(b"table", *(f"{key!r} {_digest_value(each)}".encode() for key, each in value.items()))
    if isinstance(value, (list, tuple)) and not all(isinstance(each, str) for each in value):
        return digest_bytes(b"list", *(_digest_value(each).encode() for each in value))
    # Names of members are many.
    return digest_bytes(
        type(value).__name__.encode(), *map(str.encode, value if isinstance(value, list | tuple) else [repr(value)])
    )


def digest_files(kind: Kind, spec: Any, catalog: Catalog) -> list[str]:
    """Return the digests of the files that the options of a part name.

    Raises
    ------
    ConfigError
        If one cannot be read.
    """
    digests = []
    for each in _list_parts(kind, spec):
        options = list_options(catalog.find(kind, each["kind"]).factory)
        for path in (each[option.name] for option in options if option.type.takes_path and option.name in each):
            try:
                digests.append(digest_bytes(Path(path).read_bytes()))
            except OSError as error:
                raise ConfigError(f"{path}: cannot be read: {error.strerror or error}") from error
    return digests


def find_versions(specs: Mapping[Kind, Any], preset: str | None, catalog: Catalog) -> dict[str, str]:
    """Return the versions of all distributions that take part in a run, by name.

    These are haversack, the distributions of the parts, and those that offer searchers: a run may ask any of these for
    a proof.
    """
    sources = [entry.source for entry in catalog.entries if entry.kind == "searcher"]
    sources += [
        catalog.find(kind, each["kind"]).source for kind, spec in specs.items() for each in _list_parts(kind, spec)
    ]
    if preset is not None:
        sources.append(catalog.find("preset", preset).source)
    versions = {source.distribution: source.version for source in sources}
    return {PROJECT: catalog_version(catalog), **dict(sorted(versions.items()))}


def catalog_version(catalog: Catalog) -> str:
    """Return the version of haversack itself."""
    return next((entry.source.version for entry in catalog.entries if entry.source.is_own), "?")


def check_versions(versions: Mapping[str, str], catalog: Catalog, place: str) -> None:
    """Raise `PluginError` if a distribution has another version here."""
    here = {entry.source.distribution: entry.source.version for entry in catalog.entries}
    for name, version in versions.items():
        if here.get(name) != version:
            found = f"has {name} {here[name]}" if name in here else f"does not have {name}"
            raise PluginError(f"{place}: {found}; the study needs version {version} on all machines")
    for entry in catalog.entries:
        if entry.kind == "searcher" and entry.source.distribution not in versions:
            raise PluginError(
                f"{place}: has {entry.source}, which the study does not have; install it nowhere or everywhere"
            )


def _list_parts(kind: Kind, spec: Any) -> list[Mapping[str, Any]]:
    """Return the sections of a part: several, if it is composed of parts."""
    if spec is None:
        return []
    if PART_KINDS[kind].is_composition(spec):
        return [
            part
            for key in PART_KINDS[kind].compositions
            for each in spec.get(key, [])
            for part in _list_parts(kind, each)
        ]
    return [spec]
