"""The catalog: from names to implementations."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

import attrs

from haversack.errors import PluginError
from haversack.hookspecs import PROJECT
from haversack.kinds import HOOKS
from haversack.spelling import list_known
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from haversack.kinds import Kind


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

    @property
    def is_own(self) -> bool:
        """Whether it is part of haversack itself."""
        return self.is_of(PROJECT)

    def is_of(self, distribution: str) -> bool:
        """Return whether this is the name of its distribution, in any spelling that pip takes for the same."""
        return normalise_name(self.distribution) == normalise_name(distribution)


@attrs.frozen
class Entry:
    """An implementation with its registered name.

    Parameters
    ----------
    kind
        What it is: ``"energy"``, ``"searcher"``, ``"stopping"``, ``"cost"``, ``"constraint"``, ``"observer"``,
        ``"reader"``, ``"preset"``, ``"command"``.
    name
        Its registered name.
    factory
        Builds it from its options.
    summary
        One line about it.
    source
        The plugin that offers it.
    """

    kind: Kind
    name: str
    factory: Callable[..., Any]
    summary: str
    source: Source

    @property
    def qualified_name(self) -> str:
        """The name with its distribution, ``distribution:name``, which no other distribution can offer."""
        return f"{self.source.distribution}:{self.name}"


@attrs.frozen
class Trouble:
    """A plugin that was not loaded, and the reason."""

    source: Source
    status: Literal["broken", "disabled", "unmet requirements"]
    reason: str

    def __str__(self) -> str:
        verb = "has" if self.status == "unmet requirements" else "is"
        return f"{self.source} {verb} {self.status}: {self.reason}"


@attrs.frozen
class Catalog:
    """All implementations by kind and name, and all plugins that were not loaded.

    A name that haversack itself and another distribution offer is haversack's. A name that several other distributions
    offer belongs to none of them. The qualified name ``distribution:name`` finds every implementation.

    Parameters
    ----------
    entries
        Sorted by kind, name and distribution.
    troubles
        Sorted by distribution and plugin.
    warnings
        Further messages about the choice of plugins.

    Examples
    --------
    >>> from haversack import load_catalog
    >>> catalog = load_catalog(third_parties=False)
    >>> catalog.names("cost")
    ['additive', 'costs', 'none', 'parallel', 'sequential', 'setup', 'tiers', 'vector']
    >>> catalog.find("cost", "haversack:vector").name
    'vector'
    """

    entries: tuple[Entry, ...]
    troubles: tuple[Trouble, ...] = ()
    warnings: tuple[str, ...] = ()

    def names(self, kind: Kind) -> list[str]:
        """Return the names of one kind, sorted: qualified ones of those that another entry hides or clashes with."""
        _check_kind(kind)
        return sorted({self.name_of(entry) for entry in self.entries if entry.kind == kind})

    def of_kind(self, kind: Kind) -> list[Entry]:
        """Return the entries of one kind that are found by their name alone."""
        _check_kind(kind)
        entries = [entry for entry in self.entries if entry.kind == kind]
        counts = Counter(entry.name for entry in entries)
        return [entry for entry in entries if counts[entry.name] == 1 or self.name_of(entry) == entry.name]

    def name_of(self, entry: Entry) -> str:
        """Return the shortest name that finds an entry: the qualified one if another entry has its name."""
        alone = not self.find_clashes(entry) or (entry.source.is_own and self.find_hider(entry) is None)
        return entry.name if alone else entry.qualified_name

    def find_clashes(self, entry: Entry) -> list[Entry]:
        """Return the other entries with the same kind and name."""
        return [
            other
            for other in self.entries
            if other is not entry and (other.kind, other.name) == (entry.kind, entry.name)
        ]

    def find_hider(self, entry: Entry) -> Entry | None:
        """Return haversack's own entry that has the name of this one, or None."""
        return next((other for other in self.find_clashes(entry) if other.source.is_own), None)

    def find(self, kind: Kind, name: str) -> Entry:
        """Return the implementation of that name, plain or qualified.

        Raises
        ------
        PluginError
            If there is none, with a suggestion; or if there are several, naming their distributions.
        """
        _check_kind(kind)
        if not isinstance(name, str):
            raise PluginError(f"{kind}: expected a registered name, got {format_value(name)}")
        distribution, colon, last = name.rpartition(":")
        found = [
            entry
            for entry in self.entries
            if (entry.kind, entry.name) == (kind, last) and (not colon or entry.source.is_of(distribution))
        ]
        own = [entry for entry in found if entry.source.is_own]
        if len(found) == 1 or len(own) == 1:
            return (own or found)[0]
        if found:
            raise PluginError(_explain_clash(name, found))
        absent = [trouble for trouble in self.troubles if colon and trouble.source.is_of(distribution)]
        if absent:
            raise PluginError(f"{name!r} is not registered: {'; '.join(map(str, absent))}")
        of_kind = [entry for entry in self.entries if entry.kind == kind]
        offered = [entry.qualified_name for entry in of_kind if colon and entry.source.is_of(distribution)]
        raise self.unknown_name_error(name, offered or self.names(kind))

    def entry_for(self, kind: Kind, part: object) -> Entry | None:
        """Return the entry whose factory is the class of this object, or None; one with a plain name if there is."""
        made = [entry for entry in self.entries if entry.kind == kind and entry.factory is type(part)]
        return min(made, key=lambda entry: self.name_of(entry) != entry.name, default=None)

    def list_problems(self) -> list[str]:
        """Return a message for every plugin that failed, for every clash, and for what else is wrong."""
        problems = [str(trouble) for trouble in self.troubles if trouble.status != "disabled"]
        clashing = {(entry.kind, entry.name) for entry in self.entries if self.find_clashes(entry)}
        for kind, name in sorted(clashing):
            try:
                self.find(kind, name)
            except PluginError as error:
                problems.append(f"{kind} {error}")
        return [*problems, *self.warnings]

    def unknown_name_error(self, name: str, names: Iterable[str]) -> PluginError:
        """Return the error for a name that is none of `names`, with the closest match."""
        absent = sorted({trouble.source.distribution for trouble in self.troubles})
        missing = f" (not loaded: {', '.join(absent)}; see `haversack plugins`)" if absent else ""
        names = sorted(names)
        first = name.partition(":")[0]
        # A colon also separates a part from its options.
        if ":" in name and first in names:
            return PluginError(f"{name!r} is not registered; options of {first!r} are written {first}:key=value")
        return PluginError(f"{name!r} is not registered; {list_known(name, names)}{missing}")


def normalise_name(distribution: str) -> str:
    """Return the name of a distribution in the spelling by which names are compared.

    Examples
    --------
    >>> normalise_name("Haversack_Weakest.Link")
    'haversack-weakest-link'
    """
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _check_kind(kind: object) -> None:
    if kind not in tuple(HOOKS):
        raise PluginError(f"expected a kind of part, got {format_value(kind)}; {list_known(str(kind), HOOKS)}")


def _explain_clash(name: str, found: list[Entry]) -> str:
    sources = " and ".join(str(entry.source) for entry in found)
    qualified = sorted({entry.qualified_name for entry in found})
    if len(qualified) < len(found):
        return f"{name!r} is offered by {sources}; a distribution must not offer a name twice"
    return f"{name!r} is offered by {sources}; use {' or '.join(map(repr, qualified))}, or uninstall one of them"
