"""The experiments of the paper behind haversack, reproduced from one command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack import Registration, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

    import typer


@hookimpl
def haversack_commands() -> Iterable[Registration]:
    """Offer the command `haversack paper`."""
    yield Registration("paper", _commands, "Reproduce the paper's tables, figures and numbers.")


def _commands() -> typer.Typer:
    # Not at the top: it is slow to import, and plugins are listed often.
    from haversack_paper.commands import app

    return app
