"""Paths in run files, which are relative to the directory of the file, and in results, which are absolute."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from haversack.config.options import list_options
from haversack.config.sections import change_part
from haversack.errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from haversack.kinds import Kind
    from haversack.plugins import Catalog


def resolve_paths(kind: Kind, given: Any, catalog: Catalog, directory: str | PathLike[str]) -> Any:
    """Return parts in which the names of files are relative to the directory of the file that lists them.

    Parameters
    ----------
    kind, given
        A part, several that are combined, a list of parts, or parts by label. What is no plain data is returned as it
        is, and mistakes are left for others to report.
    catalog
        Where names are looked up.
    directory
        That of the file.
    """
    if isinstance(given, Mapping):
        if "kind" in given:
            return _change_paths(kind, given, catalog, lambda path: Path(directory) / path)
        return {key: resolve_paths(kind, each, catalog, directory) for key, each in given.items()}
    if isinstance(given, (list, tuple)):
        return [resolve_paths(kind, each, catalog, directory) for each in given]
    return given


def anchor_paths(kind: Kind, spec: Any, catalog: Catalog) -> Any:
    """Return a part as a result records it: its paths are absolute, so that it does not matter where the result is.

    Parameters
    ----------
    kind, spec
        The part as `haversack.config.describe.describe_part` returned it, None included.
    catalog
        Where names are looked up.
    """
    return change_part(kind, spec, lambda kind, each: _change_paths(kind, each, catalog, _anchor))


def _anchor(path: str) -> Path:
    try:
        return Path(path).absolute()
    except OSError:  # The working directory is gone, which must not cost the answer.
        return Path(path)


def _change_paths(
    kind: Kind, spec: Mapping[str, Any], catalog: Catalog, change: Callable[[str], Path]
) -> dict[str, Any]:
    try:
        options = list_options(catalog.find(kind, spec["kind"]).factory)
    except (KeyError, PluginError, TypeError):  # Reported when the part is built.
        return dict(spec)
    files = {option.name for option in options if option.type.takes_path}
    return {
        key: str(change(value)) if key in files and isinstance(value, str) else value for key, value in spec.items()
    }
