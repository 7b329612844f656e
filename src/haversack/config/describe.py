"""From a part of a run back to the dict that builds it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from haversack.config.build import build_part
from haversack.config.options import list_options
from haversack.config.paths import anchor_paths
from haversack.kinds import BUILT_KINDS

if TYPE_CHECKING:
    from haversack.config.records import Option
    from haversack.kinds import Kind
    from haversack.plugins import Catalog


def describe_part(kind: Kind, part: object, catalog: Catalog) -> dict[str, Any] | None:
    """Return the dict from which `build_part` builds an equal part, or None if there is none.

    There is none for a part without a registered name, nor for one with an option that plain data cannot express.
    """
    composition = BUILT_KINDS[kind].find_composition(part)
    if composition is not None:
        key, parts = composition
        inner = [describe_part(kind, each, catalog) for each in parts]
        return None if None in inner else {key: inner}
    entry = catalog.entry_for(kind, part)
    if entry is None or not attrs.has(type(part)):
        return None
    spec: dict[str, Any] = {"kind": catalog.name_of(entry)}
    for option in list_options(entry.factory):
        assert option.field is not None
        value = getattr(part, option.field.name)
        # TOML has no word for None: it is expressed by leaving the option out.
        if value is None and option.field.default is None:
            continue
        plain = to_plain(value)
        if plain is None or not _restores(option, plain, value, part):
            return None
        spec[option.name] = plain
    return spec


def describe_with_absolute_paths(kind: Kind, part: object, catalog: Catalog) -> dict[str, Any] | None:
    """Return the same dict for results and for other processes, which may have other working directories."""
    spec: dict[str, Any] | None = anchor_paths(kind, describe_part(kind, part, catalog), catalog)
    return spec


def anchor_part(kind: Kind, part: Any, catalog: Catalog) -> Any:
    """Return a part that finds its files whatever the working directory is: itself, or an equal one that does.

    A part may read its files as late as in another process.
    """
    spec = describe_part(kind, part, catalog)
    anchored = anchor_paths(kind, spec, catalog)
    return part if anchored == spec else build_part(kind, anchored, catalog)


def to_plain(value: Any) -> Any:
    """Return a value as numbers, texts, lists and tables; what is none of these is returned unchanged.

    Examples
    --------
    >>> to_plain({"file": Path("a.csv"), "sizes": (1, 2)})
    {'file': 'a.csv', 'sizes': [1, 2]}
    """
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {to_plain(key): to_plain(each) for key, each in value.items()}
    if type(value) in (set, frozenset):
        # In one order, that of the texts: the members may be of several types.
        return sorted(map(to_plain, value), key=str)
    if type(value) in (list, tuple):
        return [to_plain(each) for each in value]
    if attrs.has(type(value)):
        return {field.alias: to_plain(getattr(value, field.name)) for field in attrs.fields(type(value)) if field.init}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value) if field.init}
    return value


def _restores(option: Option, plain: Any, value: Any, part: object) -> bool:
    """Return whether an option given as plain data has an equal value in the part that is built from it."""
    field: Any = option.field
    try:
        restored = option.type.structure(plain)
        if field.converter is not None:
            # A converter may ask for the part and for the field.
            further = [part] * getattr(field.converter, "takes_self", 0)
            further += [field] * getattr(field.converter, "takes_field", 0)
            restored = getattr(field.converter, "converter", field.converter)(restored, *further)
    except (ValueError, TypeError):
        return False
    key = field.eq_key or (lambda each: each)
    return not field.eq or bool(key(restored) == key(value))
