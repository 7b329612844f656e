"""Which plugins are left out, by their names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import attrs

from haversack.errors import ConfigError, PluginError
from haversack.hookspecs import PROJECT
from haversack.plugins.catalog import Trouble, normalise_name
from haversack.spelling import suggest
from haversack.text import format_value

if TYPE_CHECKING:
    from haversack.plugins.catalog import Catalog, Source

NO_PLUGINS_VARIABLE = "HAVERSACK_NO_PLUGINS"
DISABLE_VARIABLE = "HAVERSACK_DISABLE_PLUGINS"


@attrs.frozen
class Disabling:
    """Names of plugins that are to be left out.

    Parameters
    ----------
    names
        Names of distributions or of plugins.
    place
        Where they are given, for messages.
    is_strict
        Whether each must be installed. The environment variable and a run file may serve many environments.
    """

    names: tuple[str, ...]
    place: str
    is_strict: bool = False

    def covers(self, source: Source) -> bool:
        """Return whether a plugin is to be left out; one of haversack itself never is."""
        words = {normalise_name(source.distribution), normalise_name(source.plugin)}
        return not source.is_own and any(normalise_name(name) in words for name in self.names)

    def explain(self, source: Source) -> Trouble:
        """Return how a plugin that is left out is listed."""
        return Trouble(source, "disabled", f"by {self.place}")

    def find_unknown(self, sources: Iterable[Source]) -> list[str]:
        """Return a message for each name that no plugin has.

        Parameters
        ----------
        sources
            All plugins that there are.

        Raises
        ------
        PluginError
            If a name is that of haversack itself or of one of its plugins; if `is_strict`, for the other messages too.
        """
        others, own = [], {PROJECT}
        for source in sources:
            if source.is_own:
                own.add(normalise_name(source.plugin))
            else:
                others.append(source)
        wrong = [
            name for name in self.names if not any(attrs.evolve(self, names=(name,)).covers(other) for other in others)
        ]
        for name in wrong:
            if normalise_name(name) in own:
                raise PluginError(f"{self.place}: {name!r} is part of {PROJECT} itself, which cannot be disabled")
        known = sorted({word for source in others for word in (source.distribution, source.plugin)})
        unknown = [
            f"{self.place}: no plugin {name!r} is installed; "
            + (
                suggest(name, known)
                or (f"installed: {', '.join(known)}" if known else "there are no third-party plugins")
            )
            for name in wrong
        ]
        if unknown and self.is_strict:
            raise PluginError("\n".join(unknown))
        return unknown


def read_variable() -> Disabling:
    """Return what the environment variable lists."""
    return Disabling(tuple(split_names(os.environ.get(DISABLE_VARIABLE, ""))), DISABLE_VARIABLE)


def are_third_parties_on() -> bool:
    """Return whether the environment allows plugins of other distributions."""
    return os.environ.get(NO_PLUGINS_VARIABLE, "") in ("", "0")


def split_names(text: str) -> list[str]:
    """Return the names in a text, which are separated by commas.

    Examples
    --------
    >>> split_names(" haversack-coin, weakest,")
    ['haversack-coin', 'weakest']
    """
    return [name.strip() for name in text.split(",") if name.strip()]


def read_names(names: object, place: str, *, is_strict: bool = False) -> Disabling:
    """Return the plugins that a list names.

    Raises
    ------
    ConfigError
        If it is not a list of names.
    """
    if isinstance(names, (str, Mapping)) or not isinstance(names, Iterable):
        raise ConfigError(f"{place}: must be a list of names of plugins, got {format_value(names)}")
    listed = tuple(names)
    for name in listed:
        if not isinstance(name, str) or not name.strip():
            raise ConfigError(f"{place}: must be a list of names of plugins, got {format_value(name)} among them")
    return Disabling(tuple(name.strip() for name in listed), place, is_strict)


def leave_out(catalog: Catalog, disabling: Disabling) -> Catalog:
    """Return a catalog without these plugins, which are listed as disabled.

    Raises
    ------
    PluginError
        As `Disabling.find_unknown` does.
    """
    sources = {entry.source for entry in catalog.entries} | {trouble.source for trouble in catalog.troubles}
    unknown = disabling.find_unknown(sources)
    kept = [
        trouble for trouble in catalog.troubles if trouble.status == "disabled" or not disabling.covers(trouble.source)
    ]
    known = {trouble.source for trouble in kept}
    off = [disabling.explain(source) for source in sources - known if disabling.covers(source)]
    return attrs.evolve(
        catalog,
        entries=tuple(entry for entry in catalog.entries if not disabling.covers(entry.source)),
        troubles=tuple(sorted([*kept, *off], key=lambda trouble: (trouble.source.distribution, trouble.source.plugin))),
        warnings=(*catalog.warnings, *unknown),
    )
