"""The hooks of haversack: what a plugin may offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from haversack.api.registration import Registration

PROJECT = "haversack"
"""The one word: name of the markers, of the manager and of the entry-point group."""

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
def haversack_commands() -> Iterable[Registration]:
    """Offer commands. Yield one `Registration(name, factory, summary)` per command; the factory returns a Typer app."""
    raise NotImplementedError
