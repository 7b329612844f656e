"""Lists of parts in run files, on the command line and in calls: observers and constraints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from haversack.config.paths import resolve_paths
from haversack.kinds import BUILT_KINDS
from haversack.text import format_value

if TYPE_CHECKING:
    from os import PathLike

    from haversack.config.build import PartBuilder
    from haversack.kinds import Kind


def build_list(
    kind: Kind, specs: object, builder: PartBuilder, *, where: str, directory: str | PathLike[str] = "."
) -> tuple[Any, ...]:
    """Build parts from a list of names, dicts and objects; problems are added to those of the builder.

    Parameters
    ----------
    kind
        The kind of part.
    specs
        The list, or None for an empty one.
    builder
        Builds them.
    where
        Put before every message.
    directory
        Paths are relative to this directory.
    """
    if specs is None:
        return ()
    if isinstance(specs, (str, Mapping)) or not isinstance(specs, Iterable):
        builder.problems.append(f"{where}: must be a list of {BUILT_KINDS[kind].words}s, got {format_value(specs)}")
        return ()
    return tuple(
        builder.build(
            kind,
            resolve_paths(kind, spec, builder.catalog, directory) if isinstance(spec, Mapping) else spec,
            f"{where}[{index}]",
        )
        for index, spec in enumerate(specs)
    )
