"""The global flag ``--debug``: what a part raises is shown with its traceback, not kept."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from haversack.text import format_error

if TYPE_CHECKING:
    from collections.abc import Iterator

    import typer

    from haversack.selection.options import OnFailure


def read_on_failure(context: typer.Context) -> OnFailure:
    """Return what to do when a part fails: raise under ``--debug``, else keep the answer."""
    return "raise" if context.find_root().params.get("debug") else "keep"


@contextmanager
def refusing_exits() -> Iterator[None]:
    """Let no part end the command with a status of its own: what it raises is an unexpected error."""
    try:
        yield
    except (KeyboardInterrupt, Exception):
        raise
    # SystemExit, and panics of compiled code.
    except BaseException as error:
        raise RuntimeError(f"a part raised {format_error(error)}") from error
