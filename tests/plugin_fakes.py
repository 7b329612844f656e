"""Plugins that are not installed: entry points, and modules with hooks."""

from __future__ import annotations

import types

import attrs

from haversack import Registration, hookimpl


@attrs.frozen
class Distribution:
    """As much of `importlib.metadata.Distribution` as is looked at."""

    name: str | None = "third-party"
    version: str | None = "1.0"
    requires: list[str] | None = None


@attrs.frozen
class Point:
    """As much of `importlib.metadata.EntryPoint` as is looked at: a module, an exception, or what makes the module."""

    name: str
    loaded: object
    dist: Distribution | None = attrs.field(factory=Distribution)
    extras: tuple[str, ...] = ()

    def load(self):
        if isinstance(self.loaded, BaseException):
            raise self.loaded
        return self.loaded() if isinstance(self.loaded, types.FunctionType) else self.loaded


@attrs.frozen
class Part:
    """Something to be registered."""


def module(**functions):
    """A plugin module with these hooks."""
    made = types.ModuleType("made_for_a_test")
    for name, function in functions.items():
        setattr(made, name, hookimpl(function))
    return made


def offering(*names, hook="haversack_energies", factory=Part):
    return module(**{hook: lambda: [Registration(name, factory, f"offers {name}") for name in names]})


def list_names(catalog):
    """What there is, by kind and name."""
    return [(entry.kind, entry.name) for entry in catalog.entries]
