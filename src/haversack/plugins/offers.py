"""What one plugin offers: its module is imported, its hooks are called and checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pluggy

from haversack import hookspecs
from haversack.api.registration import Registration
from haversack.config.options import list_options
from haversack.errors import PluginError
from haversack.kinds import HOOKS
from haversack.spelling import suggest
from haversack.text import format_value

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from haversack.kinds import Kind


def collect_offers(point: EntryPoint) -> list[tuple[Kind, Registration]]:
    """Import a plugin and return what it offers, all of it or nothing.

    It has a manager of its own, so that a broken plugin affects no other.

    Raises
    ------
    BaseException
        Anything that the plugin raises; `PluginError` if a hook is unknown or offers something else.
    """
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    plugin = point.load()
    manager.register(plugin)
    _check_hooks(manager, plugin)
    return [(kind, registration) for kind, hook in HOOKS.items() for registration in _call_hook(manager, hook)]


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


def _call_hook(manager: pluggy.PluginManager, hook: str) -> Iterable[Registration]:
    """Call one hook and check what it yields."""
    caller = getattr(manager.hook, hook)
    if not caller.get_hookimpls():
        return
    wanted = f"hook {hook!r} must yield Registration(name, factory, summary)"
    # The manager drops results that are None, which come from a hook without yield.
    for offers in caller() or [None]:
        if not isinstance(offers, Iterable):
            raise PluginError(f"{wanted}, got {format_value(offers)}")
        for offer in offers:
            if not isinstance(offer, Registration):
                raise PluginError(f"{wanted}, got {format_value(offer)}")
            # Unreadable options are a fault of this plugin; the schema of all plugins would fail later.
            list_options(offer.factory)
            yield offer
