"""The parts that are compared, each under a label of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.build import PartBuilder
from haversack.config.describe import describe_part, to_plain
from haversack.config.options import list_options
from haversack.errors import ConfigError
from haversack.kinds import PART_KINDS

if TYPE_CHECKING:
    from haversack.api.searcher import Searcher
    from haversack.api.stopping import StoppingRule
    from haversack.kinds import Kind
    from haversack.plugins import Catalog


_JOINTS = {"any": " or ", "all": " and ", "in-turn": ", then "}


@attrs.frozen
class Contestant:
    """A searcher with a stopping rule, and the labels of both."""

    searcher: str
    stopping: str
    part: Searcher
    rule: StoppingRule


def label_parts(kind: Kind, given: Any, catalog: Catalog, *, place: str) -> dict[str, Any]:
    """Build the parts and return them by label.

    Parameters
    ----------
    kind
        Which interface they are for.
    given
        One part or a list of them, each a name, a dict with the key ``kind`` or an object; or such parts by label.
    catalog
        Where names are looked up.
    place
        Prefix of every error message.

    Raises
    ------
    ConfigError
        With one sentence per mistake; also if two have the same label.
    """
    problems: list[str] = []
    builder = PartBuilder(catalog, problems)
    if isinstance(given, Mapping) and not _is_one(kind, given):
        specs = [(str(label), spec, f"{place}.{label}") for label, spec in given.items()]
    else:
        several = list(given) if isinstance(given, (list, tuple)) else [given]
        specs = [("", spec, f"{place}[{index}]") for index, spec in enumerate(several)]
    if not specs:
        raise ConfigError([f"{place}: none given; expected at least one"])
    parts: dict[str, Any] = {}
    for label, spec, where in specs:
        found = len(problems)
        part = builder.build(kind, spec, where)
        if len(problems) > found:
            continue
        label = label or label_part(kind, part, catalog)
        if label in parts:
            problems.append(f"{where}: duplicate label {label!r}; give parts by label, for example {{'first': ...}}")
        parts[label] = part
    if problems:
        raise ConfigError(problems)
    return parts


def label_part(kind: Kind, part: object, catalog: Catalog) -> str:
    """Return the registered name with the options that are not at their defaults, or the name of the class."""
    composition = PART_KINDS[kind].find_composition(part)
    if composition is not None:
        key, parts = composition
        return _JOINTS[key].join(label_part(kind, each, catalog) for each in parts)
    entry, spec = catalog.entry_for(kind, part), describe_part(kind, part, catalog)
    if entry is None or spec is None:
        return str(getattr(part, "__name__", type(part).__name__))
    usual = {option.name: to_plain(option.default) for option in list_options(entry.factory) if not option.is_required}
    changed = [f"{key}={_format_option(spec[key])}" for key in spec if key != "kind" and spec[key] != usual.get(key)]
    # As on the command line: haversack.config.part_text.
    return f"{spec['kind']}:{','.join(changed)}" if changed else str(spec["kind"])


def _format_option(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).lower() if isinstance(value, bool) else str(value)


def _is_one(kind: Kind, spec: Mapping[Any, Any]) -> bool:
    return "kind" in spec or PART_KINDS[kind].is_composition(spec)
