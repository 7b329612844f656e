"""The hooks of haversack, by which plugins offer parts and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.api.registration import Registration

PROJECT = "haversack"
"""Name of the markers, of the plugin manager and of the entry-point group."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def haversack_energies() -> Iterable[Registration]:
    """Offer energies. Yield one `Registration(name, factory, summary)` per energy."""
    raise NotImplementedError


@hookspec
def haversack_searchers() -> Iterable[Registration]:
    """Offer searchers. Yield one `Registration(name, factory, summary)` per searcher."""
    raise NotImplementedError


@hookspec
def haversack_stopping_rules() -> Iterable[Registration]:
    """Offer stopping rules. Yield one `Registration(name, factory, summary)` per rule."""
    raise NotImplementedError


@hookspec
def haversack_cost_models() -> Iterable[Registration]:
    """Offer cost models. Yield one `Registration(name, factory, summary)` per cost model."""
    raise NotImplementedError


@hookspec
def haversack_constraints() -> Iterable[Registration]:
    """Offer constraints. Yield one `Registration(name, factory, summary)` per constraint."""
    raise NotImplementedError


@hookspec
def haversack_observers() -> Iterable[Registration]:
    """Offer observers. Yield one `Registration(name, factory, summary)` per observer."""
    raise NotImplementedError


@hookspec
def haversack_readers() -> Iterable[Registration]:
    """Offer readers of logs. Yield one `Registration(name, factory, summary)` per reader."""
    raise NotImplementedError


@hookspec
def haversack_presets() -> Iterable[Registration]:
    """Offer presets. Yield one `Registration(name, factory, summary)` per preset."""
    raise NotImplementedError


@hookspec
def haversack_commands() -> Iterable[Registration]:
    """Offer commands. Yield one `Registration(name, factory, summary)` per command; the factory returns a Typer app."""
    raise NotImplementedError
