"""Commands of plugins, loaded when they are called."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from haversack.errors import PluginError
from haversack.plugins import load_catalog

if TYPE_CHECKING:
    from collections.abc import Callable

    from haversack.plugins import Catalog, Entry


class CommandGroup(TyperGroup):
    """The built-in commands, followed by those of plugins.

    Built-in commands are found without loading any plugin. A plugin's command with the name of a built-in one is never
    called; `haversack plugins` says so.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the built-in names in the order of the application, then those of plugins."""
        own = super().list_commands(ctx)
        entries = get_catalog_loader(ctx)().of_kind("command")
        return [*own, *(entry.name for entry in entries if entry.name not in own)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, that of a plugin only if there is no built-in one of that name."""
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        catalog = get_catalog_loader(ctx)()
        if cmd_name not in catalog.names("command"):
            return None
        return _DeferredCommand(catalog.find("command", cmd_name))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the words name; where there is none, the suggestions include those of plugins."""
        if args and self.get_command(ctx, args[0]) is None:
            broken = [str(trouble) for trouble in get_catalog_loader(ctx)().troubles if trouble.status == "broken"]
            if broken:
                raise PluginError(f"no command {args[0]!r}; it may be one of a plugin that is not there: {broken[0]}")
            self.commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        return super().resolve_command(ctx, args)


class _DeferredCommand(TyperCommand):
    """A plugin's command in a listing: built only when it is called."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.name, short_help=entry.summary)
        self._entry = entry

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Load the command, which then handles everything itself."""
        return _load_command(self._entry).make_context(info_name, args, parent=parent, **extra)


def _load_command(entry: Entry) -> Any:
    try:
        app = entry.factory()
    except ImportError as error:
        raise PluginError(f"command {entry.name!r} of {entry.source} cannot be loaded: {error}") from error
    if not isinstance(app, typer.Typer):
        raise PluginError(f"command {entry.name!r} of {entry.source} must be a typer.Typer, got {app!r:.80}")
    return typer.main.get_command(app)


def get_catalog_loader(context: Any) -> Callable[[], Catalog]:
    """Return the function that loads the catalog, once, as the global flags say.

    While the command line is still being parsed, as for ``--help``, these are the flags parsed so far.
    """
    if context.obj is None:
        flags = context.params
        third_parties = False if flags.get("no_plugins") else None
        strict = bool(flags.get("strict_plugins"))
        context.obj = functools.cache(lambda: load_catalog(third_parties=third_parties, strict=strict))
    loader: Callable[[], Catalog] = context.obj
    return loader


def list_own_commands(context: Any) -> frozenset[str]:
    """Return the names of the built-in commands."""
    return frozenset(getattr(context.find_root().command, "commands", ()))
