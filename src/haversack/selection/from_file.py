"""A run file is followed."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from haversack.config.build import PartBuilder
from haversack.config.observers import add_observers, build_observers
from haversack.config.overrides import assign_settings, change_run
from haversack.config.run_file import RUN_KEYS, build_run, read_disabled, read_document
from haversack.errors import ConfigError
from haversack.plugins.loading import choose_catalog
from haversack.selection.run import select
from haversack.spelling import explain_unknown_key

if TYPE_CHECKING:
    from os import PathLike

    from haversack.api.selection import Selection

_PLACE = "run"
_ARGUMENTS = tuple(inspect.signature(select).parameters)


def run(source: str | PathLike[str] | Mapping[str, Any], **overrides: Any) -> Selection:
    """Follow a run file and return the result, as ``haversack run`` does.

    Parameters
    ----------
    source
        A run file, or an earlier result (JSON) to repeat; or such a run as a dict, for example `Selection.config`.
        Paths in a file are relative to its folder.
    overrides
        What is to differ, with the meaning that it has on the command line. Keywords of `select` replace what the file
        says; a part of the same kind as in the file, as a dict, adds its options; a preset replaces searcher and
        stopping rule of the file, too; ``observers`` adds observers, ``disable`` plugins to leave out. A key with a dot
        changes a single setting, as ``--set`` does: ``**{"searcher.cooling": 0.9}``. None leaves what the file says.

    Returns
    -------
    Selection
        As `select` returns it.

    Raises
    ------
    HaversackError
        For any mistake in the file or in the overrides, naming the place; and as `select` does.

    Examples
    --------
    >>> chosen = run({"pool": {"accuracies": [0.9, 0.8, 0.7], "costs": [4, 2, 1]}, "budget": 7}, budget=3)
    >>> chosen.names, chosen.budget
    (('member-1',), 3.0)
    """
    known = (*_ARGUMENTS, "disable")
    settings = {key: value for key, value in overrides.items() if "." in key}
    keywords = {key: value for key, value in overrides.items() if "." not in key}
    unknown = [explain_unknown_key(f"{_PLACE}: {key}", key, known) for key in keywords if key not in known]
    if unknown:
        raise ConfigError(unknown)
    if isinstance(source, Mapping):
        # A part may be its name alone, as in other calls.
        document, place, directory = change_run({}, source), _PLACE, Path()
    else:
        document, place, directory = read_document(source), str(source), Path(source).parent
    given_observers = keywords.pop("observers", None)
    changes = {key: value for key, value in keywords.items() if key in RUN_KEYS and value is not None}
    changed = assign_settings(change_run(document, changes), settings, _PLACE)
    disabling = read_disabled(changed, place if "disable" in document else _PLACE)
    catalog = choose_catalog(keywords.get("catalog"), disabling)
    config = build_run(
        changed,
        catalog,
        source=place,
        directory=directory,
        places={key: _PLACE for key, value in changes.items() if _is_replaced(changed[key], value)},
    )
    builder = PartBuilder(catalog)
    # As on the command line, their paths do not depend on where the file is.
    observers = build_observers(given_observers, builder, where=f"{_PLACE}: observers")
    if builder.problems:
        raise ConfigError(builder.problems)
    config = attrs.evolve(config, observers=add_observers(observers, config.observers))
    further = {key: value for key, value in keywords.items() if key not in RUN_KEYS and value is not None}
    return select(**{**attrs.asdict(config, recurse=False), **further, "catalog": catalog})


def _is_replaced(value: Any, given: Any) -> bool:
    """Return whether a key of the run has the value that was given, and no more than that."""
    if not isinstance(value, Mapping):
        return value is given
    return value == ({"kind": given} if isinstance(given, str) else given)
