"""Loading the catalog from entry points."""

from __future__ import annotations

import functools
import inspect
import warnings
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from haversack.errors import ConfigError, PluginError
from haversack.hookspecs import PROJECT
from haversack.plugins.catalog import Catalog, Entry, Source, Trouble
from haversack.plugins.disabling import (
    NO_PLUGINS_VARIABLE,
    are_third_parties_on,
    leave_out,
    read_names,
    read_variable,
)
from haversack.plugins.isolation import isolating_plugin
from haversack.plugins.offers import collect_offers
from haversack.plugins.requirements import find_unmet_requirements
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.metadata import EntryPoint

    from haversack.plugins.disabling import Disabling

ADVICE = f"`--no-plugins` or {NO_PLUGINS_VARIABLE}=1 runs without third-party plugins, `--disable NAME` without one"


_PACKAGE = Path(__file__).parents[1]


class PluginWarning(UserWarning):
    """A plugin was not loaded, or failed where the answer does not depend on it; everything else works."""


def get_catalog(catalog: object) -> Catalog:
    """Return the catalog that a caller gave, or the default one for None.

    Raises
    ------
    ConfigError
        If it is not a catalog.
    """
    if catalog is None:
        return default_catalog()
    if not isinstance(catalog, Catalog):
        raise ConfigError(
            f"catalog: expected a catalog, as haversack.load_catalog returns, got {format_value(catalog)}"
        )
    return catalog


def choose_catalog(catalog: object, disabling: Disabling) -> Catalog:
    """Return what `get_catalog` returns without the plugins that a run leaves out, which are not imported for it.

    Raises
    ------
    PluginError
        As `Disabling.find_unknown` does.
    """
    if not disabling.names:
        return get_catalog(catalog)
    if catalog is not None:
        return leave_out(get_catalog(catalog), disabling)
    loaded = load_plugins([disabling])
    warn_of_problems(loaded)
    return loaded


@functools.cache
def default_catalog() -> Catalog:
    """Load the catalog once per process, with a warning for every plugin that was not loaded."""
    catalog = load_catalog()
    warn_of_problems(catalog)
    return catalog


def warn_of_problems(catalog: Catalog) -> None:
    """Issue a `PluginWarning` for everything that is wrong with a catalog, at the line that called haversack."""
    for problem in catalog.list_problems():
        warnings.warn(f"{problem} ({ADVICE})", PluginWarning, stacklevel=_count_own_frames() + 1)


def _count_own_frames() -> int:
    """Return how many calls lie between the caller of this function and the code that called haversack."""
    frame, count = inspect.currentframe(), 0
    while frame is not None and Path(frame.f_code.co_filename).is_relative_to(_PACKAGE):
        frame, count = frame.f_back, count + 1
    return count - 1


def load_catalog(*, third_parties: bool | None = None, disable: Iterable[str] = (), strict: bool = False) -> Catalog:
    """Load every plugin that can be loaded.

    What a plugin prints while it is loaded goes to standard error. One that fails is listed in `Catalog.troubles`; the
    others are loaded.

    Parameters
    ----------
    third_parties
        Whether to load plugins of other distributions; by default they are loaded unless the environment variable
        ``HAVERSACK_NO_PLUGINS`` is set to something other than 0.
    disable
        Names of distributions or of plugins that are not to be imported, in addition to those that the environment
        variable ``HAVERSACK_DISABLE_PLUGINS`` lists with commas.
    strict
        Raise `PluginError` if a plugin failed or a name clashes.

    Raises
    ------
    PluginError
        If `disable` names a plugin that is not installed, or haversack itself.

    Examples
    --------
    >>> catalog = load_catalog(third_parties=False)
    >>> [entry.name for entry in catalog.of_kind("energy")]
    ['auto', 'bayes', 'majority', 'smoothed', 'spatial', 'votes']
    """
    return load_plugins([read_names(disable, "disable", is_strict=True)], third_parties=third_parties, strict=strict)


def load_plugins(
    disablings: Sequence[Disabling],
    *,
    third_parties: bool | None = None,
    strict: bool = False,
    heeds_environment: bool = True,
) -> Catalog:
    """Load the catalog as `load_catalog` does, without plugins that are named in several places.

    Environment variables leave out further plugins, unless they are not heeded.

    Raises
    ------
    PluginError
        As `load_catalog` does, and as `Disabling.find_unknown` does.
    """
    points = sorted(
        ((_read_source(point), point) for point in entry_points(group=PROJECT)),
        key=lambda pair: (pair[0].plugin, pair[0].distribution),
    )
    disablings = [*disablings, *([read_variable()] if heeds_environment else [])]
    unknown = [message for each in disablings for message in each.find_unknown(source for source, _ in points)]
    if third_parties is None:
        third_parties = not heeds_environment or are_third_parties_on()
    entries: list[Entry] = []
    troubles: list[Trouble] = []
    for source, point in points:
        if not source.is_own and not third_parties:
            troubles.append(Trouble(source, "disabled", "third-party plugins are turned off"))
            continue
        disabling = next((each for each in disablings if each.covers(source)), None)
        loaded = _load_plugin(source, point) if disabling is None else disabling.explain(source)
        if isinstance(loaded, Trouble):
            troubles.append(loaded)
        else:
            entries.extend(loaded)
    catalog = Catalog(
        tuple(sorted(entries, key=lambda e: (e.kind, e.name, e.source.distribution, e.source.plugin))),
        tuple(sorted(troubles, key=lambda t: (t.source.distribution, t.source.plugin))),
        tuple(unknown),
    )
    if strict and catalog.list_problems():
        raise PluginError("\n".join(catalog.list_problems()))
    return catalog


def _load_plugin(source: Source, point: EntryPoint) -> list[Entry] | Trouble:
    try:
        with isolating_plugin():
            offers = collect_offers(point)
    except KeyboardInterrupt as interrupt:
        interrupt.add_note(f"while {source} was loaded")
        raise
    # An import may raise anything, SystemExit and a panic of compiled code included; the other plugins must load.
    except BaseException as error:
        cause = _describe_cause(error)
        unmet = [] if point.dist is None else find_unmet_requirements(point.dist, point.extras)
        if unmet:
            return Trouble(source, "unmet requirements", f"{'; '.join(unmet)} ({cause})")
        return Trouble(source, "broken", cause)
    return [Entry(kind, offer.name, offer.factory, offer.summary, source) for kind, offer in offers]


def _read_source(point: EntryPoint) -> Source:
    # A half-removed distribution has entry points but neither name nor version.
    name, version = (None, None) if point.dist is None else (point.dist.name, point.dist.version)
    return Source(point.name, name or "unknown distribution", version or "?")


def _describe_cause(error: BaseException) -> str:
    # The validators of attrs append the field and more to the message.
    by_attrs = len(error.args) > 1 and isinstance(error.args[1], attrs.Attribute)
    # On one line, as listings need it.
    text = " ".join(str(error.args[0] if by_attrs else error).split())
    if isinstance(error, PluginError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
