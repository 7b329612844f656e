"""Commands that plugins add, loaded when they are asked for."""

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
    """Our own commands, and behind them those of plugins.

    Our own are found without loading any plugin. A plugin's command that has the name of one of ours is never reached;
    `haversack plugins` says so.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """Return our own names in our order, then those of plugins."""
        ours = super().list_commands(ctx)
        return [*ours, *(entry.name for entry in catalog_loader(ctx)().of_kind("command") if entry.name not in ours)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, of a plugin only where we have none of that name."""
        ours = super().get_command(ctx, cmd_name)
        if ours is not None:
            return ours
        catalog = catalog_loader(ctx)()
        if cmd_name not in catalog.names("command"):
            return None
        return _Deferred(catalog.find("command", cmd_name))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the words ask for; where there is none, the suggestions know those of plugins."""
        if args and self.get_command(ctx, args[0]) is None:
            broken = [str(trouble) for trouble in catalog_loader(ctx)().troubles if trouble.status == "broken"]
            if broken:
                raise PluginError(f"no command {args[0]!r}; it may be one of a plugin that is not there: {broken[0]}")
            self.commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        return super().resolve_command(ctx, args)


class _Deferred(TyperCommand):
    """A plugin's command in a listing: it is made only when it is called."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.name, short_help=entry.summary)
        self._entry = entry

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Load the command, which then does everything itself."""
        return _loaded(self._entry).make_context(info_name, args, parent=parent, **extra)


def _loaded(entry: Entry) -> Any:
    try:
        made = entry.factory()
    except ImportError as error:
        raise PluginError(f"command {entry.name!r} of {entry.source} cannot be loaded: {error}") from error
    if not isinstance(made, typer.Typer):
        raise PluginError(f"command {entry.name!r} of {entry.source} must be a typer.Typer, got {made!r:.80}")
    return typer.main.get_command(made)


def catalog_loader(context: Any) -> Callable[[], Catalog]:
    """Return what loads the catalog, once, as the global flags say.

    While the line is still being read, as in ``--help``, those are the flags read so far.
    """
    if context.obj is None:
        flags = context.params
        third_parties = False if flags.get("no_plugins") else None
        strict = bool(flags.get("strict_plugins"))
        context.obj = functools.cache(lambda: load_catalog(third_parties=third_parties, strict=strict))
    loader: Callable[[], Catalog] = context.obj
    return loader


def own_commands(context: Any) -> frozenset[str]:
    """Return the names of our own commands."""
    return frozenset(getattr(context.find_root().command, "commands", ()))
