"""Discovery of implementations through entry points."""

from __future__ import annotations

import functools
import os
import warnings
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Literal

import attrs
import pluggy

from haversack import hookspecs
from haversack.api.registration import Registration
from haversack.config.options import list_options
from haversack.errors import PluginError
from haversack.kinds import HOOKS
from haversack.spelling import list_known, suggest

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.metadata import EntryPoint

    from haversack.kinds import Kind

NO_PLUGINS_VARIABLE = "HAVERSACK_NO_PLUGINS"
ADVICE = f"`--no-plugins` or {NO_PLUGINS_VARIABLE}=1 runs without third-party plugins"


class PluginWarning(UserWarning):
    """A plugin was not loaded; everything else works."""


@attrs.frozen
class Source:
    """The origin of a plugin.

    Parameters
    ----------
    plugin
        Name of its entry point.
    distribution, version
        The distribution that contains it.
    """

    plugin: str
    distribution: str
    version: str

    def __str__(self) -> str:
        return f"{self.distribution} {self.version} (plugin {self.plugin!r})"


@attrs.frozen
class Entry:
    """An implementation with its registered name."""

    kind: Kind
    name: str
    factory: Callable[..., Any]
    summary: str
    source: Source


@attrs.frozen
class Trouble:
    """A plugin that was not loaded, and the reason."""

    source: Source
    status: Literal["broken", "disabled"]
    reason: str

    def __str__(self) -> str:
        return f"{self.source} is {self.status}: {self.reason}"


@attrs.frozen
class Catalog:
    """All implementations by kind and name, and all plugins that were not loaded.

    Parameters
    ----------
    entries
        Sorted by kind, name and distribution.
    troubles
        Sorted by distribution and plugin.
    """

    entries: tuple[Entry, ...]
    troubles: tuple[Trouble, ...] = ()

    def names(self, kind: Kind) -> list[str]:
        """Return the names of one kind, sorted."""
        return sorted({entry.name for entry in self.entries if entry.kind == kind})

    def of_kind(self, kind: Kind) -> list[Entry]:
        """Return the entries of one kind whose name no other entry has."""
        entries = [entry for entry in self.entries if entry.kind == kind]
        counts = Counter(entry.name for entry in entries)
        return [entry for entry in entries if counts[entry.name] == 1]

    def find_clashes(self, entry: Entry) -> list[Entry]:
        """Return the other entries with the same kind and name."""
        return [
            other
            for other in self.entries
            if other is not entry and (other.kind, other.name) == (entry.kind, entry.name)
        ]

    def find(self, kind: Kind, name: str) -> Entry:
        """Return the one implementation of that name.

        Raises
        ------
        PluginError
            If there is none, with a suggestion; or if there are several, naming their distributions.
        """
        found = [entry for entry in self.entries if (entry.kind, entry.name) == (kind, name)]
        if len(found) == 1:
            return found[0]
        if found:
            sources = " and ".join(str(entry.source) for entry in found)
            raise PluginError(f"{kind} {name!r} is offered by {sources}; uninstall one of them ({ADVICE})")
        raise self.unknown_name_error(name, self.names(kind))

    def entry_for(self, kind: Kind, part: object) -> Entry | None:
        """Return the entry whose factory is the class of this object, or None."""
        return next((entry for entry in self.of_kind(kind) if entry.factory is type(part)), None)

    def list_problems(self) -> list[str]:
        """Return a message for every broken plugin and for every clash."""
        problems = [str(trouble) for trouble in self.troubles if trouble.status == "broken"]
        clashing = sorted({(entry.kind, entry.name) for entry in self.entries if self.find_clashes(entry)})
        for kind, name in clashing:
            try:
                self.find(kind, name)
            except PluginError as error:
                problems.append(str(error))
        return problems

    def unknown_name_error(self, name: str, names: Iterable[str]) -> PluginError:
        """Return the error for a name that is none of `names`, with the closest match."""
        absent = sorted({trouble.source.distribution for trouble in self.troubles})
        missing = f" (not loaded: {', '.join(absent)}; see `haversack plugins`)" if absent else ""
        return PluginError(f"{name!r} is not registered; {list_known(name, sorted(names))}{missing}")


