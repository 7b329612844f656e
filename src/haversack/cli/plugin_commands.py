"""Commands of plugins, loaded when they are called."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from haversack.cli.output import exit_interrupted
from haversack.cli.streams import diverting_output
from haversack.cli.usage import CommandUsageError, explain_usage, is_usage_error
from haversack.errors import PluginError
from haversack.plugins import Disabling, load_plugins
from haversack.plugins.disabling import leave_out, split_names
from haversack.plugins.isolation import isolating_plugin
from haversack.spelling import list_known
from haversack.text import format_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from haversack.plugins import Catalog, Entry

_DISTRIBUTIONS = {"verify": "haversack-verify", "paper": "haversack-paper"}
"""Of commands in distributions of their own, which the documentation mentions."""


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
        offered = [entry for entry in catalog.entries if entry.kind == "command"]
        if all(cmd_name != entry.name for entry in offered) and ":" not in cmd_name:
            return None
        try:
            return _DeferredCommand(catalog.find("command", cmd_name))
        except PluginError as error:
            raise PluginError(f"command {error}") from error

    def make_context(self, info_name: Any, args: Any, parent: Any = None, **extra: Any) -> Any:
        """Parse the global options; a mistake in them is a `HaversackError`."""
        with _explain_usage_errors():
            return super().make_context(info_name, args, parent=parent, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a mistake in its use is a `HaversackError`."""
        with _explain_usage_errors(ctx):
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the words name; where there is none, the suggestions include those of plugins."""
        # While a shell asks for completions, a word that is not a command yet is no mistake.
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            complaint = f"no such command {args[0]!r}"
            troubles = get_catalog_loader(ctx)().troubles
            broken = [str(trouble) for trouble in troubles if trouble.status != "disabled"]
            if broken:
                raise PluginError(f"{complaint}; it may be one of a plugin that is not there: {broken[0]}")
            known = list_known(args[0], self.list_commands(ctx))
            raise CommandUsageError(f"{complaint}; {_find_elsewhere(args[0]) or known}")
        return super().resolve_command(ctx, args)


def _find_elsewhere(word: str) -> str:
    """Return where the command that is meant can be found, if that is known."""
    if word in _DISTRIBUTIONS:
        return f"it comes with {_DISTRIBUTIONS[word]}: pip install {_DISTRIBUTIONS[word]}"
    return f"`haversack select {word}` selects from this file" if Path(word).is_file() else ""


@contextlib.contextmanager
def _explain_usage_errors(context: Any = None) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if is_usage_error(error):
            command = None if context is None else context.invoked_subcommand
            raise CommandUsageError(explain_usage(error, command or "")) from error
        raise


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
        with diverting_output(), isolating_plugin():
            app = entry.factory()
    except ImportError as error:
        raise PluginError(f"command {entry.name!r} of {entry.source} cannot be loaded: {error}") from error
    if not isinstance(app, typer.Typer):
        raise PluginError(f"command {entry.name!r} of {entry.source} must be a typer.Typer, got {format_value(app)}")
    return typer.main.get_command(app)


class CatalogLoader:
    """Loads the catalog when it is called, once.

    Parameters
    ----------
    disablings
        The plugins that the command line disables.
    options
        Further arguments of `haversack.plugins.load_plugins`.
    """

    def __init__(self, disablings: list[Disabling], **options: Any) -> None:
        self._disablings = disablings
        self._options = options
        self._catalog: Catalog | None = None

    def disable(self, disabling: Disabling) -> None:
        """Leave further plugins out; if the catalog is not loaded yet, they are not imported."""
        if self._catalog is None:
            self._disablings.append(disabling)
        else:
            self._catalog = leave_out(self._catalog, disabling)

    def __call__(self) -> Catalog:
        """Return the catalog."""
        if self._catalog is None:
            self._catalog = self._load(self._disablings)
        return self._catalog

    def load_without(self, disabling: Disabling) -> Catalog:
        """Return a catalog without further plugins, which are not imported for it."""
        return self._load([*self._disablings, disabling]) if disabling.names else self()

    def _load(self, disablings: list[Disabling]) -> Catalog:
        try:
            with diverting_output():
                return load_plugins(disablings, **self._options)
        except KeyboardInterrupt as interrupt:
            exit_interrupted(f"interrupted {' '.join(getattr(interrupt, '__notes__', []))}".rstrip())


def get_catalog_loader(context: Any) -> CatalogLoader:
    """Return the object that loads the catalog, once, as the global flags say.

    While the command line is still being parsed, as for ``--help``, these are the flags parsed so far.
    """
    if context.obj is None:
        flags = context.params
        texts = flags.get("disable") or ()
        names = [name for text in texts for name in split_names(text)]
        if not all(map(split_names, texts)):
            raise CommandUsageError("--disable: expected the name of a plugin; `haversack plugins` lists them")
        context.obj = CatalogLoader(
            [Disabling(tuple(names), "--disable", is_strict=True)],
            third_parties=False if flags.get("no_plugins") else None,
            strict=bool(flags.get("strict_plugins")),
        )
    loader: CatalogLoader = context.obj
    return loader


def list_own_commands(context: Any) -> frozenset[str]:
    """Return the names of the built-in commands."""
    return frozenset(getattr(context.find_root().command, "commands", ()))
