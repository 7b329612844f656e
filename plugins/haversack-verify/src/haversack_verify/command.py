"""The command `haversack verify`; the only module that knows haversack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from haversack import Registration, hookimpl
from haversack_verify.__main__ import main

if TYPE_CHECKING:
    from collections.abc import Iterable

    import typer


@hookimpl
def haversack_commands() -> Iterable[Registration]:
    """Offer the command `haversack verify`."""
    yield Registration("verify", _make_command, "Check a certificate of optimality, independently of haversack.")


def _make_command() -> typer.Typer:
    # Not at the top: it is slow to import, and plugins are listed often.
    import typer

    app = typer.Typer(rich_markup_mode=None, add_completion=False)

    @app.command()
    def verify(file: str = typer.Argument(metavar="FILE", help="The certificate.")) -> None:
        """Check a certificate of optimality: exit status 0 if verified, 5 if rejected, 2 if unreadable."""
        raise typer.Exit(main([file]))

    return app