@functools.cache
def default_catalog() -> Catalog:
    """Load the catalog once per process, with a warning for every plugin that was not loaded."""
    catalog = load_catalog()
    for problem in catalog.list_problems():
        warnings.warn(f"{problem} ({ADVICE})", PluginWarning, stacklevel=3)
    return catalog


def load_catalog(*, third_parties: bool | None = None, strict: bool = False) -> Catalog:
    """Load every plugin that can be loaded.

    Parameters
    ----------
    third_parties
        Whether to load plugins of other distributions; by default they are loaded unless the environment variable
        ``HAVERSACK_NO_PLUGINS`` is set to something other than 0.
    strict
        Raise `PluginError` if a plugin is broken or a name clashes.
    """
    if third_parties is None:
        third_parties = os.environ.get(NO_PLUGINS_VARIABLE, "") in ("", "0")
    entries: list[Entry] = []
    troubles: list[Trouble] = []
    found = [(_read_source(point), point) for point in entry_points(group=hookspecs.PROJECT)]
    for source, point in sorted(found, key=lambda pair: (pair[0].plugin, pair[0].distribution)):
        if source.distribution != hookspecs.PROJECT and not third_parties:
            troubles.append(Trouble(source, "disabled", "third-party plugins are turned off"))
            continue
        try:
            entries.extend(_load(point, source))
        except KeyboardInterrupt:
            raise
        # An import may raise anything, SystemExit and a panic of compiled code included; the other plugins must load.
        except BaseException as error:
            troubles.append(Trouble(source, "broken", _describe_cause(error)))
    catalog = Catalog(
        tuple(sorted(entries, key=lambda e: (e.kind, e.name, e.source.distribution, e.source.plugin))),
        tuple(sorted(troubles, key=lambda t: (t.source.distribution, t.source.plugin))),
    )
    if strict and catalog.list_problems():
        raise PluginError("\n".join(catalog.list_problems()))
    return catalog


def _load(point: EntryPoint, source: Source) -> list[Entry]:
    """Return the entries of one plugin; it has a manager of its own, so that a broken plugin affects no other."""
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    plugin = point.load()
    manager.register(plugin)
    _check_hooks(manager, plugin)
    return [
        Entry(kind, registration.name, registration.factory, registration.summary, source)
        for kind, hook in HOOKS.items()
        for registration in _collect_offers(manager, hook)
    ]


def _check_hooks(manager: pluggy.PluginManager, plugin: object) -> None:
    callers = manager.get_hookcallers(plugin)
    if not callers:
        raise PluginError(f"no function is marked with @hookimpl; known hooks: {', '.join(HOOKS.values())}")
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        unknown = next(
            caller.name
            for caller in callers
            if not caller.has_spec() and not all(function.optionalhook for function in caller.get_hookimpls())
        )
        hint = suggest(unknown, HOOKS.values()) or f"known: {', '.join(HOOKS.values())}"
        raise PluginError(f"unknown hook {unknown!r}; {hint}") from error


def _collect_offers(manager: pluggy.PluginManager, hook: str) -> Iterable[Registration]:
    """Call one hook and check what it yields."""
    caller = getattr(manager.hook, hook)
    if not caller.get_hookimpls():
        return
    wanted = f"hook {hook!r} must yield Registration(name, factory, summary)"
    # The manager drops results that are None, which come from a hook without yield.
    for offers in caller() or [None]:
        if not isinstance(offers, Iterable):
            raise PluginError(f"{wanted}, got {offers!r:.80}")
        for offer in offers:
            if not isinstance(offer, Registration):
                raise PluginError(f"{wanted}, got {offer!r:.80}")
            # Unreadable options are a fault of this plugin; the schema of all plugins would fail later.
            list_options(offer.factory)
            yield offer


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
