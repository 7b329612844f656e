"""Observers in run files, on the command line and in the environment."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any

from haversack.config.part_lists import build_list
from haversack.config.part_text import parse_part, split_parts
from haversack.errors import PluginError
from haversack.plugins import PluginWarning

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from os import PathLike

    from haversack.config.build import PartBuilder

OBSERVERS_VARIABLE = "HAVERSACK_OBSERVERS"


def build_observers(
    specs: object, builder: PartBuilder, *, where: str = "observers", directory: str | PathLike[str] = "."
) -> tuple[Any, ...]:
    """Build observers from a list of names, dicts and objects; problems are added to those of the builder.

    Parameters
    ----------
    specs
        The list, or None for an empty one.
    builder
        Builds them.
    where
        Put before every message.
    directory
        Paths are relative to this directory.
    """
    return build_list("observer", specs, builder, where=where, directory=directory)


def parse_observers(texts: Iterable[str], option: str, builder: PartBuilder) -> tuple[Any, ...]:
    """Build observers from words of the command line, each as `haversack.config.part_text` reads it.

    Parameters
    ----------
    texts
        The words.
    option
        Where they are given, for messages.
    builder
        Builds them.
    """
    return tuple(builder.build("observer", parse_part(text, option), option) for text in texts)


def read_variable(builder: PartBuilder) -> tuple[Any, ...]:
    """Build the observers that the environment variable lists; a name that is not registered is a warning.

    The variable may serve several environments, and ``--no-plugins`` must not need another one.
    """
    observers = []
    for text in filter(None, split_parts(os.environ.get(OBSERVERS_VARIABLE, ""))):
        spec = parse_part(text, OBSERVERS_VARIABLE)
        try:
            builder.catalog.find("observer", spec["kind"])
        except PluginError as error:
            warnings.warn(f"{OBSERVERS_VARIABLE}: {error}", PluginWarning, stacklevel=2)
        else:
            observers.append(builder.build("observer", spec, OBSERVERS_VARIABLE))
    return tuple(observers)


def add_observers(first: Sequence[Any], others: Sequence[Any]) -> tuple[Any, ...]:
    """Return the first ones and the others of other kinds: one that is named again would watch twice."""
    kinds = {type(observer) for observer in first}
    return (*first, *(observer for observer in others if type(observer) not in kinds))
